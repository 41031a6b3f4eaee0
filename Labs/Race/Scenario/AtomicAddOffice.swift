import Synchronization

/// Half a cure: reading, adding and writing are one step now, so no update is lost. But the thread
/// checks first and acts later: *check-then-act*. Between the two, other threads sell the last seat.
public final class AtomicAddOffice: BoxOffice {
    private let sold = Atomic(0)
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        guard sold.load(ordering: .relaxed) < seats else { return nil }  // Check …
        printer.print(nil)
        return sold.add(1, ordering: .relaxed).newValue  // … then act: perhaps the seats are gone.
    }
}
