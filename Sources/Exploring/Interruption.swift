import Glibc

/// Ctrl-C, or another wish that this process may end, while something is explored: counted, so that the first asks for what is known so far and
/// the second ends it.
public final class Interruption {
    nonisolated(unsafe) private static let presses: UnsafeMutablePointer<Int32> = {
        let presses = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        presses.pointee = 0
        return presses
    }()
    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    private var before: [sigaction] = []

    /// Counts from now on, in place of whoever had these signals before.
    public init() {
        Self.presses.pointee = 0
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in Interruption.presses.pointee += 1 }
        for signal in Self.signals {
            var earlier = sigaction()
            sigaction(signal, &action, &earlier)
            before.append(earlier)
        }
    }

    /// How often it was wished since.
    public var count: Int { Int(Self.presses.pointee) }

    /// Gives the signals back.
    public func end() {
        for (signal, action) in zip(Self.signals, before) {
            var action = action
            sigaction(signal, &action, nil)
        }
    }
}
