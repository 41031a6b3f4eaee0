import Glibc

/// Ctrl-C, or another signal that asks this process to end, during an exploration. The signals are
/// counted: the first asks for the results so far, the second ends the exploration.
public final class InterruptCounter {
    nonisolated(unsafe) private static let presses: UnsafeMutablePointer<Int32> = {
        let presses = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        presses.pointee = 0
        return presses
    }()
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private var before: [sigaction] = []

    /// Counts from now on, in place of the earlier handlers of these signals.
    public init() {
        Self.presses.pointee = 0
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in InterruptCounter.presses.pointee += 1 }
        for signal in Self.signals {
            var earlier = sigaction()
            sigaction(signal, &action, &earlier)
            before.append(earlier)
        }
    }

    /// The number of signals since then.
    public var count: Int { Int(Self.presses.pointee) }

    /// Restores the earlier handlers.
    public func end() {
        for (signal, action) in zip(Self.signals, before) {
            var action = action
            sigaction(signal, &action, nil)
        }
    }
}
