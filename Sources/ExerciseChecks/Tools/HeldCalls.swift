import Synchronization

/// Asynchronous calls that the checks hold: each call is suspended until the checks let it end.
///
/// So the checks decide which calls run at the same time, and no thread is blocked meanwhile.
public final class HeldCalls<Value: Sendable>: Sendable {
    /// One call.
    public struct Call: Sendable {
        /// The word with which it was called.
        public let name: String
        /// Whether the task that made the call was cancelled before the call began.
        public let beganCancelled: Bool
        /// Whether that task was cancelled before the call ended.
        public fileprivate(set) var isCancelled = false
        /// Whether the checks have let it end.
        public fileprivate(set) var hasEnded = false
        fileprivate var continuation: CheckedContinuation<Value, any Error>?
        /// Whether it is suspended, and waits for the checks.
        public var isHeld: Bool { continuation != nil }
    }

    private let calls = Mutex<[Call]>([])
    private let greatest = Mutex(0)

    public init() {}

    /// All calls so far, in the order in which they began.
    public var all: [Call] { calls.withLock { $0 } }

    /// The numbers of the calls that are held now.
    public var held: [Int] { calls.withLock { calls in calls.indices.filter { calls[$0].isHeld } } }

    /// The largest number of calls that were held at the same time.
    public var mostHeld: Int { greatest.withLock { $0 } }

    /// Begins a call, and returns when the checks let it end.
    public func call(_ name: String) async throws -> Value {
        let number = calls.withLock { calls in
            calls.append(Call(name: name, beganCancelled: Task.isCancelled))
            return calls.count - 1
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let count = calls.withLock { calls in
                    calls[number].continuation = continuation
                    return calls.count { $0.isHeld }
                }
                greatest.withLock { $0 = max($0, count) }
            }
        } onCancel: {
            calls.withLock { if !$0[number].hasEnded { $0[number].isCancelled = true } }
        }
    }

    /// Lets a call end. Does nothing if it is not held.
    public func end(_ number: Int, with result: Result<Value, any Error>) {
        let continuation = calls.withLock { calls in
            defer { calls[number].continuation = nil }
            if calls[number].isHeld { calls[number].hasEnded = true }
            return calls[number].continuation
        }
        continuation?.resume(with: result)
    }
}
