// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 5
// Because: Different pauses make it rare that all philosophers hold one fork. They do not make it
// impossible.
import Foundation

final class Table {
    private let forks: [NSLock]

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        left.lock()
        usleep(UInt32(seat) * 100)
        right.lock()
        eat()
        right.unlock()
        left.unlock()
    }
}
