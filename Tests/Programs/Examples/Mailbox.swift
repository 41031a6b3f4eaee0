import Foundation

func scenario() -> Int {
    let condition = NSCondition()
    nonisolated(unsafe) var letters = 0
    Thread {
        condition.withLock {
            letters = 1
            condition.signal()
        }
    }.start()
    return condition.withLock {
        if letters == 0 { condition.wait() }
        return letters
    }
}
