// Refused by: early photos are counted
// Verdict: missing
// Because: A flag remembers that photos have arrived, but not how many.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var hasPhoto = false

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        hasPhoto = true
        condition.broadcast()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while !hasPhoto { condition.wait() }
        hasPhoto = false
        condition.unlock()
    }
}
