// A serial queue for each account, with `sync` into the queue of the smaller number first.
import Dispatch

final class Account {
    let number: Int
    private var cents: Int
    private let queue = DispatchQueue(label: "account")

    init(number: Int, balance: Int) {
        self.number = number
        cents = balance
    }

    var balance: Int { queue.sync { cents } }

    func transfer(_ amount: Int, to other: Account, if rule: (_ balance: Int, _ otherBalance: Int) -> Bool) -> Bool {
        if self === other { return queue.sync { rule(cents, cents) } }
        let (first, second) = number < other.number ? (self, other) : (other, self)
        return first.queue.sync {
            second.queue.sync {
                guard rule(cents, other.cents) else { return false }
                cents -= amount
                other.cents += amount
                return true
            }
        }
    }
}
