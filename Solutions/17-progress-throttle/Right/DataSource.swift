// A data source adds up what it gets while its handler cannot run. libdispatch has it for this.
import Dispatch

final class ImportProgress: @unchecked Sendable {
    private let rows: Int
    private let report: (_ percent: Int) -> Void
    private var done = 0
    private let source = DispatchSource.makeUserDataAddSource(queue: .main)

    init(rows: Int, report: @escaping (_ percent: Int) -> Void) {
        self.rows = rows
        self.report = report
        source.setEventHandler { [unowned self] in
            done += Int(source.data)
            report(done * 100 / rows)
        }
        source.activate()
    }

    func rowIsDone() { source.add(data: 1) }
}
