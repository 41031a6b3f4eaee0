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
    func dine(at seat: Int, eat: () -> Void) {
        let left = forks[seat]
        let right = forks[(seat + 1) % forks.count]
        left.lock()
        right.lock()
        eat()
        right.unlock()
        left.unlock()
    }
}
