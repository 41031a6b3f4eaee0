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

    /// Waits until it has happened so often; whether it has, within the limit.
    @discardableResult public func wait(times wanted: Int = 1, limit: Duration) -> Bool {
        let deadline = Date(timeIntervalSinceNow: limit / .seconds(1))
        condition.lock()
        defer { condition.unlock() }
        while count < wanted {
            guard condition.wait(until: deadline) else { return count >= wanted }
        }
        return true
    }

    /// One of a crowd that gathers: waits until `crowd` have come; whether they have, within the limit.
    public func gather(_ crowd: Int, limit: Duration) -> Bool {
        happen()
        return wait(times: crowd, limit: limit)
    }
}
