import Synchronization

/// The fix: the continuation is taken out under the lock, and resumed when the lock is free.
public final class ResumingOutside: Mailbox {
    private let state = Mutex(MailboxState())
    private let staging: MailboxStaging?

    public init(_ staging: MailboxStaging?) { self.staging = staging }

    public func message() async -> String? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.message == nil, !state.isCancelled { state.waiting = continuation }
                    return state.waiting == nil
                }
                if isOver { continuation.resume(returning: state.withLock { $0.message }) }
            }
        } onCancel: {
            staging?.handlerBegins()
            let waiting = state.withLock { state in
                state.isCancelled = true
                return state.take()
            }
            waiting?.resume(returning: nil)
        }
    }

    public func deliver(_ message: String) {
        let waiting = state.withLock { state in
            staging?.waitForHandler()
            state.message = message
            return state.take()
        }
        waiting?.resume(returning: message)
    }

    public var isAwaited: Bool { state.withLock { $0.waiting != nil } }
}
