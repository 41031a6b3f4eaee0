import Foundation

/// A lock around the whole sale: the check and the change are one *critical section*.
public final class LockOffice: BoxOffice {
    private var sold = 0
    private let lock = NSLock()
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        let seat = sold + 1
        guard seat <= seats else { return nil }
        printer.print(seat)
        sold = seat  // No other thread has read the number meanwhile.
        return seat
    }
}
