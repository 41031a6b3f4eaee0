// Two atomic variables. The block clears the flag first, and reads the number after that.
import Dispatch
import Synchronization

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private let done = Atomic(0)
    private let isReportQueued = Atomic(false)

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
    }

    func rowIsDone() {
        done.add(1, ordering: .sequentiallyConsistent)
        if isReportQueued.exchange(true, ordering: .sequentiallyConsistent) { return }
        DispatchQueue.main.async {
            self.isReportQueued.store(false, ordering: .sequentiallyConsistent)
            self.report(self.done.load(ordering: .sequentiallyConsistent) * 100 / self.rows)
        }
    }
}
