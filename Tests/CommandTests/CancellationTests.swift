import TestSupport
import Testing
import Trace

/// Cancelled work is shown with its result.
@Suite(.startsProcesses) struct CancellationTests {
    let folder: Folder
    let programs: Programs
    init() throws {
        folder = try Folder()
        programs = try Programs.all()
    }

    private func items(_ trace: Trace, on label: String) -> [Trace.Item] {
        trace.items.filter { trace.queues[$0.queue].label == label }
    }

    @Test("Operations that are cancelled before they start have not run, however they are made, and count for nothing")
    func passedOver() throws {
        let (outcome, trace) = try Commands.trace(programs.cancels, in: folder)
        #expect(outcome.output == "ran after\n")
        let passed = items(trace, on: "test.suspended")
        #expect(passed.count == 66)
        for item in passed {
            #expect(item.began == nil && item.lane == nil, "\(item.label)")
            #expect(item.cancelled != nil, "\(item.label)")
        }
        let queue = try #require(trace.queues.firstIndex { $0.label == "test.suspended" })
        #expect(QueueLoad(trace, queue: queue).mostRunning == 0)
        #expect(trace.itemsNeverBegun.isEmpty)
    }

    @Test("An operation that is cancelled before it is added has not run; one that is cancelled while it runs has")
    func before() throws {
        let (_, trace) = try Commands.trace(programs.cancels, in: folder)
        let operations = items(trace, on: "test.queue")
        let early = try #require(operations.first { $0.label == "early" })
        #expect(early.began == nil && early.cancelled != nil)
        let interrupted = try #require(operations.first { $0.label == "interrupted" })
        #expect(interrupted.began != nil && interrupted.ended != nil && interrupted.cancelled != nil)
        let after = try #require(operations.first { $0.label == "after" })
        #expect(after.began != nil && after.cancelled == nil)
        #expect(after.dependencies.count == 2)
        #expect(operations.filter { $0.began != nil }.count == 3)
    }

    @Test("The table says of a cancelled operation that it was cancelled, and the summary how many were")
    func page() throws {
        let file = folder.file("t")
        _ = try Commands.run(["trace", "-o", file, "--", programs.cancels], in: folder)
        let page = try Commands.run(["view", file, "--width", "160"], in: folder).output
        // Without the picture the events are told, and no table is printed.
        let told = try Commands.run(["view", file, "--no-picture"], in: folder).output
        #expect(page.contains("│") && !told.contains("│") && told.contains("\n#1 ") && !told.contains("times in ms"), "\(told)")
        #expect(page.contains("test.suspended: 66 items, 66 of them cancelled before starting; none started."), "\(page)")
        let table = page.split(separator: "\n").drop { !$0.contains("times in ms") }
        let rows = table.filter { $0.contains(" test.suspended ") }
        #expect(rows.count == 66, "\(page)")
        #expect(rows.allSatisfy { $0.contains(" cancelled ") }, "\(page)")
    }
}
