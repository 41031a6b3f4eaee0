/// The bug: an ordinary variable that several threads read and change.
///
/// `sold = seat` writes a number that was computed from an older read. Two threads that read the same
/// number also write the same number. One of the two changes is lost: a *lost update*. (`sold += 1`
/// does the same two steps in one line.)
public final class UnprotectedOffice: BoxOffice {
    private var sold = 0
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        let seat = sold + 1  // Read …
        guard seat <= seats else { return nil }
        printer.print(seat)
        sold = seat  // … and write. Meanwhile other threads have read the same number.
        return seat
    }
}
