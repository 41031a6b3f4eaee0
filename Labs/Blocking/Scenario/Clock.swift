import Foundation

/// Another task. Work waits for it, up to a limit, and only once: so the lab sees whether it gets a thread meanwhile.
public final class Clock: @unchecked Sendable {  // `changed` protects everything that can change.
    private let limit: TimeInterval
    private let changed = NSCondition()
    private var isRunning = false
    private var wasInTime: Bool?

    public init(limit: TimeInterval) { self.limit = limit }

    func run() {
        changed.lock()
        isRunning = true
        changed.broadcast()
        changed.unlock()
    }

    func waitUntilItRuns() {
        let end = Date(timeIntervalSinceNow: limit)
        changed.lock()
        while !isRunning, wasInTime == nil, changed.wait(until: end) {}
        wasInTime = wasInTime ?? isRunning
        changed.unlock()
    }

    /// Whether it ran before the first wait was over.
    var ranInTime: Bool {
        changed.lock()
        defer { changed.unlock() }
        return wasInTime ?? false
    }
}
