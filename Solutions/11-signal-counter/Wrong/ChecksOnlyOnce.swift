// Refused by: one photo lets one worker continue
// Verdict: race
// Says: while
// Because: `if` checks once. All sleeping workers are woken for one photo, and none of them looks
// again.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        if count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
