import Foundation
import Synchronization

// The explorer calls these functions under every interleaving. The download ends on its own thread:
// perhaps before `start()` has returned.

/// The app asks for the state, and another operation needs the photo.
func oneDownload() {
    let operation = makeDownload()
    let show = BlockOperation { course.see(operation.photo) }
    show.addDependency(operation)
    queue.addOperations([operation, show], waitUntilFinished: false)
    if operation.isFinished { _ = operation.isExecuting }
}

/// The download is cancelled before its queue starts it. The app asks for the state meanwhile.
func cancelledDownload() {
    course.mayLackPhoto()
    let operation = makeDownload()
    queue.isSuspended = true
    queue.addOperation(operation)
    operation.cancel()
    queue.isSuspended = false
    if operation.isFinished { _ = operation.isExecuting }
}

/// The app starts the operation itself, and looks at it while the download ends.
func lookMeanwhile() {
    course.mayLackPhoto()
    let operation = makeDownload()
    operation.start()
    _ = operation.isExecuting
    _ = operation.photo
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { course.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "finished once" }

private let queue = OperationQueue()
private let course = Course()

private func makeDownload() -> PhotoDownload {
    let operation = PhotoDownload(
        "dawn",
        with: { name, ended in
            DispatchQueue.global().async { ended("the photo \(name)") }
        })
    operation.completionBlock = { course.finish() }
    return operation
}

/// How often the operation finished, and whether the next operation found the photo.
private final class Course: Sendable {
    private let ends = Atomic(0)
    private let photos = Atomic(0)
    private let neededPhotos = Atomic(1)

    func mayLackPhoto() { neededPhotos.store(0, ordering: .relaxed) }

    func finish() { ends.add(1, ordering: .relaxed) }

    func see(_ photo: String?) {
        if photo == "the photo dawn" { photos.add(1, ordering: .relaxed) }
    }

    var outcome: String {
        switch ends.load(ordering: .relaxed) {
        case 0: "never finished"
        case 1: photos.load(ordering: .relaxed) >= neededPhotos.load(ordering: .relaxed) ? "finished once" : "finished without its photo"
        case let times: "finished \(times) times"
        }
    }
}
