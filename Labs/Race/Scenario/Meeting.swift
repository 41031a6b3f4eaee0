import Foundation

/// Makes the bugs certain: each counter waits here until all of them have looked at the number of
/// sold seats, for at most five seconds.
///
/// Without it the bugs depend on chance: rare on your machine, frequent on a busy evening.
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
