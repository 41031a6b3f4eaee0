// Another kind of solution: a thread takes both accounts in one step, or waits and holds none. The
// one lock is held only for that step, and not while the rule runs.
import Foundation

final class Account: @unchecked Sendable {
    private static let change = NSCondition()

    let number: Int
    private var cents: Int
    private var isInUse = false

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int {
        take(self, self)
        defer { giveBack(self, self) }
        return cents
    }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        take(self, other)
        defer { giveBack(self, other) }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }

    private func take(_ one: Account, _ two: Account) {
        Account.change.lock()
        while one.isInUse || two.isInUse { Account.change.wait() }
        one.isInUse = true
        two.isInUse = true
        Account.change.unlock()
    }

    private func giveBack(_ one: Account, _ two: Account) {
        Account.change.lock()
        one.isInUse = false
        two.isInUse = false
        Account.change.broadcast()
        Account.change.unlock()
    }
}
