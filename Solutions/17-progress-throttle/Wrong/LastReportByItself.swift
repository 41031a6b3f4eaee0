// Refused by: at most one report is queued, and the worker does not wait
// Verdict: cost
// Says: 2 blocks
// Because: the last row always submits a block, also while another report is queued.
import Foundation

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private let lock = NSLock()
    private var done = 0
    private var isReportQueued = false

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        let (isFirst, isLast) = lock.withLock {
            done += 1
            defer { isReportQueued = true }
            return (!isReportQueued, done == rows)
        }
        if isFirst || isLast { DispatchQueue.main.async { self.reportNewest() } }
    }

    private func reportNewest() {
        let percent = lock.withLock {
            isReportQueued = false
            return done * 100 / rows
        }
        report(percent)
    }
}
