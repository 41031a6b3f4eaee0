import TestSupport
import Testing
import Trace

@testable import Timeline

@Suite("Operations on the timeline") struct OperationDrawingTests {
    private func diamond() -> Trace {
        var run = Run()
        let queue = run.queue("filters", .operation)
        run.widen(queue, to: 2)
        let fetch = run.enqueue("fetch", on: queue, how: .operation)
        let left = run.enqueue("left", on: queue, how: .operation, dependencies: [fetch])
        run.begin(fetch, on: 1)
        run.at(4_000)
        run.end(fetch)
        run.suspend(queue)
        run.at(6_000)
        run.resume(queue)
        run.begin(left, on: 1)
        run.at(8_000)
        run.cancel(left)
        run.at(10_000)
        run.end(left)
        return run.trace
    }

    @Test("A queue's lane has its width, marks its suspension, and marks a cancellation in the bar", arguments: [Style.plain, .ascii])
    func lane(_ style: Style) {
        let text = TimelineDrawing(diamond(), options: TimelineOptions(width: 80, style: style)).text()
        #expect(text.contains("width 2"))
        #expect(text.contains("queue suspended"))
        #expect(text.contains("cancelled while it ran"))
        #expect(!text.contains("depends on"))
        let lane = text.split(separator: "\n").first { $0.hasPrefix("filters") }
        #expect(lane?.contains(style.isASCII ? "::" : "¦¦") == true)
    }

    @Test("Dependencies are drawn as arrows if they are asked for, from the end of one operation to the begin of the other")
    func arrows() {
        let text = TimelineDrawing(diamond(), options: TimelineOptions(width: 80, showsDependencies: true)).text()
        let row = text.split(separator: "\n").first { $0.hasPrefix("depends on") }
        #expect(row?.contains("╌▶ left after fetch") == true)
    }

    @Test("A circular wait is drawn without being asked for")
    func circle() {
        var run = Run()
        let queue = run.queue("circle", .operation)
        let a = run.enqueue("A", on: queue, how: .operation), b = run.enqueue("B", on: queue, how: .operation)
        run.trace.items[a].dependencies = [b]
        run.trace.items[b].dependencies = [a]
        run.at(5_000)
        run.event(.note, 0)
        let text = TimelineDrawing(run.trace, options: TimelineOptions(width: 80)).text()
        #expect(text.contains("A waits for B"))
        #expect(text.contains("B waits for A"))
        #expect(text.split(separator: "\n").contains { $0.hasPrefix("circular") })
    }

    @Test("The table of items says the priorities, what an operation waited for, and when a running one was cancelled")
    func table() {
        let text = ItemTable(diamond(), options: TableOptions(width: 200)).text()
        #expect(text.contains("waited for"))
        #expect(text.contains("fetch"))
        #expect(text.contains("cancelled"))
    }
}
