import Testing
import Trace

@testable import Timeline

@Suite("Lanes of Swift tasks") struct TaskLaneTests {
    private func lines(_ trace: Trace, _ mode: LaneMode = .tasks, _ style: Style = .plain) -> [String] {
        TimelineDrawing(trace, options: TimelineOptions(width: 100, lanes: mode, style: style)).text().split(separator: "\n").map(
            String.init)
    }

    private func row(_ name: String, _ lines: [String]) -> String { lines.first { $0.hasPrefix(name) } ?? "" }

    @Test("Each task has one lane, which says where it ran and what it awaits", arguments: [Style.plain, .ascii])
    func lanes(_ style: Style) {
        let lines = lines(Samples.awaiting, .tasks, style), sign = style.isASCII ? ",," : "◦◦"
        #expect(lines.count { $0.contains(style.isASCII ? " |" : " │") } == 4)
        #expect(row("main task", lines).contains("\(sign.prefix(1)) awaits task 1 \(sign)"))
        #expect(row("main task", lines).contains("\(sign.prefix(1)) awaits a child task \(sign)"))
        #expect(row("task 1", lines).contains(" Store "))
        #expect(row("task 2", lines).contains("sleeps"))
        // Never resumed: it is still suspended at the end.
        #expect(row("task 3", lines).contains("awaits a continuation") && row("task 3", lines).hasSuffix(style.isASCII ? ">" : "»"))
        #expect(lines.contains { $0.contains("\(sign) suspended task: it has no thread") })
    }

    @Test("In no kind of lanes has a suspended task the sign of a blocked thread", arguments: LaneMode.allCases)
    func sign(_ mode: LaneMode) {
        let text = lines(Samples.awaiting, mode).joined(separator: "\n")
        #expect(text.contains("◦◦"))
        #expect(!text.contains("░"))
        #expect(!text.contains("blocked"))
    }

    @Test("A thread that a task blocks keeps the sign of a blocked thread")
    func blocked() {
        var trace = Samples.awaiting
        trace.objects.append(Trace.SyncObject(kind: .semaphore, label: "gate"))
        trace.waits.append(Trace.Wait(kind: .semaphore, lane: 1, item: 2, object: 0, began: 17, ended: 23))
        trace.waits.sort { $0.began < $1.began }
        #expect(row("task 1", lines(trace)).contains("░"))
    }

    @Test("A task keeps its color where its stretches run on the same executor, and the legend names the executors")
    func colours() {
        let drawing = TimelineDrawing(Samples.awaiting, options: TimelineOptions(width: 100, lanes: .tasks, style: .colour))
        let canvas = drawing.canvas()
        func roles(_ name: String) -> Set<Int> {
            let row = canvas.rows.first { String($0.prefix(name.count).compactMap(\.glyph)) == name } ?? []
            return Set(row.compactMap { cell in if case .bar(let number) = cell.role { number } else { nil } })
        }
        #expect(roles("task 1") == [0, 1] && roles("main task") == [0])
        #expect(canvas.text(.plain).contains("ran on: ██ global queue (default)   ██ Store"))
        let plain = TimelineDrawing(Samples.awaiting, options: TimelineOptions(width: 100, lanes: .tasks)).text()
        #expect(!plain.contains("ran on"))
    }

    @Test("A run without tasks has no lanes of tasks, and the usual lanes are those of its tasks only if most of its work is theirs")
    func usual() {
        #expect(lines(Samples.photoLibrary).joined().contains("this run has no Swift task"))
        #expect(LaneMode.usual(for: Samples.awaiting) == .tasks && LaneMode.usual(for: Samples.photoLibrary) == .queues)
        #expect(LaneMode.usual(for: Trace()) == .threads)
        var modes: [LaneMode] = [.queues]
        for _ in 0..<3 { modes.append(modes[modes.count - 1].next(for: Samples.awaiting)) }
        #expect(modes == [.queues, .threads, .tasks, .queues])
        #expect(LaneMode.threads.next(for: Samples.photoLibrary) == .queues)
    }
}
