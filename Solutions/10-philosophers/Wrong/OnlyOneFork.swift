// Refused by: a philosopher eats with both forks
// Verdict: race
// Points: at most 3
// Because: A philosopher with one fork never waits for a second one. But the neighbor uses the other
// fork of this philosopher.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        forks[seat].lock()
        eat()
        forks[seat].unlock()
    }
}
