// Refused by: transfers of other accounts do not wait
// Verdict: notParallel
// Points: at least 6
// Says: between two other accounts
// Because: One lock for all accounts has no circular wait, but each transfer waits for the slow rule
// of every other one.
import Foundation

final class Account {
    private static let lock = NSLock()

    let number: Int
    private var cents: Int

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { Account.lock.withLock { cents } }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        Account.lock.lock()
        defer { Account.lock.unlock() }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
