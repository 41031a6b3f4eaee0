// Refused by: right in every interleaving
// Verdict: lostWakeup
// Points: at most 6
// Because: The second photo arrives before the first woken worker has taken its photo. The count was
// not zero, so the second worker is not woken.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        if count == 0 {
            for _ in 1...photos { condition.signal() }
        }
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
