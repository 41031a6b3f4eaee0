// The source's own method transfers. It takes the money in one piece with the check, and looks at the cancellation only before.
enum TransferError: Error { case notCovered, closed }

actor Account {
    private(set) var balance: Int
    private var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    private func receive(_ amount: Int) -> Bool {
        if !isClosed { balance += amount }
        return !isClosed
    }

    fileprivate func send(_ amount: Int, to target: Account) async throws {
        try Task.checkCancellation()
        if isClosed { throw TransferError.closed }
        if balance < amount { throw TransferError.notCovered }
        balance -= amount
        if await target.receive(amount) { return }
        balance += amount
        throw TransferError.closed
    }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try await source.send(amount, to: target)
}
