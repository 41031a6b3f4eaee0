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

    @Test("A delayed block, and a notify block, are drawn as queued only from the moment when they come to their queue")
    func delayed() {
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("later", .serial)
        build.item("long #1", on: queue, enqueued: 5, 5, 95, thread: 1)
        let delayed = build.item("prompt #1", on: queue, enqueued: 2, 96, 100, thread: 1, how: .after)
        build.trace.items[delayed].due = 60_000
        let other = build.queue("end", .serial)
        let notified = build.item("show #1", on: other, enqueued: 2, 96, 100, thread: 1, how: .groupNotify)
        build.trace.items[notified].due = 80_000
        let lines = TimelineDrawing(build.trace, options: TimelineOptions(width: 112)).text().split(separator: "\n")
        for (name, share) in [("later", 0.4), ("end", 0.2)] {
            let line = lines.first { $0.hasPrefix(name) } ?? ""
            let lane = Array(line.drop { $0 != "│" }.dropFirst())
            let queued = lane.indices.filter { lane[$0] == "┄" }
            #expect(queued.count > 5, "\(line)")
            #expect((queued.first ?? 0) > Int(Double(lane.count) * (0.9 - share)), "\(line)")
        }
    }

    @Test("The sign of a cancellation stays readable: the label and the number of queued items keep away from it", arguments: 30...90)
    func cancellationSign(_ width: Int) {
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("q", .operation), serial = build.queue("s", .serial)
        let running = build.item("rocket.png", on: queue, enqueued: 0, 1, 100, thread: 1, how: .operation)
        build.trace.items[running].cancelled = 60_000
        for number in 1...20 {
            let item = build.item("block \(number)", on: serial, enqueued: Double(number) * 0.1, nil, nil)
            build.trace.items[item].cancelled = 50_000 + Int64(number) * 20
        }
        let lines = TimelineDrawing(build.trace, options: TimelineOptions(width: max(40, width))).text().split(separator: "\n")
        let bar = lines.first { $0.contains("█") } ?? "", line = lines.first { $0.hasPrefix("s ") } ?? ""
        #expect(bar.contains("×") && !bar.contains(#/[a-z.]×|×[a-z.]/#), "\(bar)")
        #expect(line.contains("×") && !line.contains(#/×\d/#), "\(line)")
    }

    @Test("Labels that differ only in a number at their end keep the number when they are cut")
    func cutLabels() {
        #expect(ItemName.cut("block 12", to: 5, .plain) == "bl…12")
        #expect(ItemName.cut("block 12", to: 5, .ascii) == "b..12")
        #expect(ItemName.cut("block 12", to: 8, .plain) == "block 12")
        #expect(ItemName.cut("import settings", to: 6, .plain) == "impor…")
        #expect(ItemName.cut("silent 123456", to: 5, .plain) == "sile…")
    }

    @Test("The picked item that never ended keeps the sign that says so at the edge")
    func pickedUnfinished() {
        let drawing = TimelineDrawing(Samples.killed, options: TimelineOptions(width: 80))
        let stuck = Samples.killed.items.firstIndex { $0.label == "fetch(_:) #2" }
        let pane = TimelinePane.panes(of: [drawing], width: 80, selected: [stuck])[0]
        let rows = pane.lanes.map { row in String(row.compactMap(\.glyph)) }.filter { $0.contains("◆") }
        #expect(rows.contains { $0.contains("░") && $0.hasSuffix("»") }, "\(rows)")
    }
}
