import Foundation
import TestSupport
import Testing

/// `interleave explore` on Foundation's operations and on dispatch sources.
@Suite(.startsProcesses, .takesTurns) struct ExploreOperationsTests {
    let folder: Folder

    init() throws { folder = try Folder() }

    private static let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Explored").path

    /// Explores a file, with one text in it replaced by another.
    private func explore(_ name: String, replacing wrong: String = "", by right: String = "", code: Int32) throws -> ExploreTests.Report {
        var text = try String(contentsOfFile: "\(Self.sources)/\(name).swift", encoding: .utf8)
        if !wrong.isEmpty {
            try #require(text.contains(wrong))
            text = text.replacingOccurrences(of: wrong, with: right)
        }
        return try Commands.report(text, code: code, in: folder)
    }

    /// A correct program: it gets no complaint, and has one result in all interleavings.
    private func expectRight(_ report: ExploreTests.Report, _ outcome: String, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(report.verdict == "none" && report.complete, sourceLocation: sourceLocation)
        #expect(report.distinctOutcomes.map(\.outcome) == [outcome], sourceLocation: sourceLocation)
    }

    @Test("Operations that can run at the same time race for a total, and are named; one at a time they do not")
    func race() throws {
        let wrong = try explore("invoice", code: 1)
        #expect(wrong.verdict == "race" && wrong.complete)
        #expect(Set(wrong.distinctOutcomes.map(\.outcome)) == ["20", "5", "25"])
        let failure = try #require(wrong.failure)
        #expect(failure.summary.contains("operation paper") && failure.summary.contains("operation ink"))
        #expect(Set(failure.locations.map(\.line)) == [8, 9])
        let right = try explore("invoice", replacing: "    // One at a time:\n", by: "    queue.maxConcurrentOperationCount = 1\n", code: 0)
        expectRight(right, "25")
    }

    @Test("An operation without its needed dependency can run too early; with it, it never does")
    func dependency() throws {
        let wrong = try explore("pictures", code: 1)
        #expect(wrong.verdict == "assertion" && wrong.complete)
        #expect(Set(wrong.distinctOutcomes.map(\.outcome)) == ["load, filter", "filter, load"])
        let right = try explore("pictures", replacing: "    // filter needs load\n", by: "    filter.addDependency(load)\n", code: 0)
        expectRight(right, "load, filter")
        #expect(right.executions == 1)
    }

    @Test("Operations that depend on each other are a deadlock that names both")
    func cycle() throws {
        let wrong = try explore(
            "pictures", replacing: "    // filter needs load\n",
            by: "    filter.addDependency(load)\n    load.addDependency(filter)\n", code: 1)
        #expect(wrong.verdict == "deadlock" && wrong.complete)
        let summary = try #require(wrong.failure?.summary)
        #expect(summary.contains("operation load") && summary.contains("operation filter") && summary.contains("wait for each other"))
    }

    @Test("A wait for an operation that lost its dependency names the operation, and says that it never became ready")
    func neverReady() throws {
        let wrong = try explore(
            "pictures", replacing: "    // filter needs load\n",
            by: "    filter.addDependency(load)\n    filter.removeDependency(load)\n", code: 1)
        #expect(wrong.verdict == "deadlock" && wrong.complete)
        let failure = try #require(wrong.failure)
        #expect(failure.explanation.contains("Operation filter is in a queue and never became ready"))
        #expect(failure.hint?.contains("removeDependency") == true)
    }

    @Test("An asynchronous operation that never announces its end is named as the reason, with the calls that are missing")
    func forgottenAnnouncement() throws {
        let text = """
            import Foundation

            final class Download: Operation, @unchecked Sendable {
                override var isAsynchronous: Bool { true }
                override var isFinished: Bool { false }
                override func start() { DispatchQueue.global().async {} }
            }

            func scenario() -> String {
                let queue = OperationQueue(), download = Download(), show = BlockOperation {}
                download.name = "download"
                show.name = "show"
                show.addDependency(download)
                queue.addOperations([download, show], waitUntilFinished: true)
                return "shown"
            }
            """
        let report: ExploreTests.Report = try Commands.report(text, code: 1, in: folder)
        #expect(report.verdict == "deadlock" && report.complete)
        let failure = try #require(report.failure)
        let reason = "The start() of operation download has returned, and it has not announced that it is finished"
        #expect(failure.explanation.contains(reason))
        #expect(failure.hint?.contains("didChangeValue(forKey: \"isFinished\")") == true)
    }

    @Test("A wait for a queue that is suspended for ever is a deadlock with the queue's name and the reason; resumed, it is not")
    func suspended() throws {
        let wrong = try explore("kitchen", code: 1)
        #expect(wrong.verdict == "deadlock" && wrong.complete)
        let failure = try #require(wrong.failure)
        #expect(failure.summary.contains("queue “kitchen”"))
        #expect(failure.explanation.contains("suspended"))
        #expect(failure.locations.map(\.line) == [8, 11])
        let right = try explore("kitchen", replacing: "    // served\n", by: "    queue.isSuspended = false\n", code: 0)
        expectRight(right, "soup")
    }

    @Test("After cancel() a timer's handler can still run; after its cancel handler it cannot")
    func timer() throws {
        let wrong = try explore("ticks", code: 1)
        // A timer that continues to tick is not explored to its end.
        #expect(wrong.verdict == "race" && !wrong.complete)
        let failure = try #require(wrong.failure)
        #expect(failure.summary.contains("event handler"))
        let right = try explore(
            "ticks", replacing: "    timer.cancel()\n    // gone\n", by: "    timer.cancel()\n    gone.wait()\n", code: 3)
        #expect(right.verdict == "none" && !right.complete)
    }

    @Test("A handler that sleeps and reads the clock continues, and its timer never ticks too early")
    func sleepingHandler() throws {
        let right = try explore("sleeper", code: 0)
        #expect(right.verdict == "none" && right.distinctOutcomes.map(\.outcome) == ["0 ticks early"])
    }

    @Test("A data source merges events while its handler is busy: the number of calls varies, the sum does not")
    func data() throws {
        let wrong = try explore("progress", code: 1)
        #expect(wrong.verdict == "deadlock" && wrong.complete)
        #expect(wrong.distinctOutcomes.map(\.outcome) == ["2 of 2"])
        let right = try explore("progress", replacing: "done += 1", by: "done += Int(progress.data)", code: 0)
        expectRight(right, "2 of 2")
    }

    @Test("A replayed schedule names its operations and handlers as the explanation does")
    func names() throws {
        let wrong = try explore("ticks", code: 1)
        let token = try #require(wrong.failure?.token), file = folder.file("scenario.swift")
        let steps = try Commands.run(["replay", token, file, "--step"], in: folder)
        #expect(steps.output.contains("event handler 1 starts"))
        #expect(steps.output.contains("event handler 1: writes") || steps.output.contains("event handler 1: reads"))
        #expect(!steps.output.contains("worker"))
    }
}
