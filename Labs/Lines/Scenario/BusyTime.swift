import Dispatch
import Synchronization

/// The main thread is busy until the operation has submitted so many blocks, for at most five
/// seconds.
///
/// So the blocks wait in the main queue in every run, on a fast machine and on a slow one.
public final class BusyTime: @unchecked Sendable {  // `limitIsReached` is set before the operation begins.
    private let submitted = Atomic(0)
    /// A trace has no room for a block for each line of a large file.
    private let limit: Int
    var limitIsReached: () -> Void = {}

    init(limit: Int = .max) { self.limit = limit }

    /// Called by the operation.
    func blockWasSubmitted() {
        if submitted.add(1, ordering: .sequentiallyConsistent).newValue == limit { limitIsReached() }
    }

    /// Called by the main thread. It does not wait for an operation that is over.
    func last(untilSubmitted blocks: Int, orOver isOver: () -> Bool) {
        let end = ContinuousClock.now + .seconds(5)
        let nothing = DispatchSemaphore(value: 0)
        while self.blocks < blocks, !isOver(), ContinuousClock.now < end { _ = nothing.wait(timeout: .now() + .milliseconds(1)) }
    }

    var blocks: Int { submitted.load(ordering: .sequentiallyConsistent) }
}
