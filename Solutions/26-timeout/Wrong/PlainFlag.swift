// Refused by: right in every interleaving
// Verdict: race
// Because: the answer and the timeout can both find that the flag is not set.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

private final class Flag: @unchecked Sendable {
    var isSet = false
}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let (results, continuation) = AsyncStream<Result<String, any Error>>.makeStream()
    let flag = Flag()
    @Sendable func end(_ result: Result<String, any Error>) {
        if flag.isSet { return }
        flag.isSet = true
        continuation.yield(result)
    }
    let work = Task {
        do { end(.success(try await ask())) } catch { end(.failure(error)) }
    }
    let timer = Task {
        try await sleep(limit)
        end(.failure(TimedOut()))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    for await first in results { return try first.get() }
    throw CancellationError()
}
