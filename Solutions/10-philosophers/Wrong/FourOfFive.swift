// Refused by: right in every interleaving
// Verdict: deadlock
// Points: at most 5
// Because: The limit is right for five philosophers only. At a smaller table all of them can hold one
// fork.
import Foundation

final class Table {
    private let forks: [NSLock]
    private let chairs = DispatchSemaphore(value: 4)

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        chairs.wait()
        left.lock()
        right.lock()
        eat()
        right.unlock()
        left.unlock()
        chairs.signal()
    }
}
