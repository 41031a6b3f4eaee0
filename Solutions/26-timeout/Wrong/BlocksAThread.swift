// Refused by: no thread is blocked
// Or refused by: the answer, or its error
// Or refused by: a slow answer does not delay the timeout
// Verdict: waits
// Because: a semaphore blocks a thread of the pool for each call that waits, and its limit is of another clock.
import Dispatch
import Synchronization

typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

private final class Box: Sendable {
    let result = Mutex<Result<String, any Error>?>(nil)
}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let box = Box(), end = DispatchSemaphore(value: 0)
    let work = Task {
        let result: Result<String, any Error>
        do { result = .success(try await ask()) } catch { result = .failure(error) }
        box.result.withLock { $0 = $0 ?? result }
        end.signal()
    }
    let timer = Task {
        try await sleep(limit)
        box.result.withLock { $0 = $0 ?? .failure(TimedOut()) }
        end.signal()
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    block(end)
    guard let result = box.result.withLock({ $0 }) else { throw TimedOut() }
    return try result.get()
}

private func block(_ end: DispatchSemaphore) { end.wait() }
