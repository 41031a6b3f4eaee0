import Foundation

/// Counts photos that have arrived, and lets worker threads wait for them.
final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    /// Reports that photos have arrived. As many calls of `wait()` can return.
    ///
    /// Several photos can be for several workers, so all of them look again.
    func signal(_ photos: Int) {
        condition.lock()
        count += photos
        condition.broadcast()
        condition.unlock()
    }

    /// Takes one photo from the count. Waits until there is one.
    ///
    /// When this thread is woken, another one can have taken the photo: so it looks again.
    func wait() {
        condition.lock()
        while count == 0 { condition.wait() }
        count -= 1
        condition.unlock()
    }
}
