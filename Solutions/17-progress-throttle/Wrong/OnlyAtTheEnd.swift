// Refused by: a free main thread sees each row
// Verdict: missing
// Points: at most 4
// Because: there is one report only, so the user sees no progress.
import Dispatch

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private var done = 0

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        done += 1
        if done == rows { DispatchQueue.main.async { self.report(100) } }
    }
}
