import Dispatch

// The situation (Edsger Dijkstra, 1965): philosophers sit around a table, with one fork between
// each two of them. A philosopher needs both neighboring forks to eat, so neighbors can never eat
// at the same time.

/// A fork, which only one philosopher can hold: a semaphore that starts at 1.
public struct Fork: Sendable {
    let number: Int
    private let semaphore = DispatchSemaphore(value: 1)

    init(number: Int) { self.number = number }

    func take() { semaphore.wait() }

    func putBack() { semaphore.signal() }
}

/// A philosopher's place: a fork to the left, a fork to the right, and a meal.
public struct Seat: Sendable {
    let left: Fork
    let right: Fork
    let table: TableWatch

    /// Call this while holding one fork. As many philosophers as possible wait for each other here,
    /// once, so that the worst case is certain.
    func holdsOneFork() { table.philosopherHoldsOneFork() }

    func eat() { table.philosopherEats(with: [left.number, right.number]) }
}

/// The rule by which philosophers take forks.
public protocol Etiquette: Sendable {
    /// Acquires two forks, eats, and releases them.
    func dine(at seat: Seat)
}
