// Refused by: right in every interleaving
// Verdict: lostWakeup
// Points: at most 6
// Because: A worker can wake up, find no photo, and sleep again before the photo is counted. No
// later wake-up comes.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        condition.broadcast()
        condition.unlock()
        condition.lock()
        count += photos
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
