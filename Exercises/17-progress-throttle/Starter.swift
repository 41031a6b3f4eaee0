import Dispatch

/// Reports the progress of an import to the app. A worker thread imports many rows, and calls
/// `rowIsDone()` after each of them.
final class ImportProgress {
    private let rows: Int
    private var done = 0
    /// Shows the progress. It changes the screen, so it belongs to the main thread.
    private let report: (_ percent: Int) -> Void

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    /// Called on the worker thread, once for each row.
    func rowIsDone() {
        done += 1
        let percent = done * 100 / rows
        DispatchQueue.main.async { self.report(percent) }
    }
}
