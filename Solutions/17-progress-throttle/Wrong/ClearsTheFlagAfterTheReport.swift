// Refused by: the last report is 100
// Verdict: missing
// Points: at most 6
// Says: while a report was running
// Because: rows that are done during `report` find the flag set, and submit nothing. Then the flag is cleared.
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
        let isFirst = lock.withLock {
            done += 1
            defer { isReportQueued = true }
            return !isReportQueued
        }
        if isFirst { DispatchQueue.main.async { self.reportNewest() } }
    }

    private func reportNewest() {
        report(lock.withLock { done } * 100 / rows)
        lock.withLock { isReportQueued = false }
    }
}
