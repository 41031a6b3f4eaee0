import Foundation
nonisolated(unsafe) var n = 0
nonisolated(unsafe) var hits = 0
func scenario() {
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
        hits += 1
        n += 1
    }
    precondition(n == 2, "lost")
}
