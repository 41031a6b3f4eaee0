import Foundation

/// Threads wait here until as many have come as are expected, for at most five seconds. So
/// operations that *can* run at the same time *do* run at the same time.
public final class Meeting: @unchecked Sendable {  // Its variables are protected by `changed`.
    private let expected: Int
    private var arrived = 0
    private var isOver = false
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

/// An operation can be kept running until another thread has done its part.
extension Meeting {
    /// Waits until `end()` is called, for at most five seconds.
    func waitForEnd() {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        while !isOver, changed.wait(until: limit) {}
        changed.unlock()
    }

    func end() {
        changed.lock()
        isOver = true
        changed.broadcast()
        changed.unlock()
    }
}

/// Counts how often a completion block has run.
public final class Completions: @unchecked Sendable {  // `runs` is protected by `changed`.
    private var runs = 0
    private let changed = NSCondition()

    public init() {}

    func add() {
        changed.lock()
        runs += 1
        changed.broadcast()
        changed.unlock()
    }

    var count: Int {
        changed.lock()
        defer { changed.unlock() }
        return runs
    }

    /// Waits until the block has run that often, for at most five seconds.
    func wait(for expected: Int) {
        let limit = Date(timeIntervalSinceNow: 5)
        changed.lock()
        while runs < expected, changed.wait(until: limit) {}
        changed.unlock()
    }
}
