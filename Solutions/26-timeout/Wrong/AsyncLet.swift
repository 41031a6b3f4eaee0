// Refused by: a slow answer does not delay the timeout
// Verdict: missing
// Because: `async let` makes a child task, and the function waits for it before it returns.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let (results, continuation) = AsyncStream<Result<String, any Error>>.makeStream()
    async let work: Void = {
        do { continuation.yield(.success(try await ask())) } catch { continuation.yield(.failure(error)) }
    }()
    async let timer: Void = {
        try await sleep(limit)
        continuation.yield(.failure(TimedOut()))
    }()
    for await first in results { return try first.get() }
    throw CancellationError()
}
