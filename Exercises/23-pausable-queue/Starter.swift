import Dispatch

/// Uploads photos, one after the other. The app can pause it, for example while the battery is low.
/// Any thread can call it.
final class UploadQueue: @unchecked Sendable {
    private let queue = DispatchQueue(label: "uploads")

    init() {}

    /// Adds an upload, and returns immediately.
    func upload(_ photo: @escaping @Sendable () -> Void) {
        queue.async(execute: photo)
    }

    /// No other upload begins until `resume()` is called.
    func pause() {
        queue.suspend()
    }

    /// Ends a pause.
    func resume() {
        queue.resume()
    }
}
