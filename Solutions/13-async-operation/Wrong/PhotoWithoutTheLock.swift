// Refused by: right in every interleaving
// Verdict: race
// Because: the photo is read without the lock while the download stores it.
import Foundation

/// Starts one download and returns immediately. `ended` is called once, later, on any thread: with
/// the photo, or with nil if the download failed.
typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

/// An operation that downloads one photo. It is finished when the download has ended.
final class PhotoDownload: Operation, @unchecked Sendable {  // `lock` protects `state` and `result`.
    private enum State { case waiting, executing, finished }

    private let photoName: String
    private let download: Download
    private let lock = NSLock()
    private var state = State.waiting
    private var result: String?

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
    }

    /// The photo; nil before the download has ended, and nil if it failed.
    var photo: String? { result }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }

    /// Begins the download and returns. A queue calls this also for an operation that was cancelled.
    override func start() {
        if isCancelled {
            finish(with: nil)
            return
        }
        willChangeValue(forKey: "isExecuting")
        lock.withLock { state = .executing }
        didChangeValue(forKey: "isExecuting")
        download(photoName) { photo in self.finish(with: photo) }
    }

    /// Stores the photo and the state in one step, and announces the change after it.
    ///
    /// The lock is free during the announcements: they read `isFinished`, which acquires it.
    private func finish(with photo: String?) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        lock.withLock {
            result = photo
            state = .finished
        }
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
