// Refused by: a waiting transfer blocks
// Verdict: spins
// Points: at most 5
// Because: It gives the first lock back if the second one is not free. So there is no circular wait,
// but a transfer that has to wait uses a core all the time.
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
        if self === other { return lock.withLock { rule(cents, cents) } }
        while true {
            lock.lock()
            if other.lock.try() { break }
            lock.unlock()
        }
        defer {
            other.lock.unlock()
            lock.unlock()
        }
        guard rule(cents, other.cents) else { return false }
        cents -= amount
        other.cents += amount
        return true
    }
}
