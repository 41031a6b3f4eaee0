// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 6
// Because: The order depends on the balances, and balances change. Two threads can see different
// orders of the same two accounts.
import Foundation

final class Account {
    let number: Int
    private var cents: Int
    private let lock = NSLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { lock.withLock { cents } }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        if self === other { return lock.withLock { rule(cents, cents) } }
        let isRicher = balance >= other.balance
        let (first, second) = isRicher ? (self, other) : (other, self)
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
