// Refused by: pause() returns immediately, and the next upload waits
// Verdict: waits
// Because: The lock is held while an upload runs, so `pause()` waits until it has ended.
import Foundation

final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let lock = NSRecursiveLock()
    private var isPaused = false

    init() {}

    deinit {
        resume()
    }

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async {
            self.lock.withLock { photo() }
        }
    }

    func pause() {
        lock.withLock {
            if isPaused { return }
            isPaused = true
            queue.suspend()
        }
    }

    func resume() {
        lock.withLock {
            guard isPaused else { return }
            isPaused = false
            queue.resume()
        }
    }
}
