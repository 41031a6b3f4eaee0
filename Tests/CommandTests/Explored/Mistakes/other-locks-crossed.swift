import Foundation
final class Pair: @unchecked Sendable {
    let a = NSLock(), b = NSLock()
    func one() {
        a.lock()
        defer { a.unlock() }
        b.lock()
        b.unlock()
    }
    func two() {
        b.lock()
        guard true else { return }
        a.lock()
        a.unlock()
        b.unlock()
    }
}
func scenario() {
    let p = Pair()
    let g = DispatchGroup()
    DispatchQueue.global().async(group: g) { p.one() }
    DispatchQueue.global().async(group: g) { p.two() }
    g.wait()
}
