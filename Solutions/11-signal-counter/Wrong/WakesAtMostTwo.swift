// Refused by: several photos let several workers continue
// Verdict: missing
// Because: three photos can arrive together. Two signals wake two threads, and the third one sleeps beside a photo.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        condition.signal()
        if photos > 1 { condition.signal() }
        condition.unlock()
    }

    func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
