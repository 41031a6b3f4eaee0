// Refused by: at most one report is queued, and the worker does not wait
// Verdict: cost
// Because: each row submits a block, and two of them can change places on the way to the main queue.
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
        let percent = done * 100 / rows
        DispatchQueue.global().async {
            DispatchQueue.main.async { self.report(percent) }
        }
    }
}
