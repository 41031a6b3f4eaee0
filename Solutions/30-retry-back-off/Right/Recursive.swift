// Recursive: each call knows its pause, and how many attempts are left.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Request = @Sendable () async throws -> String
struct Overloaded: Error { var message: String }

func load(attempts: Int, sleep: @escaping Sleep, request: @escaping Request) async throws -> String {
    try await load(attempts: attempts, after: .seconds(1), sleep, request)
}

private func load(attempts: Int, after pause: Duration, _ sleep: @escaping Sleep, _ request: @escaping Request) async throws -> String {
    guard !Task.isCancelled else { throw CancellationError() }
    do {
        return try await request()
    } catch let error as Overloaded {
        if Task.isCancelled { throw CancellationError() }
        guard attempts > 1 else { throw error }
    }
    try await sleep(pause)
    return try await load(attempts: attempts - 1, after: min(pause * 2, .seconds(30)), sleep, request)
}
