/// The cure that does not help: each access is atomic, but a sale takes two accesses.
///
/// There is no data race any more. The lost update is still there.
public final class AtomicPropertyOffice: BoxOffice {
    @AtomicProperty private var sold = 0
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        let seat = sold + 1  // An atomic read …
        guard seat <= seats else { return nil }
        printer.print(seat)
        sold = seat  // … and an atomic write. Nothing protects the time between them.
        return seat
    }
}
