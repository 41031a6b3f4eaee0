import Dispatch
import Synchronization

/// The result of the callers of `document`.
public struct DocumentReport: Codable, Sendable {
    public var returned: Int
    /// Pages that they have together.
    public var pages: Int
}

/// Tasks call `document`, one after the other: they are made on the main actor, which runs them in this order. The last one inserts the
/// paper.
@MainActor public func read(_ callers: Int, with reader: some DocumentReader) async -> DocumentReport {
    let report = Mutex(DocumentReport(returned: 0, pages: 0)), isOver = Atomic(false)
    for number in 1...callers {
        Task(name: "caller \(number)") {
            let pages = await reader.document()
            report.withLock { report in
                report.returned += 1
                report.pages += pages.count
            }
        }
    }
    Task(name: "paper") {
        scan(for: reader)
        isOver.store(true, ordering: .releasing)
    }
    await wait { isOver.load(ordering: .acquiring) }
    await someTime()
    return report.withLock { $0 }
}

/// The scanner scans two pages.
@MainActor func scan(for delegate: some ScannerDelegate) {
    delegate.didScan("page 1")
    delegate.didScan("page 2")
    delegate.didFinish()
}
