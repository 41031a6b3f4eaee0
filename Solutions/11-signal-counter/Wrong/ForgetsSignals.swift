// Refused by: early photos are counted
// Verdict: missing
// Points: at most 5
// Because: A condition has no memory: a wake-up is lost if no thread waits at that moment.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        for _ in 1...photos { condition.signal() }
        condition.unlock()
    }

    func wait() {
        condition.lock()
        condition.wait()
        condition.unlock()
    }
}
