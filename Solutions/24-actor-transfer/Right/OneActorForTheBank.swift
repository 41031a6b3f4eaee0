// One actor has the balances of all accounts, so a transfer is one of its methods, without an `await`.
enum TransferError: Error { case notCovered, closed }

@globalActor actor Bank {
    static let shared = Bank()
}

@Bank final class Account {
    private(set) var balance: Int
    private(set) var isClosed = false

    nonisolated init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    fileprivate func move(_ amount: Int, to target: Account) throws {
        if isClosed || target.isClosed { throw TransferError.closed }
        if balance < amount { throw TransferError.notCovered }
        balance -= amount
        target.balance += amount
    }
}

@Bank func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try source.move(amount, to: target)
}
