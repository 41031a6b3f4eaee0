/// The fix: one synchronous method checks the balance and changes it. It has no `await`, so no other task comes between the two.
public actor CheckedAccount: Account {
    public private(set) var balance = 100
    private let bank: Bank

    public init(_ bank: Bank) { self.bank = bank }

    public func withdraw(_ amount: Int) async -> Bool {
        await bank.approve(amount)
        return take(amount)
    }

    private func take(_ amount: Int) -> Bool {
        guard balance >= amount else { return false }
        bank.pay(amount)
        balance -= amount
        return true
    }
}
