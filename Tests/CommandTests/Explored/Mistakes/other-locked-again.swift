import Foundation
final class Counter: @unchecked Sendable {
    let lock = NSLock()
    var n = 0
    func total() -> Int {
        lock.lock()
        let v = n
        lock.unlock()
        return v
    }
    func add(_ x: Int) -> Int {
        lock.lock()
        n += x
        if n < 0 { return 0 }
        let t = total()
        lock.unlock()
        return t
    }
}
func scenario() -> Int {
    let c = Counter()
    return c.add(1)
}
