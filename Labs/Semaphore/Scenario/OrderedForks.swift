/// The first cure: the forks have numbers, and everybody takes the lower one first.
///
/// Who holds a fork then waits only for a fork with a *higher* number. Go from each who waits to the one who has that fork: the numbers
/// grow from step to step, so the way never comes back to where it began. Without a circle there is no deadlock.
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
