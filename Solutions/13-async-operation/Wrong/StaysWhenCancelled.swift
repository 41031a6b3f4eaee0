// Refused by: a cancelled operation finishes, without a download
// Verdict: missing
// Points: at most 7
// Because: `start()` returns for a cancelled operation and announces no end, so it stays in its queue.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

final class PhotoDownload: Operation, @unchecked Sendable {
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

    var photo: String? { lock.withLock { result } }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { lock.withLock { state == .executing } }
    override var isFinished: Bool { lock.withLock { state == .finished } }

    override func start() {
        if isCancelled { return }
        willChangeValue(forKey: "isExecuting")
        lock.withLock { state = .executing }
        didChangeValue(forKey: "isExecuting")
        download(photoName) { photo in self.finish(with: photo) }
    }

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
