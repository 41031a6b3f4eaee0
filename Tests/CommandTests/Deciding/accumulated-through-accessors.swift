// assertion: 14, 19
// Says: stores a value that it made from the old one: a lost update
// Advises: reads and stores in one step
import Foundation

final class Received: @unchecked Sendable {
    private let lock = NSLock()
    private var stored = 0

    var received: Int {
        get {
            lock.lock()
            defer { lock.unlock() }
            return stored
        }
        set {
            lock.lock()
            defer { lock.unlock() }
            stored = newValue
        }
    }
}

func scenario() -> Int {
    let progress = Received(), group = DispatchGroup()
    for part in [10, 20] {
        DispatchQueue.global().async(group: group) { progress.received += part }
    }
    group.wait()
    return progress.received
}

func allowed(_ sum: Int) -> Bool { sum == 30 }
