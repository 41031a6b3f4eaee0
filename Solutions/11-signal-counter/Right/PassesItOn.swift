// Each woken worker wakes the next one, as long as photos are left. So one wake-up is enough.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        defer { condition.unlock() }
        count += photos
        condition.signal()
    }

    func wait() {
        condition.lock()
        defer { condition.unlock() }
        while count == 0 { condition.wait() }
        count -= 1
        if count > 0 { condition.signal() }
    }
}
