// Refused by: a waiting worker blocks
// Verdict: spins
// Because: The worker wakes up again and again, also if no photo arrives for hours.
import Foundation

final class SignalCounter {
    private let lock = NSLock()
    private var count = 0

    init() {}

    func signal(_ photos: Int) { lock.withLock { count += photos } }

    func wait() {
        while true {
            let hasTaken = lock.withLock {
                if count == 0 { return false }
                count -= 1
                return true
            }
            if hasTaken { return }
            Thread.sleep(forTimeInterval: 0.001)
        }
    }
}
