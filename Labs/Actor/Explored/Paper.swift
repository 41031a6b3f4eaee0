import Dispatch

/// Holds the printer without a time limit: the explorer would run the interleavings in which it is over, too.
public final class Paper: Sendable {
    private let isPrinting = DispatchSemaphore(value: 0)
    private let isRead = DispatchSemaphore(value: 0)

    public init() {}

    func feed() {
        isPrinting.signal()
        isRead.wait()
    }

    func waitUntilPrinting() async {}
    var isThere: Bool { true }
    func letGo() { isRead.signal() }
}
