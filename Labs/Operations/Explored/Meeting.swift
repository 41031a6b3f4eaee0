import Foundation

/// Is not used here: the explorer runs every interleaving, so nothing has to be forced.
public final class Meeting: Sendable {
    func meet() {}
    func waitForEnd() {}
    func end() {}
}

/// Counts how often a completion block has run. Waits without a time limit.
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

    func wait(for expected: Int) {
        changed.lock()
        while runs < expected { changed.wait() }
        changed.unlock()
    }
}
