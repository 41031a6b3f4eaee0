import Synchronization

/// Prints tickets, between the check and the change of a sale. It counts the counters that do so.
public final class Printer: Sendable {
    public enum Speed: Sendable {
        /// About half a millisecond for each ticket.
        case ordinary
        /// No time at all, to measure the protection alone.
        case immediate
    }

    // Atomic numbers, so that a counter is never blocked in the printer.
    private let now = Atomic(0)
    private let most = Atomic(0)
    private let printed = Atomic(0)
    private let ink = Atomic<UInt64>(0)
    private let speed: Speed
    private let meeting: Meeting?

    public init(speed: Speed = .ordinary, meeting: Meeting? = nil) {
        self.speed = speed
        self.meeting = meeting
    }

    /// - Parameter seat: the number on the ticket, if it is known already.
    func print(_ seat: Int?) {
        guard speed == .ordinary else { return }
        most.max(now.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
        meeting?.meet()
        // The result is used: otherwise a compiler that optimizes leaves out the calculation.
        ink.wrappingAdd(calculate(steps: 300_000), ordering: .relaxed)
        printed.add(1, ordering: .relaxed)
        now.subtract(1, ordering: .relaxed)
    }

    /// The most counters that printed at the same time.
    public var mostAtOnce: Int { most.load(ordering: .relaxed) }

    /// All tickets, also those that were thrown away.
    public var ticketsPrinted: Int { printed.load(ordering: .relaxed) }
}
