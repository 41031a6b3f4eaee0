// Refused by: reports come on the main queue, and never go back
// Verdict: wrongQueue
// Points: at most 8
// Because: the reports are coalesced, but they change the screen on a worker thread.
import Foundation

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private let lock = NSLock()
    private var done = 0
    private var isReportQueued = false
    private let reports = DispatchQueue(label: "reports")

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        let isFirst = lock.withLock {
            done += 1
            defer { isReportQueued = true }
            return !isReportQueued
        }
        if isFirst { reports.async { self.reportNewest() } }
    }

    private func reportNewest() {
        let percent = lock.withLock {
            isReportQueued = false
            return done * 100 / rows
        }
        report(percent)
    }
}
