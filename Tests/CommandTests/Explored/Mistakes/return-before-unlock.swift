import Foundation
final class Cache: @unchecked Sendable {
    let lock = NSLock()
    var items: [Int: Int] = [:]
    func find(_ key: Int) -> Int? {
        lock.lock()
        guard let item = items[key] else {
            return nil
        }
        lock.unlock()
        return item
    }
}
func scenario() -> Int {
    let c = Cache()
    let g = DispatchGroup()
    DispatchQueue.global().async(group: g) { _ = c.find(1) }
    DispatchQueue.global().async(group: g) { _ = c.find(2) }
    g.wait()
    return 0
}
