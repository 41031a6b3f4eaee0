import Dispatch
import Synchronization

/// Holds the printer until the title has been read, for at most five seconds.
public final class Paper: Sendable {
    private let isPrinting = Meeting(of: 1)
    private let isRead = DispatchSemaphore(value: 0)
    private let hasPassed = Atomic(false)

    public init() {}

    func feed() {
        isPrinting.arrive()
        _ = isRead.wait(timeout: .now() + 5)
        hasPassed.store(true, ordering: .sequentiallyConsistent)
    }

    func waitUntilPrinting() async { await isPrinting.wait() }

    /// Whether the printer is still at its page.
    var isThere: Bool { !hasPassed.load(ordering: .sequentiallyConsistent) }

    func letGo() { isRead.signal() }
}
