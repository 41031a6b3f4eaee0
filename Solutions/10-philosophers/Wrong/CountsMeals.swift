// Refused by: right in every interleaving
// Verdict: race
// Because: two philosophers who share no fork hold no common lock, and both change the counter.
import Foundation

final class Table {
    private(set) var meals = 0
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let next = (seat + 1) % forks.count
        let first = forks[min(seat, next)]
        let second = forks[max(seat, next)]
        first.lock()
        second.lock()
        meals += 1
        eat()
        second.unlock()
        first.unlock()
    }
}
