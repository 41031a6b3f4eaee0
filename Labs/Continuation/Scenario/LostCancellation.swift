import Synchronization

/// A task waits at the door until it is cancelled.
public protocol Door: Sendable {
    func wait() async throws
    var isWaiting: Bool { get }
}

/// The bug: if the task is cancelled before the continuation is stored, the handler finds nothing, and does not come again.
public final class LostCancellation: Door {
    private let waiting = Mutex<CheckedContinuation<Void, any Error>?>(nil)

    public init() {}

    public func wait() async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.withLock { $0 = continuation }
            }
        } onCancel: {
            let continuation = waiting.withLock { $0 }
            continuation?.resume(throwing: CancellationError())
        }
    }

    public var isWaiting: Bool { waiting.withLock { $0 != nil } }
}
