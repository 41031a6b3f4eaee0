// assertion: 22, 23, 24
// Says: (check-then-act)

import Foundation
struct Exhausted: Error {}
final class Pool: @unchecked Sendable {
    private let lock = NSLock()
    private var idle: [Int] = []
    private var made = 0
    private func poll() -> Int? {
        lock.lock()
        defer { lock.unlock() }
        return idle.popLast()
    }
    private func addOne() {
        lock.lock()
        defer { lock.unlock() }
        made += 1
        idle.append(made)
    }
    func borrow() throws -> Int {
        if let first = poll() { return first }
        addOne()
        guard let second = poll() else { throw Exhausted() }
        return second
    }
}
func scenario() throws {
    let pool = Pool(), failures = NSMutableArray(), group = DispatchGroup(), lock = NSLock()
    for _ in 0..<2 {
        DispatchQueue.global().async(group: group) {
            do { _ = try pool.borrow() } catch { lock.withLock { failures.add(1) } }
        }
    }
    group.wait()
    if failures.count > 0 { throw Exhausted() }
}
