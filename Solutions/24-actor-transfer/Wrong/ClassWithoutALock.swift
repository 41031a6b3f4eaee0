// Refused by: right in every interleaving
// Verdict: race
// Says: data race
// Because: a class that only says that it is `Sendable` protects nothing.
enum TransferError: Error { case notCovered, closed }

final class Account: @unchecked Sendable {
    private(set) var balance: Int
    private(set) var isClosed = false

    init(balance: Int) { self.balance = balance }

    func close() { isClosed = true }

    func withdraw(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        guard balance >= amount else { throw TransferError.notCovered }
        balance -= amount
    }

    func deposit(_ amount: Int) { balance += amount }
}

func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    if target.isClosed { throw TransferError.closed }
    try source.withdraw(amount)
    target.deposit(amount)
}
