/// An actor runs one piece of its code at a time. There is no `await` between the check and the
/// change, so no other task can come between them.
public actor ActorOffice {
    private var sold = 0
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        let seat = sold + 1
        guard seat <= seats else { return nil }
        printer.print(seat)
        sold = seat
        return seat
    }
}
