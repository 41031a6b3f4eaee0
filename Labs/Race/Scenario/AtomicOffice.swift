import Synchronization

/// No lock: the change happens only if the number is still the one that was checked. If another
/// thread was faster, this thread checks again with the new number.
public final class AtomicOffice: BoxOffice {
    private let sold = Atomic(0)
    private let seats: Int
    private let printer: Printer

    public init(seats: Int, printer: Printer) {
        self.seats = seats
        self.printer = printer
    }

    public func sell() -> Int? {
        var seen = sold.load(ordering: .relaxed)
        while seen < seats {
            // "Check" and "act" in one step.
            let (isSold, current) = sold.compareExchange(expected: seen, desired: seen + 1, ordering: .relaxed)
            if isSold {
                printer.print(seen + 1)
                return seen + 1
            }
            seen = current
        }
        return nil
    }
}
