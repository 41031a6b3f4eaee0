import Synchronization

/// A task that calls an asynchronous function of the attempt, and is observed from outside.
///
/// A suspended task has no thread. If all threads of the process sleep, each task has ended or is
/// suspended. So `ProbeThread.allComeToRest()` shows when a task will not go on alone.
public final class ProbeTask<Success: Sendable>: Sendable {
    private let end: End<Success>
    private let task: Task<Void, Never>

    /// Starts a task that calls `body`.
    public init(_ body: @escaping @Sendable () async throws -> Success) {
        let end = End<Success>()
        self.end = end
        task = Task.detached {
            let result: Result<Success, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            end.result.withLock { $0 = result }
            end.event.happen()
        }
    }

    /// The result of the call; nil if it has not returned.
    public var result: Result<Success, any Error>? { end.result.withLock { $0 } }

    /// The value that it returned; nil if it has not returned, or has thrown an error.
    public var value: Success? { try? result?.get() }

    /// The error that it threw; nil if it has not returned, or has returned a value.
    public var error: (any Error)? {
        if case .failure(let error)? = result { error } else { nil }
    }

    /// Whether the call has returned.
    public var hasEnded: Bool { end.event.times > 0 }

    /// Cancels the task of the call.
    public func cancel() { task.cancel() }

    /// Blocks this thread until the call has returned, without a limit.
    func waitForResult() -> Result<Success, any Error> {
        while true {
            end.event.wait()
            if let result { return result }
        }
    }

    /// Waits until the call has returned. Returns whether it did before the patience was over.
    @discardableResult public func wait(patience: Duration = ProbeThread.patience) -> Bool { end.event.wait(patience: patience) }
}

/// The end of a task: a `Mutex` cannot be captured by a closure.
private final class End<Success: Sendable>: Sendable {
    let result = Mutex<Result<Success, any Error>?>(nil)
    let event = CountingEvent()
}
