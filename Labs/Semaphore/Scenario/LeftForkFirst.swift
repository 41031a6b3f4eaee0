/// The mistake: everybody takes the left fork, then the right one.
///
/// It goes well for years, until one day all of them reach out at the same moment. Then every fork is in a left hand, and everybody waits
/// for a neighbour, who waits too: a circle. That is a deadlock. Nobody here did anything that would be wrong by itself.
public struct LeftForkFirst: Etiquette {
    public init() {}

    public func dine(at seat: Seat) {
        seat.left.take()
        seat.holdsOneFork()
        seat.right.take()
        seat.eat()
        seat.right.putBack()
        seat.left.putBack()
    }
}
