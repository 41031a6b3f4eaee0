// crash: 7, 12, 17
// Says: has deallocated it in `cell.deallocate()`
import Foundation

// The lock orders the two blocks, so it is no data race. But it does not say which comes first.
func scenario() -> Int {
    nonisolated(unsafe) let cell = UnsafeMutablePointer<Int>.allocate(capacity: 1)
    cell.initialize(to: 7)
    let lock = NSLock(), group = DispatchGroup()
    nonisolated(unsafe) var seen = 0
    DispatchQueue.global().async(group: group) {
        lock.withLock { seen = cell.pointee }
    }
    DispatchQueue.global().async(group: group) {
        lock.lock()
        defer { lock.unlock() }
        cell.deallocate()
    }
    group.wait()
    return seen
}
