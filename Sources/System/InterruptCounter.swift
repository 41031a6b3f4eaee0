import Glibc
import Synchronization

/// Ctrl-C, or another signal that asks this process to end, during an exploration. The signals are
/// counted: the first asks for the results so far, the second ends the exploration.
///
/// There can be several counters at the same time, on several threads. The first one replaces the handlers
/// of the signals, and the last one restores them, in whatever order they end.
public final class InterruptCounter {
    /// The number of counters for each signal, and the handler before the first of them.
    private struct Users {
        var counts = [Int](repeating: 0, count: InterruptCounter.numbers)
        var earlier = Array(repeating: sigaction(), count: InterruptCounter.numbers)
    }
    private static let numbers = 65
    private static let users = Mutex(Users())

    /// How often each signal has arrived: made once, before the handlers, and never freed.
    private struct Presses: @unchecked Sendable {  // Atomic numbers; the pointer does not change.
        let counts = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: InterruptCounter.numbers)

        init() { for number in 0..<InterruptCounter.numbers { (counts + number).initialize(to: Atomic(0)) } }
    }
    private static let presses = Presses()

    private let signals: [Int32]
    private var before: [Int] = []
    private var hasEnded = false

    /// Counts from now on, in place of the earlier handlers of these signals.
    public convenience init() { self.init([SIGINT, SIGTERM, SIGHUP]) }

    /// - Parameter signals: their numbers.
    init(_ signals: [Int32]) {
        self.signals = signals
        before = signals.map(Self.number)
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { number in
            InterruptCounter.presses.counts[Int(number)].wrappingAdd(1, ordering: .relaxed)
        }
        Self.users.withLock { users in
            for signal in signals.map(Int.init) {
                users.counts[signal] += 1
                if users.counts[signal] == 1 { sigaction(Int32(signal), &action, &users.earlier[signal]) }
            }
        }
    }

    private static func number(of signal: Int32) -> Int { presses.counts[Int(signal)].load(ordering: .relaxed) }

    /// The number of signals since this counter began.
    public var count: Int { zip(signals, before).reduce(0) { $0 + Self.number(of: $1.0) - $1.1 } }

    /// Ends this counter. The last one restores the earlier handlers.
    public func end() {
        if hasEnded { return }
        hasEnded = true
        Self.users.withLock { users in
            for signal in signals.map(Int.init) {
                users.counts[signal] -= 1
                if users.counts[signal] == 0 { sigaction(Int32(signal), &users.earlier[signal], nil) }
            }
        }
    }
}
