// Refused by: right in every interleaving
// Verdict: race
// Points: at most 8
// Because: the worker and the main thread use the number and the flag at the same time, without a lock.
import Dispatch

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private var done = 0
    private var isReportQueued = false

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        done += 1
        if isReportQueued { return }
        isReportQueued = true
        DispatchQueue.main.async {
            self.isReportQueued = false
            self.report(self.done * 100 / self.rows)
        }
    }
}
