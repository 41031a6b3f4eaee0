import Foundation

/// Threads wait here until as many have come as are expected, for at most five seconds. So
/// operations that *can* run at the same time *do* run at the same time.
public final class Meeting: @unchecked Sendable {  // `arrived` is protected by `changed`.
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
