/// Why a transfer is refused.
enum TransferError: Error {
    /// The source has less money than the amount.
    case notCovered
    /// The source or the target is closed.
    case closed
}

/// An account of a bank. Any task can call it.
actor Account {
    private(set) var balance: Int
    private(set) var isClosed = false

    init(balance: Int) {
        self.balance = balance
    }

    /// From now on, no transfer from this account begins, and none to it succeeds. The balance stays, and is paid out later.
    func close() {
        isClosed = true
    }

    /// Adds an amount to the balance.
    func deposit(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        balance += amount
    }

    /// Takes an amount from the balance. The check and the change are one step: there is no `await` between them.
    func withdraw(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        guard balance >= amount else { throw TransferError.notCovered }
        balance -= amount
    }

    /// Takes back the amount of a transfer that has failed. The money belongs to this account, so this never fails.
    func giveBack(_ amount: Int) {
        balance += amount
    }
}

/// Moves an amount of at least 1 from one account to another.
func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try await source.withdraw(amount)
    // The money is on no account now. Each path from here puts it onto one.
    do {
        try await target.deposit(amount)
    } catch {
        await source.giveBack(amount)
        throw error
    }
}
