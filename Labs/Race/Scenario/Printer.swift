import Synchronization

/// Prints tickets, between the check and the change of a sale. It counts the counters that do so.
public final class Printer: Sendable {
    public enum Speed: Sendable {
        /// About half a millisecond for each ticket.
        case ordinary
        /// No time at all, to measure the protection alone.
        case immediate
    }

    private struct Use {
        var now = 0
        var most = 0
        var printed = 0
        var ink: UInt64 = 0
    }

    private let use = Mutex(Use())
    private let speed: Speed
    private let meeting: Meeting?

    public init(speed: Speed = .ordinary, meeting: Meeting? = nil) {
        self.speed = speed
        self.meeting = meeting
    }

    /// - Parameter seat: the number on the ticket, if it is known already.
    func print(_ seat: Int?) {
        guard speed == .ordinary else { return }
        use.withLock {
            $0.now += 1
            $0.most = max($0.most, $0.now)
        }
        meeting?.meet()
        let ink = calculate(steps: 300_000)
        use.withLock {
            $0.now -= 1
            $0.printed += 1
            $0.ink &+= ink  // A compiler that optimizes leaves out a calculation whose result is not used.
        }
    }

    /// The most counters that printed at the same time.
    public var mostAtOnce: Int { use.withLock { $0.most } }

    /// All tickets, also those that were thrown away.
    public var ticketsPrinted: Int { use.withLock { $0.printed } }
}
