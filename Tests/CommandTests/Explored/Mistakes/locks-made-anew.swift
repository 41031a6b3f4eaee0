import Foundation
final class Counter: @unchecked Sendable {
    var value = 0
    func increment() {
        let lock = NSLock()
        lock.lock()
        value += 1
        lock.unlock()
    }
}
func scenario() -> Int {
    let c = Counter()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in c.increment() }
    return c.value
}
