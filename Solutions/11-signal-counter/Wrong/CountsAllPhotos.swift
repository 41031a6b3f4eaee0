// Refused by: right in every interleaving
// Verdict: race
// Because: two threads can report photos at the same time, and both change the sum without the lock.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private(set) var total = 0
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        total += photos
        condition.lock()
        count += photos
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
