import Synchronization

/// The fix: the state remembers a cancellation that comes first. The one that comes second resumes the task.
public final class KeptCancellation: Door {
    private enum State {
        case new, cancelled
        case waiting(CheckedContinuation<Void, any Error>)
    }
    private let state = Mutex(State.new)

    public init() {}

    public func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { store($0) }
        } onCancel: {
            cancel()
        }
    }

    private func store(_ continuation: CheckedContinuation<Void, any Error>) {
        let isTooLate = state.withLock { state in
            if case .cancelled = state { return true }
            state = .waiting(continuation)
            return false
        }
        if isTooLate { continuation.resume(throwing: CancellationError()) }
    }

    private func cancel() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            defer { state = .cancelled }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(throwing: CancellationError())
    }

    public var isWaiting: Bool {
        state.withLock { if case .waiting = $0 { true } else { false } }
    }
}
