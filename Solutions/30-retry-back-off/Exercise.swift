/// Sleeps for a duration. If the task is cancelled, it ends immediately, with a `CancellationError`.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void

/// Asks the server once.
typealias Request = @Sendable () async throws -> String

/// The server has too much work. A later request can succeed.
struct Overloaded: Error {
    /// The server's own words about it.
    var message: String
}

/// Asks the server, and asks again if it is overloaded: after a pause that doubles each time, up to 30 s.
func load(attempts: Int, sleep: @escaping Sleep, request: @escaping Request) async throws -> String {
    var pause = Duration.seconds(1)
    for _ in 1..<attempts {
        try Task.checkCancellation()
        do {
            return try await request()
        } catch is Overloaded {
            // A cancellation ends this with an error: also one that came during the request.
            try await sleep(pause)
            pause = min(pause * 2, .seconds(30))
        }
    }
    // The last attempt: its error is the error of the call.
    try Task.checkCancellation()
    do {
        return try await request()
    } catch is Overloaded where Task.isCancelled {
        throw CancellationError()
    }
}
