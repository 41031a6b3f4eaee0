// Only `ask` is unstructured. A group has two children that both notice a cancellation: one reads the result, the other one sleeps.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let (results, continuation) = AsyncThrowingStream<String, any Error>.makeStream()
    let work = Task {
        do {
            continuation.yield(try await ask())
            continuation.finish()
        } catch {
            continuation.finish(throwing: error)
        }
    }
    defer { work.cancel() }
    return try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask {
            for try await answer in results { return answer }
            throw CancellationError()
        }
        group.addTask {
            try await sleep(limit)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        guard let answer = try await group.next() else { throw TimedOut() }
        return answer
    }
}
