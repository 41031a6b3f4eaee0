// Refused by: a transfer waits for its accounts
// Verdict: race
// Points: at most 4
// Because: The lock of the other account is not acquired. Another transfer can change that balance at
// the same time.
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
        defer { lock.unlock() }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
