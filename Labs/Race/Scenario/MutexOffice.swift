import Synchronization

/// Swift's `Mutex` contains the variable that it protects. Code cannot use it without the lock.
public final class MutexOffice: BoxOffice {
    private let sold = Mutex(0)
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        sold.withLock { sold in
            let seat = sold + 1
            guard seat <= seats else { return nil }
            printer.print(seat)
            sold = seat
            return seat
        }
    }
}
