import Foundation

/// Iterations meet two by two: nobody goes on alone.
///
/// It makes certain what is otherwise luck: that two iterations are in the same place at the same time.
public final class PairsMeet: @unchecked Sendable {  // What can change is guarded by `changed`.
    /// How many of those who come meet somebody.
    private var expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// When nobody has come by then, nobody waits any more.
    private let patience: TimeInterval = 5

    /// - Parameter iterations: how many will come; the last one of an odd number has no partner and goes on.
    /// - Parameter processors: where there is but one there is one thread, which cannot meet itself.
    public init(_ iterations: Int, processors: Int) {
        expected = processors < 2 ? 0 : iterations / 2 * 2
    }

    func meet() {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        arrived += 1
        let pair = (arrived + 1) / 2
        changed.broadcast()
        while arrived < min(2 * pair, expected) {
            if !changed.wait(until: limit) { expected = 0 }
        }
        changed.unlock()
    }
}
