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
            guard sold < seats else { return nil }
            sold += 1
            printer.print(sold)
            return sold
        }
    }
}
