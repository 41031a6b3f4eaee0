import Foundation
final class Counter: @unchecked Sendable {
    var value = 0
    func increment() {
        let queue = DispatchQueue(label: "counter")
        queue.sync { value += 1 }
    }
    func bump() {
        let mutex = NSRecursiveLock()
        mutex.withLock {
            value += 1
        }
    }
}
func scenario() -> Int {
    let c = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in c.increment() }
    return c.value
}
