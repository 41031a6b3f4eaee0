// Refused by: a philosopher waits only for its own forks
// Verdict: notParallel
// Points: at least 8
// Because: Picking up is one step, so there is no circular wait. But a philosopher that waits for a
// fork holds the lock of the table, and no other philosopher can pick up free forks.
import Foundation

final class Table {
    private let forks: [NSLock]
    private let table = NSLock()

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        table.lock()
        left.lock()
        right.lock()
        table.unlock()
        eat()
        right.unlock()
        left.unlock()
    }
}
