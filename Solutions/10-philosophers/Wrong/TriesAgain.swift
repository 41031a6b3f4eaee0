// Refused by: a waiting philosopher blocks
// Verdict: spins
// Points: at most 5
// Because: A philosopher that cannot get the second fork puts the first one down, and tries again
// immediately. It uses a core until the fork is free.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        while true {
            left.lock()
            if right.try() { break }
            left.unlock()
        }
        eat()
        right.unlock()
        left.unlock()
    }
}
