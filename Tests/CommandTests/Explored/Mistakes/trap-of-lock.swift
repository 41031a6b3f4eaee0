import Foundation
nonisolated(unsafe) var hits = 0
nonisolated(unsafe) var list = [1]
func scenario() -> Int {
    let lock = NSLock()
    let done = DispatchSemaphore(value: 0)
    Thread {
        hits += 1
        lock.withLock { if !list.isEmpty { list.removeLast() } }
        done.signal()
    }.start()
    hits += 1
    let x = lock.withLock { list.isEmpty }
    if !x {
        let v = lock.withLock { list[0] }
        done.wait()
        return v
    }
    done.wait()
    return hits
}
