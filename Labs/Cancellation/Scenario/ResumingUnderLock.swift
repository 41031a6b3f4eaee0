import Synchronization

/// The bug: `resume` is called while the lock is held. While a handler runs, the runtime keeps its task locked, and `resume` needs the
/// task, too. So the two can wait for each other for ever.
public final class ResumingUnderLock: Mailbox {
    private let state = Mutex(MailboxState())
    private let staging: MailboxStaging?

    public init(_ staging: MailboxStaging?) { self.staging = staging }

    public func message() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                state.withLock { state in
                    if state.message == nil, !state.isCancelled { return state.waiting = continuation }
                    continuation.resume(returning: state.message)
                }
            }
        } onCancel: {
            staging?.handlerBegins()
            state.withLock { state in
                state.isCancelled = true
                state.take()?.resume(returning: nil)
            }
        }
    }

    public func deliver(_ message: String) {
        state.withLock { state in
            staging?.waitForHandler()
            state.message = message
            state.take()?.resume(returning: message)
        }
    }

    public var isAwaited: Bool { state.withLock { $0.waiting != nil } }
}
