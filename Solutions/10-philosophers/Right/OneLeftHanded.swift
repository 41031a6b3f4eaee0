// The first philosopher begins with the other hand, and that breaks the circle. The forks are serial
// queues.
import Dispatch

final class Table {
    private let forks: [DispatchQueue]

    init(seats: Int) {
        forks = (0..<seats).map { DispatchQueue(label: "fork \($0)") }
    }

    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat], right = forks[(seat + 1) % forks.count]
        let (first, second) = seat == 0 ? (right, left) : (left, right)
        first.sync { second.sync { eat() } }
    }
}
