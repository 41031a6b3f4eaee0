import Foundation

/// Makes the worst case certain: threads wait here for each other, for at most five seconds. When
/// all of them have come, all continue, and the next meeting can begin.
///
/// Without it the deadlocks depend on chance: rare on your machine, frequent on your users' machines.
public final class Meeting: @unchecked Sendable {  // `changed` protects everything that can change.
    private let expected: Int
    private var arrived = 0
    private var meetings = 0
    private let changed = NSCondition()

    public init(of expected: Int) { self.expected = expected }

    /// The same for the first threads that come. Later ones pass.
    public func meetOnce() {
        changed.lock()
        let isOver = meetings > 0
        changed.unlock()
        if !isOver { meet() }
    }

    public func meet() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        let number = meetings
        arrived += 1
        if arrived == expected {
            arrived = 0
            meetings += 1
            changed.broadcast()
        }
        while meetings == number, changed.wait(until: limit) {}
        changed.unlock()
    }
}
