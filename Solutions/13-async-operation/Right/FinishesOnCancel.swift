// `cancel()` finishes an operation that is executing. The state decides which of two ends counts:
// the first one.
import Foundation
import Synchronization

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

final class PhotoDownload: Operation, @unchecked Sendable {
    private enum State { case waiting, executing, finished }

    private let photoName: String
    private let download: Download
    private let course = Mutex((state: State.waiting, photo: String?.none))

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
        super.init()
    }

    var photo: String? { course.withLock { $0.photo } }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { course.withLock { $0.state == .executing } }
    override var isFinished: Bool { course.withLock { $0.state == .finished } }

    override func start() {
        guard !isCancelled else { return finish(nil, from: .waiting) }
        willChangeValue(for: \.isExecuting)
        course.withLock { $0.state = .executing }
        didChangeValue(for: \.isExecuting)
        download(photoName) { self.finish($0, from: .executing) }
    }

    override func cancel() {
        super.cancel()
        // Before the start, it is `start()` that finishes.
        finish(nil, from: .executing)
    }

    private func finish(_ photo: String?, from expected: State) {
        willChangeValue(for: \.isExecuting)
        willChangeValue(for: \.isFinished)
        let isFirst = course.withLock { course in
            guard course.state == expected else { return false }
            course = (.finished, photo)
            return true
        }
        guard isFirst else { return }
        didChangeValue(for: \.isExecuting)
        didChangeValue(for: \.isFinished)
    }
}
