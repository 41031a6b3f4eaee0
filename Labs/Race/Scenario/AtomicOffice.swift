import Synchronization

/// No lock: the change is made only if the checked number has not changed. If another counter was
/// faster, the change is *refused*. The ticket is thrown away, and this counter checks again.
///
/// `relaxed` is enough: the number is the only thing that the threads share.
public final class AtomicOffice: BoxOffice {
    private let sold = Atomic(0)
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        var seen = sold.load(ordering: .relaxed)
        while seen < seats {
            let seat = seen + 1
            printer.print(seat)
            let (isSold, current) = sold.compareExchange(expected: seen, desired: seat, ordering: .relaxed)
            if isSold { return seat }
            seen = current
        }
        return nil
    }
}
