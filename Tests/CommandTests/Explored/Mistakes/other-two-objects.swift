import Foundation
final class Two: @unchecked Sendable {
    var n = 0
    let lock = NSLock()
}
nonisolated(unsafe) var shared = 0
func work(_ t: Two) {
    t.lock.lock()
    shared += 1
    t.lock.unlock()
}
func scenario() -> Int {
    let g = DispatchGroup()
    for _ in 0..<2 { let t = Two(); DispatchQueue.global().async(group: g) { work(t) } }
    g.wait()
    return shared
}
