/// The bug: every philosopher takes the left fork, then the right one.
///
/// It works for years, until one day all of them take their left fork at the same moment. Then each
/// holds one fork and waits for a neighbor, who waits too. This circular wait is a deadlock,
/// although each single philosopher does nothing wrong.
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
