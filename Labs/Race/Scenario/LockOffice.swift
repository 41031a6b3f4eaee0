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
        guard sold < seats else { return nil }
        sold += 1
        printer.print(sold)
        return sold
    }
}
