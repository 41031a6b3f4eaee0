import Foundation

/// Two threads need the same two locks.
func twoLocks() {
    let left = NSLock(), right = NSLock()
    let first = Thread {
        left.lock()
        right.lock()
        right.unlock()
        left.unlock()
    }
    first.start()
    right.lock()
    left.lock()
    left.unlock()
    right.unlock()
}
