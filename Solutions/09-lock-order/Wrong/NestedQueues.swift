// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 6
// Because: A queue with `sync` is a lock too. In opposite directions, each thread is in its own queue
// and waits for the other one.
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
        return queue.sync {
            other.queue.sync {
                guard rule(cents, other.cents) else { return false }
                cents -= amount
                other.cents += amount
                return true
            }
        }
    }
}
