// Refused by: right in every interleaving
// Verdict: race
// Because: a thread reads the balance without the lock while another thread changes it.
import Foundation

final class Account {
    let number: Int
    private var cents: Int
    private let lock = NSLock()

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { cents }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        if self === other { return rule(balance, balance) }
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
