// Refused by: a transfer to the same account returns
// Verdict: deadlock
// Points: at least 9
// Says: asks for the same lock again
// Because: The order is right. But for a transfer to the same account both locks are one lock, and
// an NSLock cannot be acquired twice.
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
        let (first, second) = number < other.number ? (self, other) : (other, self)
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
