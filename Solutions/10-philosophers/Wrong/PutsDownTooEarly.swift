// Refused by: a philosopher eats with both forks
// Verdict: race
// Points: at most 3
// Because: The first fork is put down before the second one is picked up. That breaks the circle, but
// the philosopher eats with one fork.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        left.lock()
        left.unlock()
        right.lock()
        eat()
        right.unlock()
    }
}
