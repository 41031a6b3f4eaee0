// Refused by: no thread is blocked during a pause
// Verdict: waits
// Because: Each upload begins with a wait for the end of the pause. So a thread of the pool is blocked during the whole pause.
import Foundation

final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let condition = NSCondition()
    private var isPaused = false

    init() {}

    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async {
            self.condition.lock()
            while self.isPaused { self.condition.wait() }
            self.condition.unlock()
            photo()
        }
    }

    func pause() {
        condition.lock()
        isPaused = true
        condition.unlock()
    }

    func resume() {
        condition.lock()
        isPaused = false
        condition.broadcast()
        condition.unlock()
    }
}
