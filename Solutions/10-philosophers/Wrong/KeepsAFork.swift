// Refused by: each philosopher can eat again
// Verdict: deadlock
// Because: The fork to the right is never put down, so the neighbor waits for ever.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        let isLast = seat == forks.count - 1
        (isLast ? right : left).lock()
        (isLast ? left : right).lock()
        eat()
        left.unlock()
    }
}
