// Refused by: each call returns
// Verdict: deadlock
// Points: at most 3
// Because: The worker keeps the lock of the count while it waits for the condition. So `signal` can
// never change the count.
import Foundation

final class SignalCounter {
    private let lock = NSLock()
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        lock.withLock { count += photos }
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        lock.withLock {
            while count == 0 {
                condition.lock()
                condition.wait()
                condition.unlock()
            }
            count -= 1
        }
    }
}
