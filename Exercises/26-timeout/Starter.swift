/// Sleeps for a duration. If the task is cancelled meanwhile, it ends immediately, with a `CancellationError`.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void

/// Asks a server. Perhaps it looks at a cancellation, and perhaps it goes on until the server answers.
typealias Ask = @Sendable () async throws -> String

/// The server has not answered within the limit.
struct TimedOut: Error {}

/// Returns the answer of the server, or throws its error; but throws `TimedOut` if that takes longer than the limit.
func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    try await withThrowingTaskGroup(of: String.self) { group in
        group.addTask { try await ask() }
        group.addTask {
            try await sleep(limit)
            throw TimedOut()
        }
        defer { group.cancelAll() }
        guard let first = try await group.next() else { throw TimedOut() }
        return first
    }
}
