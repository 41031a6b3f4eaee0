// Refused by: each transfer returns
// Verdict: wrongResult
// Because: the rule gets the balances in the order of the locks. That is the wrong order in one of the two directions.
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
        if self === other { return rule(balance, balance) }
        let (first, second) = number < other.number ? (self, other) : (other, self)
        first.lock.lock()
        defer { first.lock.unlock() }
        second.lock.lock()
        defer { second.lock.unlock() }
        guard rule(first.cents, second.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
