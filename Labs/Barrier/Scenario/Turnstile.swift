import Foundation

/// In each round, all threads wait here until the last one has arrived.
///
/// POSIX calls this a barrier. It differs from a dispatch barrier: here threads wait for each
/// other; there a block waits until it can run alone.
final class Turnstile {
    /// We own this memory: `init` allocates it, `deinit` frees it. The barrier must not move in
    /// memory.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(for crowd: Int) {
        pthread_barrier_init(barrier, nil, UInt32(crowd))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    /// Waits for the others. One thread runs `prepareNext` before all continue.
    func pass(prepareNext: () -> Void) {
        if pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD { prepareNext() }
        pthread_barrier_wait(barrier)
    }
}
