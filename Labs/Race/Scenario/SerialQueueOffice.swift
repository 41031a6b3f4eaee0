import Dispatch

/// The sale is a block on a serial queue. The queue runs one block at a time.
public final class SerialQueueOffice: BoxOffice {
    private var sold = 0
    private let queue = DispatchQueue(label: "box office")
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        queue.sync {
            let seat = sold + 1
            guard seat <= seats else { return nil }
            printer.print(seat)
            sold = seat
            return seat
        }
    }
}
