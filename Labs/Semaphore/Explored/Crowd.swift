import Foundation

/// Counts who is in a place, and remembers the most that ever were there at once.
///
/// Under a lock of which each taking is one step: a Mutex is built of several, and every order of them would be tried.
final class Crowd: @unchecked Sendable {  // What can change is guarded by `lock`.
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
