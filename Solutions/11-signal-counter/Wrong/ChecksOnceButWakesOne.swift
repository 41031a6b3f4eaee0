// Refused by: right in every interleaving
// Verdict: race
// Points: at most 6
// Says: 2 workers continued after 1 photo
// Because: One wake-up for each photo looks exact. But before the woken worker has the lock, another
// worker can take the photo.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        for _ in 1...photos { condition.signal() }
        condition.unlock()
    }

    func wait() {
        condition.lock()
        if count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
