import Synchronization

/// Prints a ticket, and counts how many counters print at the same time.
public final class Printer: Sendable {
    public enum Speed: Sendable {
        /// About a millisecond for each ticket.
        case ordinary
        /// No time at all, to measure the protection alone.
        case immediate
    }

    private struct Use {
        var now = 0
        var most = 0
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
        calculate(steps: 300_000)
        use.withLock { $0.now -= 1 }
    }

    /// The most counters that printed at the same time.
    public var mostAtOnce: Int { use.withLock { $0.most } }
}
