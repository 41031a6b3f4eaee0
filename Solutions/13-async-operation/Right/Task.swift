// A task awaits the download. The operation finishes at its end.
import Foundation
import Synchronization

typealias Download = (_ name: String, _ ended: @escaping (_ photo: String?) -> Void) -> Void

final class PhotoDownload: Operation, @unchecked Sendable {
    private struct Course {
        var isExecuting = false
        var isFinished = false
        var photo: String?
    }

    private let photoName: String
    private let download: Download
    private let course = Mutex(Course())

    init(_ photoName: String, with download: @escaping Download) {
        self.photoName = photoName
        self.download = download
        super.init()
    }

    var photo: String? { course.withLock { $0.photo } }

    override var isAsynchronous: Bool { true }
    override var isExecuting: Bool { course.withLock { $0.isExecuting } }
    override var isFinished: Bool { course.withLock { $0.isFinished } }

    override func start() {
        guard !isCancelled else {
            change { $0.isFinished = true }
            return
        }
        change { $0.isExecuting = true }
        Task {
            let photo = await withCheckedContinuation { answer in
                download(photoName) { answer.resume(returning: $0) }
            }
            change { $0 = Course(isFinished: true, photo: photo) }
        }
    }

    private func change(_ body: (inout Course) -> Void) {
        for key in ["isExecuting", "isFinished"] { willChangeValue(forKey: key) }
        course.withLock { body(&$0) }
        for key in ["isExecuting", "isFinished"] { didChangeValue(forKey: key) }
    }
}
