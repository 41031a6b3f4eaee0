// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 5
// Because: All philosophers do the same again, so the circle only has the other direction.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        right.lock()
        left.lock()
        eat()
        left.unlock()
        right.unlock()
    }
}
