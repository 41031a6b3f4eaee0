import Synchronization

/// Counts the questions after the cancellation.
public final class Printer: Sendable {
    private struct State {
        var questions = 0
        var late = 0
        var isTooLate = false
    }

    private let state = Mutex(State())

    public init() {}

    public var questions: Int { state.withLock { $0.questions } }
    var late: Int { state.withLock { $0.late } }

    func isReady() -> Bool {
        state.withLock { state in
            state.questions += 1
            if state.isTooLate { state.late += 1 }
            return false
        }
    }

    func isAsked() async {}
    func isCancelled() { state.withLock { $0.isTooLate = true } }
}
