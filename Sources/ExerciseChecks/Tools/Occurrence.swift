import Foundation

/// Something that happens, perhaps more than once, and that threads wait for: a gate that opens, a crowd that gathers.
public final class Occurrence: @unchecked Sendable {  // `count` is touched under the condition's lock alone.
    private let condition = NSCondition()
    private var count = 0

    public init() {}

    /// How often it has happened.
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

    /// Waits until it has happened so often, however long that takes: for what the checks themselves will do.
    public func wait(times wanted: Int = 1) {
        condition.lock()
        defer { condition.unlock() }
        while count < wanted { condition.wait() }
    }

    /// Waits until it has happened so often, or until the patience is over; whether it has. No clock decides (`Patience`).
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

    /// Whether it has happened so often, or does so soon.
    private func isOver(_ wanted: Int, _ nap: Duration) -> Bool {
        let deadline = Date(timeIntervalSinceNow: nap / .seconds(1))
        condition.lock()
        defer { condition.unlock() }
        while count < wanted {
            guard condition.wait(until: deadline) else { return count >= wanted }
        }
        return true
    }

    /// One of a crowd that gathers: waits until `crowd` have come; whether they have before the patience is over.
    public func gather(_ crowd: Int, patience: Duration) -> Bool {
        happen()
        return wait(times: crowd, patience: patience)
    }
}
