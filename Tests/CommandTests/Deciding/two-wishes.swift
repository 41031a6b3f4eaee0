// livelock: 12, 13
// Says: while lock.withLock({ wants[1 - number] }) { usleep(10) }
// Advises: Make the two steps of
import Foundation

/// A door that lets one in.
final class Door: @unchecked Sendable {
    private let lock = NSLock()
    private var wants = [false, false]

    func enter(_ number: Int) {
        lock.withLock { wants[number] = true }
        while lock.withLock({ wants[1 - number] }) { usleep(10) }
    }

    func leave(_ number: Int) { lock.withLock { wants[number] = false } }
}

func scenario() {
    let door = Door()
    DispatchQueue.concurrentPerform(iterations: 2) { number in
        door.enter(number)
        door.leave(number)
    }
}
