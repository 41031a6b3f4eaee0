import Synchronization

/// Permits for tasks, for example to use one of a few connections. Any task can call it.
final class AsyncSemaphore: Sendable {
    private typealias Waiting = CheckedContinuation<Void, any Error>

    private struct State {
        var permits: Int
        /// The tasks that wait, in their order, each with the number of its call.
        var waiting: [(call: Int, task: Waiting)] = []
        var calls = 0
    }

    private let state: Mutex<State>

    init(permits: Int) {
        state = Mutex(State(permits: permits))
    }

    /// Takes a permit. If none is left, the task is suspended until it gets one.
    func wait() async throws {
        let call = state.withLock { state in
            state.calls += 1
            return state.calls
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (task: Waiting) in
                let answer = state.withLock { state -> Result<Void, any Error>? in
                    // If the handler has run already, it found nothing.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.permits > 0 {
                        state.permits -= 1
                        return .success(())
                    }
                    state.waiting.append((call, task))
                    return nil
                }
                if let answer { task.resume(with: answer) }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.call == call }.map { state.waiting.remove(at: $0).task }
            }
            cancelled?.resume(throwing: CancellationError())
        }
    }

    /// Gives a permit back.
    func signal() {
        let next = state.withLock { state -> Waiting? in
            // The permit goes from hand to hand, so no other task can take it.
            if !state.waiting.isEmpty { return state.waiting.removeFirst().task }
            state.permits += 1
            return nil
        }
        next?.resume()
    }
}
