// Refused by: finishes when the download has ended
// Verdict: missing
// Points: at most 3
// Says: `isFinished` is true now
// Because: the state changes, but no notification tells the queue, so the operation stays in the queue.
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
        if isCancelled {
            finish(with: nil)
            return
        }
        lock.withLock { state = .executing }
        download(photoName) { photo in self.finish(with: photo) }
    }

    private func finish(with photo: String?) {
        lock.withLock {
            result = photo
            state = .finished
        }
    }
}
