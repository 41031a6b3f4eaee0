import Foundation
final class Holder: @unchecked Sendable {
    var made = 0
    lazy var config: [Int] = {
        return [1, 2, 3]
    }()
}
func scenario() -> Int {
    let holder = Holder()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        _ = holder.config.count
    }
    return holder.config.count
}
