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

    /// Takes an amount from the balance.
    func withdraw(_ amount: Int) throws {
        if isClosed { throw TransferError.closed }
        balance -= amount
    }
}

/// Moves an amount of at least 1 from one account to another.
func transfer(_ amount: Int, from source: Account, to target: Account) async throws {
    guard await source.balance >= amount else { throw TransferError.notCovered }
    try await target.deposit(amount)
    try await source.withdraw(amount)
}
