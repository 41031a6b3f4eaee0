// Refused by: the last report is 100
// Verdict: missing
// Points: at most 3
// Because: a clock decides which rows are reported. The last row is seldom one of them.
import Foundation

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private var done = 0
    private var lastReport = Date.distantPast

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        done += 1
        guard Date().timeIntervalSince(lastReport) > 5 else { return }
        lastReport = Date()
        let percent = done * 100 / rows
        DispatchQueue.main.async { self.report(percent) }
    }
}
