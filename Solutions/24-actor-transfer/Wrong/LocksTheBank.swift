// Refused by: no task looks again and again
// Verdict: spins
// Says: cost nothing
// Points: at most 9
// Because: a transfer that finds the bank locked yields and looks again, until another transfer has ended. That keeps a core busy.
enum TransferError: Error { case notCovered, closed }

private actor Bank {
    private var isHeld = false

    func tryLock() -> Bool {
        if isHeld { return false }
        isHeld = true
        return true
    }

    func unlock() { isHeld = false }
}

private let bank = Bank()

actor Account {
    private(set) var balance: Int
    private var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    func deposit(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        balance += amount
    }

    func withdraw(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        guard balance >= amount else { throw TransferError.notCovered }
        balance -= amount
    }

    func giveBack(_ amount: Int) { balance += amount }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    while !(await bank.tryLock()) { await Task.yield() }
    do {
        try await move(amount, source, target)
    } catch {
        await bank.unlock()
        throw error
    }
    await bank.unlock()
}

private func move(_ amount: Int, _ source: Account, _ target: Account) async throws {
    try await source.withdraw(amount)
    do {
        try await target.deposit(amount)
    } catch {
        await source.giveBack(amount)
        throw error
    }
}
