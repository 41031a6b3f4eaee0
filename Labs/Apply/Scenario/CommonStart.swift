import Foundation
import Synchronization

/// Lets two threads begin their first iterations at the same time: the thread that called
/// `concurrentPerform`, and a worker thread.
///
/// Waking a worker thread takes as long as thousands of pixels, and longer on a busy machine.
/// Without this, the caller would sometimes finish a small photo before a worker has started.
public final class CommonStart: Sendable {
    private let caller = pthread_self()
    private let callerIsThere = Atomic(false)
    private let helperIsThere: Atomic<Bool>

    /// If no other thread has arrived by then, the waiting one continues alone.
    private let patience = Duration.seconds(5)

    /// - Parameter processors: with only one, no other thread will arrive, so no thread waits.
    public init(processors: Int) { helperIsThere = Atomic(processors < 2) }

    /// In the first iterations, waits for the other thread. Later, returns immediately.
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

    /// Spins, because waking a blocked thread would take so long that the other one would be
    /// finished.
    private func spin(until isThere: borrowing Atomic<Bool>) {
        if isThere.load(ordering: .acquiring) { return }
        let limit = ContinuousClock.now + patience
        while !isThere.load(ordering: .acquiring), ContinuousClock.now < limit {}
        isThere.store(true, ordering: .releasing)  // If it is not, no thread needs to wait for it again.
    }
}
