import Dispatch
import Synchronization

/// Uploads photos, one after the other. The app can pause it, for example while the battery is low.
/// Any thread can call it.
final class UploadQueue: Sendable {
    private let queue = DispatchQueue(label: "uploads")
    private let isPaused = Mutex(false)

    init() {}

    deinit {
        resume()
    }

    /// Adds an upload, and returns immediately.
    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    /// No other upload begins until `resume()` is called.
    func pause() {
        isPaused.withLock { isPaused in
            if isPaused { return }
            isPaused = true
            queue.suspend()
        }
    }

    /// Ends a pause.
    func resume() {
        isPaused.withLock { isPaused in
            guard isPaused else { return }
            isPaused = false
            queue.resume()
        }
    }
}
