import Foundation

/// A rendezvous for pairs of iterations: each waits for a partner.
///
/// Otherwise it would depend on chance whether two iterations are in the same place at the same
/// time.
public final class PairsMeet: @unchecked Sendable {  // `changed` protects everything that can change.
    /// The number of arriving iterations that get a partner.
    private var expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// If no partner has arrived by then, no iteration waits any longer.
    private let patience: TimeInterval = 5

    /// - Parameter iterations: the number of iterations. If it is odd, the last one has no partner
    ///   and continues.
    /// - Parameter processors: with only one there is one thread, so no iteration waits.
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
