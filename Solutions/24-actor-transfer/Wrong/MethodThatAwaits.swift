// Refused by: right in every interleaving
// Verdict: race
// Says: 2 of them succeeded
// Says: an actor stayed locked
// Because: the transfer is a method of the source now, but there is an `await` between its check and its change.
enum TransferError: Error { case notCovered, closed }

actor Account {
    private(set) var balance: Int
    private(set) var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    func deposit(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        balance += amount
    }

    func send(_ amount: Int, to target: Account) async throws {
        if isClosed { throw TransferError.closed }
        guard balance >= amount else { throw TransferError.notCovered }
        try await target.deposit(amount)
        balance -= amount
    }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try await source.send(amount, to: target)
}
