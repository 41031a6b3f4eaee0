/// The money of a customer, in euros.
public protocol Account: Actor {
    var balance: Int { get }
    /// Whether the customer gets the money.
    func withdraw(_ amount: Int) async -> Bool
}

/// The bug: the balance is checked, and then the bank is asked. When the bank has answered, the check is out of date.
public actor OverdrawnAccount: Account {
    public private(set) var balance = 100
    private let bank: Bank

    public init(_ bank: Bank) { self.bank = bank }

    public func withdraw(_ amount: Int) async -> Bool {
        guard balance >= amount else { return false }
        await bank.approve(amount)
        bank.pay(amount)
        balance -= amount
        return true
    }
}
