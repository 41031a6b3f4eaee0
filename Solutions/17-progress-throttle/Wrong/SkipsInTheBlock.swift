// Refused by: at most one report is queued, and the worker does not wait
// Verdict: cost
// Says: 1000 blocks
// Because: `report` is called once, but each row still submits a block.
import Foundation

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private let lock = NSLock()
    private var done = 0
    private var reported = 0

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        lock.withLock { done += 1 }
        DispatchQueue.main.async {
            let percent = self.lock.withLock { self.done } * 100 / self.rows
            if percent == self.reported { return }
            self.reported = percent
            self.report(percent)
        }
    }
}
