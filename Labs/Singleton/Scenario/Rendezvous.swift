import Foundation

/// Lets nobody go on before everybody who is expected has come.
final class Rendezvous {
    private let expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// Nobody waits longer than this for somebody who does not come, so that a cure in the wrong place shows in the figures and does
    /// not hang.
    private let patience: TimeInterval = 5

    init(for expected: Int) { self.expected = expected }

    /// How many have come so far.
    var arrivals: Int {
        changed.lock()
        defer { changed.unlock() }
        return arrived
    }

    /// Says that one more is there, without waiting.
    func arrive() {
        changed.lock()
        arrived += 1
        changed.broadcast()
        changed.unlock()
    }

    /// Waits until everybody is there.
    func waitForOthers() {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        while arrived < expected, changed.wait(until: limit) {}
        changed.unlock()
    }

    /// Comes, and waits for the others.
    func meet() {
        arrive()
        waitForOthers()
    }
}
