import Dispatch

/// A thread waits here for a signal, without a limit: every interleaving is run.
public final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    func send() { semaphore.signal() }
    func wait() { semaphore.wait() }

    /// The explorer lets the tasks begin at any moment.
    func pass() {}
}
