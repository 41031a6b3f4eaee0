// Refused by: a philosopher waits only for its own forks
// Verdict: notParallel
// Because: Not more than half of the philosophers can eat at the same time. But a philosopher that
// only waits counts too, and keeps another one out whose forks are free.
import Foundation

final class Table {
    private let forks: [NSLock]
    private let chairs: DispatchSemaphore

    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
        chairs = DispatchSemaphore(value: seats / 2)
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
