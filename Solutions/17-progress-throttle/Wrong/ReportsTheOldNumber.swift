// Refused by: the last report is 100
// Verdict: missing
// Points: at most 6
// Because: the block reports the number of the row that submitted it. The rows after it are never reported.
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
        let percent: Int? = lock.withLock {
            done += 1
            if isReportQueued { return nil }
            isReportQueued = true
            return done * 100 / rows
        }
        guard let percent else { return }
        DispatchQueue.main.async {
            self.lock.withLock { self.isReportQueued = false }
            self.report(percent)
        }
    }
}
