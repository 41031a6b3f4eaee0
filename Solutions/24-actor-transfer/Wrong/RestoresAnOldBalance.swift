// Refused by: right in every interleaving
// Verdict: missing
// Says: of 20 to a closed account and of 10 to another one. 1 of them succeeded, and then the three accounts had 30, 0 and 10
// Because: the balance from before the transfer is stored again. Another transfer has taken money meanwhile, and that money is there twice.
enum TransferError: Error { case notCovered, closed }

actor Account {
    private(set) var balance: Int
    private var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    private func deposit(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        balance += amount
    }

    fileprivate func send(_ amount: Int, to target: Account) async throws {
        if isClosed { throw TransferError.closed }
        guard balance >= amount else { throw TransferError.notCovered }
        let before = balance
        balance -= amount
        do {
            try await target.deposit(amount)
        } catch {
            balance = before
            throw error
        }
    }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    try await source.send(amount, to: target)
}
