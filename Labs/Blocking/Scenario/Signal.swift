import Dispatch

/// A thread waits here for a signal, for at most five seconds.
public final class Signal: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    public init() {}

    func send() { semaphore.signal() }
    func wait() { _ = semaphore.wait(timeout: .now() + 5) }

    /// Each thread lets the next one through.
    func pass() {
        wait()
        send()
    }
}
