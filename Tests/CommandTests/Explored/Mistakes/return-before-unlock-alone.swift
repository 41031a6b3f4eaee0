import Foundation
final class Cache: @unchecked Sendable {
    let lock = NSLock()
    func find(_ key: Int) -> Int? {
        lock.lock()
        if key > 0 { return nil }
        lock.unlock()
        return 1
    }
}
func scenario() -> Int {
    let c = Cache()
    _ = c.find(1)
    _ = c.find(2)
    return 0
}
