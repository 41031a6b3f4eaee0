import Dispatch

// The situation (Edsger Dijkstra, 1965): philosophers sit around a table, with one fork between each two of them. A philosopher needs the
// two forks beside the plate to eat, so neighbours can never eat at the same time.

/// A fork, which only one can hold: a semaphore of one.
public struct Fork: Sendable {
    let number: Int
    private let semaphore = DispatchSemaphore(value: 1)

    init(number: Int) { self.number = number }

    func take() { semaphore.wait() }

    func putBack() { semaphore.signal() }
}

/// A philosopher's place: a fork to the left, a fork to the right, and something to eat.
public struct Seat: Sendable {
    let left: Fork
    let right: Fork
    let table: TableWatch

    /// To be said with one fork in the hand. As many as can get so far wait for each other here, once, so that it certainly comes to the worst.
    func holdsOneFork() { table.philosopherHoldsOneFork() }

    func eat() { table.philosopherEats(with: [left.number, right.number]) }
}

/// How philosophers behave at the table.
public protocol Etiquette: Sendable {
    /// Takes two forks, eats, and puts them back.
    func dine(at seat: Seat)
}
