import Foundation
final class Store: @unchecked Sendable {
    let lock = NSLock()
    func load(_ s: String) throws -> Int {
        lock.lock()
        let data = try parse(s)
        lock.unlock()
        return data
    }
    func parse(_ s: String) throws -> Int {
        struct Bad: Error {}
        guard let n = Int(s) else { throw Bad() }
        return n
    }
}
func scenario() -> Int {
    let s = Store()
    for t in ["1", "x", "2"] {
        _ = try? s.load(t)
    }
    return 0
}
