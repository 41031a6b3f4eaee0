// deadlock: 11, 16
// Says: waits for a lock
// Advises: compare a number that each object has
import Foundation

final class Node: @unchecked Sendable {
    private let lock = NSLock()
    private var value = 0

    func merge(_ other: Node) {
        lock.withLock {
            value += other.read()
        }
    }
    func read() -> Int {
        lock.lock()
        defer { lock.unlock() }
        return value
    }
}

func scenario() {
    let left = Node(), right = Node(), group = DispatchGroup()
    DispatchQueue.global().async(group: group) { left.merge(right) }
    DispatchQueue.global().async(group: group) { right.merge(left) }
    group.wait()
}
