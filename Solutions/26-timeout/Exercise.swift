/// Sleeps for a duration. If the task is cancelled meanwhile, it ends immediately, with a `CancellationError`.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void

/// Asks a server. Perhaps it looks at a cancellation, and perhaps it goes on until the server answers.
typealias Ask = @Sendable () async throws -> String

/// The server has not answered within the limit.
struct TimedOut: Error {}

/// Returns the answer of the server, or throws its error; but throws `TimedOut` if that takes longer than the limit.
func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    // (A cancelled loop still gets a result that is already in the stream.)
    try Task.checkCancellation()
    let (results, continuation) = AsyncStream<Result<String, any Error>>.makeStream()
    // Unstructured tasks: the function can return while they still run.
    let work = Task {
        do { continuation.yield(.success(try await ask())) } catch { continuation.yield(.failure(error)) }
    }
    let timer = Task {
        try await sleep(limit)
        continuation.yield(.failure(TimedOut()))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for await first in results { return try first.get() }
    // The stream has ended without a result: this task was cancelled.
    throw CancellationError()
}
