import Foundation

// The uploads wait in an array. A global queue runs the next one when the last one has ended.
final class UploadQueue: @unchecked Sendable {
    private let lock = NSLock()
    private var waiting: [@Sendable () -> Void] = []
    private var isRunning = false
    private var isPaused = false

    init() {}

    func upload(_ photo: @escaping @Sendable () -> Void) {
        lock.withLock { waiting.append(photo) }
        runNext()
    }

    func pause() {
        lock.withLock { isPaused = true }
    }

    func resume() {
        lock.withLock { isPaused = false }
        runNext()
    }

    private func runNext() {
        let next: (@Sendable () -> Void)? = lock.withLock {
            if isRunning || isPaused || waiting.isEmpty { return nil }
            isRunning = true
            return waiting.removeFirst()
        }
        guard let next else { return }
        DispatchQueue.global().async {
            next()
            self.lock.withLock { self.isRunning = false }
            self.runNext()
        }
    }
}
