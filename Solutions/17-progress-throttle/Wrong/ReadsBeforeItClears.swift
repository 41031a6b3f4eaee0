// Refused by: right in every interleaving
// Verdict: missing
// Points: at most 8
// Says: the last report was 50
// Because: the block reads the number and clears the flag in two steps. A row in between is lost.
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
        let percent = lock.withLock { done } * 100 / rows
        lock.withLock { isReportQueued = false }
        report(percent)
    }
}
