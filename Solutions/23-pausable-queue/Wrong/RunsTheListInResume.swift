// Refused by: pause() returns immediately, and the next upload waits
// Verdict: waits
// Says: the call waited for its end
// Because: `resume()` runs the uploads that wait itself, and returns after the last one.
import Foundation

final class UploadQueue: @unchecked Sendable {
    private let running = NSRecursiveLock()
    private let lock = NSLock()
    private var waiting: [@Sendable () -> Void] = []
    private var isPaused = false

    init() {}

    func upload(_ photo: @escaping @Sendable () -> Void) {
        lock.withLock { waiting.append(photo) }
        DispatchQueue.global().async { self.runAll() }
    }

    func pause() {
        lock.withLock { isPaused = true }
    }

    func resume() {
        lock.withLock { isPaused = false }
        runAll()
    }

    private func runAll() {
        running.withLock {
            while let next = lock.withLock({ isPaused || waiting.isEmpty ? nil : waiting.removeFirst() }) { next() }
        }
    }
}
