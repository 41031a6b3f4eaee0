import Foundation

/// Counts photos that have arrived, and lets worker threads wait for them.
final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    /// Reports that photos have arrived. As many calls of `wait()` can return.
    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        condition.signal()
        condition.unlock()
    }

    /// Takes one photo from the count. Waits until there is one.
    func wait() {
        condition.lock()
        if count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
