// Refused by: right in every interleaving
// Verdict: lostWakeup
// Points: at most 6
// Says: SignalCounter.count
// Because: The lock protects only the wake-up. `signal` changes the count while a worker reads it.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        count += photos
        condition.lock()
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
