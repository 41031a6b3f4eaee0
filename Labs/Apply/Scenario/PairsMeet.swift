import Foundation

/// Iterations meet two by two: nobody goes on alone.
///
/// It makes certain what is otherwise luck: that two iterations are in the same place at the same time.
public final class PairsMeet: @unchecked Sendable {  // What can change is guarded by `changed`.
    private let expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// Nobody waits longer than this for somebody who does not come.
    private let patience: TimeInterval = 5

    /// - Parameter iterations: how many will come; the last one of an odd number has no partner and goes on.
    public init(_ iterations: Int) {
        // Where there is but one core there is one thread, which cannot meet itself.
        expected = processors < 2 ? 0 : iterations / 2 * 2
    }

    func meet() {
        let limit = Date(timeIntervalSinceNow: patience)
        changed.lock()
        arrived += 1
        let pair = (arrived + 1) / 2
        changed.broadcast()
        while arrived < min(2 * pair, expected), changed.wait(until: limit) {}
        changed.unlock()
    }
}
