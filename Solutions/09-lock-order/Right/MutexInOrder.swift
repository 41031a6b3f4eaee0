// The Swift 6 spelling: the `Mutex` of the smaller number first.
import Synchronization

final class Account: Sendable {
    let number: Int
    private let cents: Mutex<Int>

    init(number: Int, balance: Int) {
        self.number = number
        cents = Mutex(balance)
    }

    var balance: Int { cents.withLock { $0 } }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        if self === other { return cents.withLock { rule($0, $0) } }
        func move(_ mine: inout Int, _ others: inout Int) -> Bool {
            guard rule(mine, others) else { return false }
            mine -= amount
            others += amount
            return true
        }
        if number < other.number {
            return cents.withLock { mine in other.cents.withLock { others in move(&mine, &others) } }
        }
        return other.cents.withLock { others in cents.withLock { mine in move(&mine, &others) } }
    }
}
