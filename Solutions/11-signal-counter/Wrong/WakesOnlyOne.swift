// Refused by: several photos let several workers continue
// Verdict: missing
// Points: at most 5
// Says: broadcast
// Because: Two photos arrive together, but only one sleeping worker is woken.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        condition.signal()
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
