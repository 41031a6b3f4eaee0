// Refused by: right in every interleaving
// Verdict: race
// Points: at most 6
// Because: The photo can arrive after the look at the count and before the thread sleeps. Its wake-up
// is lost.
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
        while count == 0 {
            condition.lock()
            condition.wait()
            condition.unlock()
        }
        condition.lock()
        count -= 1
        condition.unlock()
    }
}
