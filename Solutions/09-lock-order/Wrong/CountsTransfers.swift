// Refused by: right in every interleaving
// Verdict: race
// Because: two transfers without a common account hold no common lock, and both change the counter.
import Foundation

final class Account {
    nonisolated(unsafe) private(set) static var transfers = 0
    let number: Int
    private var cents: Int
    private let lock = NSLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { lock.withLock { cents } }

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
        Account.transfers += 1
        cents -= amount
        other.cents += amount
        return true
    }
}
