// Refused by: one resume() ends a pause
// Verdict: missing
// Says: called `pause()` twice, and then `resume()` once
// Because: The lock and the counter prevent a `resume()` too many. But the queue counts too: two calls of `pause()` need two of `resume()`.
import Foundation

final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let lock = NSLock()
    private var pauses = 0

    init() {}

    deinit {
        while pauses > 0 { resume() }
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    func pause() {
        lock.withLock {
            pauses += 1
            queue.suspend()
        }
    }

    func resume() {
        lock.withLock {
            if pauses == 0 { return }
            pauses -= 1
            queue.resume()
        }
    }
}
