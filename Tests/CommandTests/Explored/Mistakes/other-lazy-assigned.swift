import Foundation
final class H: @unchecked Sendable {
    lazy var list: [Int] = [1, 2]
}
func scenario() -> Int {
    let h = H()
    _ = h.list
    DispatchQueue.concurrentPerform(iterations: 2) { i in
        h.list.append(i)
    }
    return 0
}
