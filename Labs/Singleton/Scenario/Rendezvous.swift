import Foundation

/// All expected callers wait here until the last one has arrived.
final class Rendezvous {
    private let expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// The longest wait for a caller that does not arrive. So a fix in the wrong place gives wrong
    /// figures, but does not hang.
    private let patience: TimeInterval = 5

    init(for expected: Int) { self.expected = expected }

    /// The number of callers that have arrived so far.
    var arrivals: Int {
        changed.lock()
        defer { changed.unlock() }
        return arrived
    }

    /// Counts one more caller, without waiting.
    func arrive() {
        changed.lock()
        arrived += 1
        changed.broadcast()
        changed.unlock()
    }

    /// Waits until all have arrived.
    func waitForOthers() {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while arrived < expected, changed.wait(until: limit) {}
        changed.unlock()
    }

    /// Arrives, and waits for the others.
    func meet() {
        arrive()
        waitForOthers()
    }
}
