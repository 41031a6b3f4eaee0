import Foundation

func scenario() {
    let condition = NSCondition()
    Thread {
        condition.lock()
        condition.signal()
        condition.unlock()
    }.start()
    condition.lock()
    condition.wait()
    condition.unlock()
}
