// Refused by: crashed
// Verdict: crash
// Says: Index out of range
// Because: The fork to the right of the last seat is fork 0.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[seat + 1]
        left.lock()
        right.lock()
        eat()
        right.unlock()
        left.unlock()
    }
}
