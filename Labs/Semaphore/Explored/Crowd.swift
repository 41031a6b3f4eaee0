import Foundation

/// Counts the threads inside a place, and the largest number at the same time.
///
/// It uses a lock whose acquisition is one step for the explorer. A `Mutex` has several steps, and
/// every interleaving of them would be run.
final class Crowd: @unchecked Sendable {  // `lock` protects everything that can change.
    private let lock = NSLock()
    private var now = 0
    private var highest = 0

    var most: Int { lock.withLock { highest } }

    func enter() {
        lock.lock()
        now += 1
        highest = max(highest, now)
        lock.unlock()
    }

    func leave() {
        lock.lock()
        now -= 1
        lock.unlock()
    }
}
