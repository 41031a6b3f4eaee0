// Refused by: first come, first served
// Verdict: race
// Says: It got the permit itself
// Because: the permit is free until the resumed task runs. A task that is running already takes it.
import Synchronization

final class AsyncSemaphore: Sendable {
    private struct State {
        var permits: Int
        var waiting: [(call: Int, task: CheckedContinuation<Void, any Error>)] = []
        var calls = 0
    }

    private let state: Mutex<State>

    init(permits: Int) { state = Mutex(State(permits: permits)) }

    func wait() async throws {
        while true {
            try Task.checkCancellation()
            if takes() { return }
            try await next()
        }
    }

    private func takes() -> Bool {
        state.withLock { state in
            if state.permits == 0 { return false }
            state.permits -= 1
            return true
        }
    }

    private func next() async throws {
        let call = state.withLock { state in
            state.calls += 1
            return state.calls
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { task in
                let isOver = state.withLock { state in
                    if Task.isCancelled || state.permits > 0 { return true }
                    state.waiting.append((call, task))
                    return false
                }
                if isOver { task.resume() }
            }
        } onCancel: {
            let cancelled = state.withLock { state in
                state.waiting.firstIndex { $0.call == call }.map { state.waiting.remove(at: $0).task }
            }
            cancelled?.resume(throwing: CancellationError())
        }
    }

    func signal() {
        let next = state.withLock { state in
            state.permits += 1
            return state.waiting.isEmpty ? nil : state.waiting.removeFirst().task
        }
        next?.resume()
    }
}
