import Foundation

/// Lets nobody go on before everybody has come, round after round.
///
/// POSIX calls this a barrier. It is another thing than a dispatch barrier: here threads wait for each other, there blocks for their turn.
final class Turnstile {
    /// Ours: made in `init`, destroyed and freed in `deinit`. It must not move in memory, so it gets a place of its own.
    private let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)

    init(for crowd: Int) {
        pthread_barrier_init(barrier, nil, UInt32(crowd))
    }

    deinit {
        pthread_barrier_destroy(barrier)
        barrier.deallocate()
    }

    /// Waits for the others; one of them does `prepareNext` before anybody goes on.
    func pass(prepareNext: () -> Void) {
        if pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD { prepareNext() }
        pthread_barrier_wait(barrier)
    }
}
