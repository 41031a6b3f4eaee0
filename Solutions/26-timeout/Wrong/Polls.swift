// Refused by: the answer, or its error
// Verdict: wrongResult
// Says: `sleep` was called with
// Because: it sleeps for a moment, looks, and sleeps again. Each answer comes late, and each look wakes up a core.
import Synchronization

typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

private final class Box: Sendable {
    let result = Mutex<Result<String, any Error>?>(nil)
}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let box = Box()
    let work = Task {
        let result: Result<String, any Error>
        do { result = .success(try await ask()) } catch { result = .failure(error) }
        box.result.withLock { $0 = result }
    }
    defer { work.cancel() }
    var time = Duration.zero
    while time < limit {
        if let result = box.result.withLock({ $0 }) { return try result.get() }
        try await sleep(.milliseconds(100))
        time += .milliseconds(100)
    }
    throw TimedOut()
}
