import Foundation

/// The bug: the lock protects the read, and it protects the write, but not the time between them. There is no data race, and the
/// update is still lost: another counter reads the old number meanwhile.
public final class TwoLocksOffice: BoxOffice {
    private var sold = 0
    private let lock = NSLock()
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        let seat = lock.withLock { sold + 1 }
        guard seat <= seats else { return nil }
        printer.print(seat)
        lock.withLock { sold = seat }  // The lock was free since the read.
        return seat
    }
}
