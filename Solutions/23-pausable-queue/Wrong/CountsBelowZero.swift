// Refused by: resume() without a pause does nothing
// Verdict: tooEarly
// Says: one call of `pause()` paused nothing
// Because: Every `resume()` counts, also one without a pause. So the next `pause()` only brings the number back towards 0.
import Foundation

final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let lock = NSLock()
    private var balance = 0
    private var isSuspended = false

    init() {}

    deinit {
        if isSuspended { queue.resume() }
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    func pause() {
        lock.withLock {
            balance = min(1, balance + 1)
            follow()
        }
    }

    func resume() {
        lock.withLock {
            balance -= 1
            follow()
        }
    }

    private func follow() {
        if (balance > 0) == isSuspended { return }
        isSuspended = balance > 0
        if isSuspended { queue.suspend() } else { queue.resume() }
    }
}
