import Dispatch
import Synchronization

/// Reports the progress of an import to the app. A worker thread imports many rows, and calls
/// `rowIsDone()` after each of them.
final class ImportProgress: @unchecked Sendable {  // `course` is protected, and the other properties never change.
    private struct Course {
        var done = 0
        /// Whether a block is in the main queue that has not read `done` yet.
        var isReportQueued = false
    }

    private let rows: Int
    private let course = Mutex(Course())
    /// Shows the progress. It changes the screen, so it belongs to the main thread.
    private let report: (_ percent: Int) -> Void

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    /// Called on the worker thread, once for each row.
    func rowIsDone() {
        let isFirst = course.withLock { course in
            course.done += 1
            defer { course.isReportQueued = true }
            return !course.isReportQueued
        }
        if isFirst { DispatchQueue.main.async { self.reportNewest() } }
    }

    /// Clears the flag and reads the newest number in one step. So a later row submits a new block.
    private func reportNewest() {
        let done = course.withLock { course in
            course.isReportQueued = false
            return course.done
        }
        report(done * 100 / rows)
    }
}
