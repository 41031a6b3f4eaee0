// An actor keeps the first result, and the continuation of the task that waits for it.
typealias Sleep = @Sendable (_ duration: Duration) async throws -> Void
typealias Ask = @Sendable () async throws -> String
struct TimedOut: Error {}

private actor Finish {
    private var result: Result<String, any Error>?
    private var waiting: CheckedContinuation<String, any Error>?

    func end(with new: Result<String, any Error>) {
        guard result == nil else { return }
        result = new
        waiting?.resume(with: new)
        waiting = nil
    }

    func value() async throws -> String {
        if let result { return try result.get() }
        return try await withCheckedThrowingContinuation { waiting = $0 }
    }
}

func answer(within limit: Duration, sleep: @escaping Sleep, from ask: @escaping Ask) async throws -> String {
    let finish = Finish()
    let work = Task {
        let result: Result<String, any Error>
        do { result = .success(try await ask()) } catch { result = .failure(error) }
        await finish.end(with: result)
    }
    let timer = Task {
        try await sleep(limit)
        await finish.end(with: .failure(TimedOut()))
    }
    defer {
        work.cancel()
        timer.cancel()
    }
    return try await withTaskCancellationHandler {
        try await finish.value()
    } onCancel: {
        Task { await finish.end(with: .failure(CancellationError())) }
    }
}
