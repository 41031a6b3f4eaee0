// Refused by: at most one report is queued, and the worker does not wait
// Verdict: cost
// Points: at most 6
// Says: 100 blocks
// Because: only one row of ten submits a block, but while the main thread is busy all of these blocks are queued.
import Dispatch

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private var done = 0
    private var lastPercent = 0

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        done += 1
        let percent = done * 100 / rows
        if percent == lastPercent { return }
        lastPercent = percent
        DispatchQueue.main.async { self.report(percent) }
    }
}
