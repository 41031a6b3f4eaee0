import Foundation

/// A rendezvous for pairs of operations: each waits for a partner, so that both read before one of
/// them writes.
public final class PairsMeet: @unchecked Sendable {  // `changed` protects everything that can change.
    /// The number of arriving operations that get a partner.
    private var expected: Int
    private var arrived = 0
    private let changed = NSCondition()

    /// If no partner has arrived by then, no operation waits any longer.
    private let patience: TimeInterval = 5

    /// - Parameter operations: if the number is odd, the last one has no partner and continues.
    public init(_ operations: Int) { expected = operations / 2 * 2 }

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
