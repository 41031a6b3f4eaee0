import Synchronization

/// A task waits here for a message, or until it is cancelled.
public protocol Mailbox: Sendable {
    init(_ staging: MailboxStaging?)
    func message() async -> String?
    func deliver(_ message: String)
    var isAwaited: Bool { get }
}

/// The state of both mailboxes, under their lock.
struct MailboxState {
    var waiting: CheckedContinuation<String?, Never>?
    var message: String?
    var isCancelled = false

    /// Hands the continuation on, if it is not resumed yet.
    mutating func take() -> CheckedContinuation<String?, Never>? {
        defer { waiting = nil }
        return waiting
    }
}
