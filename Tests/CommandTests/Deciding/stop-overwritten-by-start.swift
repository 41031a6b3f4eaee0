// lostWakeup: 12, 19
// Says: the value of the main thread is gone
// Advises: A stop that comes before the start is then remembered
import Foundation

final class Poller: @unchecked Sendable {
    private let condition = NSCondition()
    private var isRunning = false

    func run() {
        condition.lock()
        isRunning = true
        while isRunning { condition.wait() }
        condition.unlock()
    }

    func stop() {
        condition.lock()
        isRunning = false
        condition.broadcast()
        condition.unlock()
    }
}

func scenario() {
    let poller = Poller(), ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
        poller.run()
        ended.signal()
    }
    poller.stop()
    ended.wait()
}
