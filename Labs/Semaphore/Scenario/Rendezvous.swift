import Foundation
import Synchronization

/// The first threads that arrive wait here for each other, so that an overlap that *can* happen
/// *does* happen. Later threads pass.
///
/// Without it the overlap would depend on chance, as in real programs: rare on your machine,
/// frequent on your users' machines.
// Unchecked because of the pointer. It never changes, and it points to an object for several
// threads.
final class Rendezvous: @unchecked Sendable {
    private let number: Int
    private let arrivals = Atomic(0)

    /// We own this memory: `init` allocates it, `deinit` frees it. The barrier must not move in
    /// memory.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(of number: Int) {
        self.number = number
        pthread_barrier_init(barrier, nil, UInt32(number))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    /// Returns whether this thread was one of those that wait for each other.
    @discardableResult func meet() -> Bool {
        guard arrivals.add(1, ordering: .relaxed).newValue <= number else { return false }
        pthread_barrier_wait(barrier)
        return true
    }
}
