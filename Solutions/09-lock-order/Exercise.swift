import Foundation

/// An account of a bank. Any thread can use it.
final class Account {
    /// Each account has a number of its own. It is also the order in which locks are acquired.
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
        // One thread cannot acquire the same lock twice, and there is nothing to move.
        if self === other { return rule(balance, balance) }
        // All threads acquire the lock of the smaller number first, in both directions.
        let first = number < other.number ? self : other
        let second = first === self ? other : self
        first.lock.lock()
        defer { first.lock.unlock() }
        second.lock.lock()
        defer { second.lock.unlock() }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
