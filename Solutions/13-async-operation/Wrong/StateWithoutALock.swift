// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Because: the thread of the download writes the state while other threads read it.
import Foundation

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

final class PhotoDownload: Operation, @unchecked Sendable {
    private enum State { case waiting, executing, finished }

    private let photoName: String
    private let download: Download
    private var state = State.waiting
    private var result: String?

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
    }

    var photo: String? { result }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { state == .executing }
    override var isFinished: Bool { state == .finished }

    override func start() {
        if isCancelled {
            finish(with: nil)
            return
        }
        willChangeValue(forKey: "isExecuting")
        state = .executing
        didChangeValue(forKey: "isExecuting")
        download(photoName) { photo in self.finish(with: photo) }
    }

    private func finish(with photo: String?) {
        willChangeValue(forKey: "isExecuting")
        willChangeValue(forKey: "isFinished")
        result = photo
        state = .finished
        didChangeValue(forKey: "isExecuting")
        didChangeValue(forKey: "isFinished")
    }
}
