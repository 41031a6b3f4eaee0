// One continuation in a lock. The first of the answer, the timeout and the cancellation takes it out.
import Synchronization

typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

private final class FirstResult: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<String, any Error>)
        case ended(Result<String, any Error>)
    }
    private let state = Mutex(State.new)

    func end(with result: Result<String, any Error>) {
        let task = state.withLock { state -> CheckedContinuation<String, any Error>? in
            switch state {
            case .ended: return nil
            case .new:
                state = .ended(result)
                return nil
            case .waiting(let task):
                state = .ended(result)
                return task
            }
        }
        task?.resume(with: result)
    }

    func value() async throws -> String {
        try await withCheckedThrowingContinuation { task in
            let known = state.withLock { state -> Result<String, any Error>? in
                if case .ended(let result) = state { return result }
                state = .waiting(task)
                return nil
            }
            if let known { task.resume(with: known) }
        }
    }
}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let first = FirstResult()
    let work = Task {
        do { first.end(with: .success(try await ask())) } catch { first.end(with: .failure(error)) }
    }
    let timer = Task {
        try await sleep(limit)
        first.end(with: .failure(TimedOut()))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    return try await withTaskCancellationHandler {
        try await first.value()
    } onCancel: {
        first.end(with: .failure(CancellationError()))
    }
}
