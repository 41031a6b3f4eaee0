import Foundation
import Synchronization

/// Where the first few who come wait for each other, so that what *can* happen *does* happen; whoever comes later passes.
///
/// Without it the overlap would be a matter of luck, as it is at work: seldom on your machine, often on your users'.
// Unchecked, because of the pointer: it never changes, and what it points to is made for many threads.
final class Rendezvous: @unchecked Sendable {
    private let number: Int
    private let arrivals = Atomic(0)

    /// Ours: made in `init`, destroyed and freed in `deinit`. It must not move in memory, so it gets a place of its own.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(of number: Int) {
        self.number = number
        pthread_barrier_init(barrier, nil, UInt32(number))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    func meet() {
        if arrivals.add(1, ordering: .relaxed).newValue <= number { pthread_barrier_wait(barrier) }
    }
}
