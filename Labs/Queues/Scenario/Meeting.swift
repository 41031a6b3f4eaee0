import Foundation

/// Each block waits here until as many blocks have come as are expected, for at most five seconds.
public final class Meeting: @unchecked Sendable {  // `changed` protects `arrived`.
    private let expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    public init(of expected: Int) { self.expected = expected }

    func meet() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        arrived += 1
        changed.broadcast()
        while arrived < expected, changed.wait(until: limit) {}
        changed.unlock()
    }
}
