// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 6
// Because: A recursive lock helps a thread that waits for itself. Two threads that wait for each
// other stay blocked.
import Foundation

final class Account {
    let number: Int
    private var cents: Int
    private let lock = NSRecursiveLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { lock.withLock { cents } }

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
