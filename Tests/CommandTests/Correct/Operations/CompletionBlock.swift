import Foundation

/// What follows an operation is told by its completion block, under a lock of its own.
final class Report {
    private let lock = NSLock()
    private var lines: [String] = []
    func add(_ line: String) { lock.withLock { lines.append(line) } }
    var all: [String] { lock.withLock { lines } }
}

func scenario() -> [String] {
    let report = Report()
    let finished = DispatchSemaphore(value: 0)
    let operation = BlockOperation { report.add("work") }
    operation.completionBlock = {
        report.add("done")
        finished.signal()
    }
    OperationQueue().addOperation(operation)
    finished.wait()
    return report.all
}

func allowed(_ lines: [String]) -> Bool { lines == ["work", "done"] }
