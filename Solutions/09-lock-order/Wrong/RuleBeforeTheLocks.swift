// Refused by: a transfer waits for its accounts
// Verdict: race
// Points: at most 4
// Because: The rule decides without the locks. Until the money is moved, another transfer can spend
// the same money.
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
        guard rule(balance, other.balance) else { return false }
        if self === other { return true }
        let (first, second) = number < other.number ? (self, other) : (other, self)
        first.lock.lock()
        defer { first.lock.unlock() }
        second.lock.lock()
        defer { second.lock.unlock() }
        cents -= amount
        other.cents += amount
        return true
    }
}
