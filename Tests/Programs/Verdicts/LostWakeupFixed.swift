import Foundation

func scenario() {
    let condition = NSCondition()
    nonisolated(unsafe) var isReady = false
    Thread {
        condition.lock()
        isReady = true
        condition.signal()
        condition.unlock()
    }.start()
    condition.lock()
    while !isReady { condition.wait() }
    condition.unlock()
}
