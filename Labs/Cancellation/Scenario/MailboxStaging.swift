import Dispatch
import Glibc

/// The message comes when the handler has just begun. Waits for at most five seconds.
public final class MailboxStaging: Sendable {
    private let delivery = DispatchSemaphore(value: 0)
    private let handler = DispatchSemaphore(value: 0)

    public init() {}

    func handlerBegins() { handler.signal() }

    func waitForHandler() {
        delivery.signal()
        _ = handler.wait(timeout: .now() + 5)
    }

    func waitForDelivery() { _ = delivery.wait(timeout: .now() + 5) }

    /// Looks once in a millisecond.
    func wait(until condition: () -> Bool) {
        for _ in 1...5000 where !condition() { usleep(1000) }
    }
}
