// misuse: 20, 26
// Says: holds the lock
import Glibc
import Dispatch

final class Mutex: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    init() { pthread_mutex_init(mutex, nil) }
    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
}

final class RWLock: @unchecked Sendable {
    private let counting = Mutex(), writing = Mutex()
    private var readers = 0

    func lockRead() {
        counting.lock()
        readers += 1
        if readers == 1 { writing.lock() }
        counting.unlock()
    }
    func unlockRead() {
        counting.lock()
        readers -= 1
        if readers == 0 { writing.unlock() }
        counting.unlock()
    }
}

func scenario() {
    let lock = RWLock()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        lock.lockRead()
        lock.unlockRead()
    }
}

// After macmade/AtomicKit#2
