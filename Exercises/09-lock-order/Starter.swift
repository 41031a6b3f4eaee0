import Foundation

/// An account of a bank. Any thread can use it.
final class Account {
    /// Each account has a number of its own.
    let number: Int
    private var cents: Int
    private let lock = NSLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { lock.withLock { cents } }

    /// Moves money from this account to another one, if the rule allows it. Returns whether it did.
    ///
    /// The rule gets the balances of both accounts. They do not change until the money is moved.
    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        lock.lock()
        defer { lock.unlock() }
        other.lock.lock()
        defer { other.lock.unlock() }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
