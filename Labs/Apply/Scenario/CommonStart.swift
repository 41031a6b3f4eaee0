import Foundation
import Synchronization

/// Lets the first iterations begin together: the thread that called `concurrentPerform`, and one that came to help.
///
/// To wake a helper takes as long as thousands of pixels, and longer on a busy machine. Without this, a small photo would sometimes be
/// done before anybody has come to help, and there would be nothing to see.
public final class CommonStart: Sendable {
    private let caller = pthread_self()
    private let callerIsThere = Atomic(false)
    private let helperIsThere: Atomic<Bool>

    /// When nobody has come by then, who is there goes on alone.
    private let patience = Duration.seconds(5)

    /// - Parameter processors: where there is but one, nobody will come, and nobody waits.
    public init(processors: Int) { helperIsThere = Atomic(processors < 2) }

    /// In the first iterations: waits for the other thread. Later: goes on at once.
    func wait() {
        let isCaller = pthread_equal(pthread_self(), caller) != 0
        if isCaller {
            callerIsThere.store(true, ordering: .releasing)
            spin(until: helperIsThere)
        } else {
            helperIsThere.store(true, ordering: .releasing)
            spin(until: callerIsThere)
        }
    }

    /// Spins, because a thread that sleeps would have to be woken, and the other would be done meanwhile.
    private func spin(until isThere: borrowing Atomic<Bool>) {
        if isThere.load(ordering: .acquiring) { return }
        let limit = ContinuousClock.now + patience
        while !isThere.load(ordering: .acquiring), ContinuousClock.now < limit {}
        isThere.store(true, ordering: .releasing)  // If not, nobody need wait for it again.
    }
}
