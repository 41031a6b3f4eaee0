import Synchronization

/// Counts the files that are copied after the cancellation.
public final class Disk: Sendable {
    private struct State {
        var copied = 0
        var late = 0
        var isTooLate = false
    }

    private let state = Mutex(State())

    public init(_ halfway: Halfway) {}

    public var copied: Int { state.withLock { $0.copied } }
    var late: Int { state.withLock { $0.late } }

    func copy(_ file: Int) {
        state.withLock { state in
            state.copied += 1
            if state.isTooLate { state.late += 1 }
        }
    }

    func isCancelled() { state.withLock { $0.isTooLate = true } }
}

func calculate() {}
