/// The first fix: the forks have numbers, and every philosopher takes the lower number first.
///
/// A philosopher who holds a fork then waits only for a fork with a *higher* number. Go from a
/// waiting philosopher to the one who holds that fork, and so on: the numbers grow with each step,
/// so you never come back to the beginning. Without a circular wait there is no deadlock.
public struct OrderedForks: Etiquette {
    public init() {}

    public func dine(at seat: Seat) {
        let (first, second) = seat.left.number < seat.right.number ? (seat.left, seat.right) : (seat.right, seat.left)
        first.take()
        seat.holdsOneFork()
        second.take()
        seat.eat()
        second.putBack()
        first.putBack()
    }
}
