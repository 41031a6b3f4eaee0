// Refused by: right in every interleaving
// Verdict: wrongResult
// Says: a spurious wake-up
// Because: each signal is for one thread that waits, so no other thread takes its photo. But a condition can wake a thread without a signal.
import Foundation

final class SignalCounter {
    private let condition = NSCondition()
    private var count = 0

    init() {}

    func signal(_ photos: Int) {
        condition.lock()
        for _ in 0..<photos {
            count += 1
            if count <= 0 { condition.signal() }
        }
        condition.unlock()
    }

    func wait() {
        condition.lock()
        count -= 1
        if count < 0 { condition.wait() }
        condition.unlock()
    }
}
