import Foundation

func scenario() {
    let condition = NSCondition()
    let thread = Thread {
        condition.lock()
        condition.signal()
        condition.unlock()
    }
    thread.start()
    condition.lock()
    condition.wait()
    condition.unlock()
}
