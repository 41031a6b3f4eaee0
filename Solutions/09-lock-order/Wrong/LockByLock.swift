// Refused by: a transfer waits for its accounts
// Verdict: race
// Points: at most 4
// Because: It never holds two locks, so there is no circular wait. But while the rule decides, the
// other account can change, and the money is in neither account for a moment.
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
        lock.lock()
        guard rule(cents, other === self ? cents : other.balance) else {
            lock.unlock()
            return false
        }
        cents -= amount
        lock.unlock()
        other.lock.withLock { other.cents += amount }
        return true
    }
}
