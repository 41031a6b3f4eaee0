// At most all philosophers but one try at the same time. Then one of them always gets both forks.
import Dispatch

final class Table: Sendable {
    private let forks: [DispatchSemaphore]
    private let chairs: DispatchSemaphore

    init(seats: Int) {
        forks = (0..<seats).map { _ in DispatchSemaphore(value: 1) }
        chairs = DispatchSemaphore(value: seats - 1)
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        chairs.wait()
        left.wait()
        right.wait()
        eat()
        right.signal()
        left.signal()
        chairs.signal()
    }
}
