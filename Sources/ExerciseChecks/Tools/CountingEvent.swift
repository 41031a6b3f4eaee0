import Foundation

/// An event that can happen several times and that threads wait for: a gate that opens, a group of
/// threads that is complete.
public final class CountingEvent: @unchecked Sendable {  // `count` is used only while holding the condition's lock.
    private let condition = NSCondition()
    private var count = 0

    public init() {}

    /// The number of times that it has happened.
    public var times: Int {
        condition.lock()
        defer { condition.unlock() }
        return count
    }

    public func happen() {
        condition.lock()
        count += 1
        condition.broadcast()
        condition.unlock()
    }

    /// Waits without a limit until it has happened this many times. For events that the checks
    /// themselves cause.
    public func wait(times wanted: Int = 1) {
        condition.lock()
        defer { condition.unlock() }
        while count < wanted { condition.wait() }
    }

    /// Waits until it has happened this many times, or until the patience is over. Returns whether
    /// it has happened. No clock decides (`Patience`).
    @discardableResult public func wait(times wanted: Int = 1, patience limit: Duration) -> Bool {
        if times >= wanted { return true }
        var patience = Patience(limit)
        return Bystanders.with {
            while !isOver(wanted, .milliseconds(10)) {
                if patience.isOver() { return times >= wanted }
            }
            return true
        }
    }

    /// Whether it has happened this many times, or does so soon.
    private func isOver(_ wanted: Int, _ nap: Duration) -> Bool {
        let deadline = Date(timeIntervalSinceNow: nap / .seconds(1))
        condition.lock()
        defer { condition.unlock() }
        while count < wanted {
            guard condition.wait(until: deadline) else { return count >= wanted }
        }
        return true
    }

    /// Counts this thread and waits for `crowd` threads. Returns whether all arrived before the
    /// patience was over.
    public func gather(_ crowd: Int, patience: Duration) -> Bool {
        happen()
        return wait(times: crowd, patience: patience)
    }
}
