import Foundation

/// A round table. There is one fork between each two neighbors.
final class Table {
    private let forks: [NSLock]

    /// - Parameter seats: at least two.
    init(seats: Int) {
        forks = (0..<seats).map { _ in NSLock() }
    }

    /// The philosopher at this seat picks up the forks to the left and to the right, eats, and puts
    /// them down.
    ///
    /// The fork with the smaller number comes first. So only the last philosopher begins with the
    /// fork to the right.
    func dine(at seat: Int, eat: () -> Void) {
        let next = (seat + 1) % forks.count
        let first = forks[min(seat, next)]
        let second = forks[max(seat, next)]
        first.lock()
        second.lock()
        eat()
        second.unlock()
        first.unlock()
    }
}
