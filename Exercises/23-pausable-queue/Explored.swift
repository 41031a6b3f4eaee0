import Dispatch
import Synchronization

// The explorer calls these functions under every interleaving. Two threads pause and resume, and one upload is added.

/// Two threads pause at the same time, and the app resumes once, after both.
func twoPause() {
    let uploads = UploadQueue()
    together({ uploads.pause() }, { uploads.pause() })
    uploads.upload { course.upload() }
    uploads.resume()
    course.keep(uploads)
}

/// Each of two threads pauses and resumes. The last call is a `resume()` in any case.
func bothPauseAndResume() {
    let uploads = UploadQueue()
    together(
        {
            uploads.pause()
            uploads.resume()
        },
        {
            uploads.pause()
            uploads.resume()
        })
    uploads.upload { course.upload() }
    course.keep(uploads)
}

/// An upload is added while another thread pauses and resumes.
func addsMeanwhile() {
    let uploads = UploadQueue()
    together(
        { uploads.upload { course.upload() } },
        {
            uploads.pause()
            uploads.resume()
        })
    course.keep(uploads)
}

/// The outcome, after everything that was started has ended.
func outcome() -> String { course.outcome }

func allowed(_ outcome: String) -> Bool { outcome == "the upload ran" }

private func together(_ one: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void) {
    let thread = DispatchGroup()
    DispatchQueue.global().async(group: thread, execute: one)
    other()
    thread.wait()
}

private let course = Course()

/// Counts the upload, and keeps the queue until the end.
private final class Course: Sendable {
    private let uploads = Atomic(0)
    private let queue = Mutex<UploadQueue?>(nil)

    func upload() { uploads.add(1, ordering: .relaxed) }

    func keep(_ uploads: UploadQueue) { queue.withLock { $0 = uploads } }

    var outcome: String {
        switch uploads.load(ordering: .relaxed) {
        case 0: "the upload never began"
        case 1: "the upload ran"
        case let count: "the upload ran \(count) times"
        }
    }
}
