import Foundation
func scenario() -> Int {
    let lock = NSLock()
    nonisolated(unsafe) var result = 0
    DispatchQueue.global().async {
        lock.withLock { result = 42 }
    }
    usleep(100_000)
    return lock.withLock { result }
}
func allowed(_ x: Int) -> Bool { x == 42 }
