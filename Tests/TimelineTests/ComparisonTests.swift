import TestSupport
import Testing
import Timeline
import Trace

/// Two runs one above the other whose lengths have little in common.
@Suite struct ComparisonTests {
    /// An item that does something for a while; if it hangs then, until the process is killed.
    private static func run(busy: Int64, hangsUntil end: Int64? = nil) -> Trace {
        var run = Run()
        let queue = run.queue("photoQueue", .serial, created: true)
        let fork = run.object("fork", .semaphore, firstValue: 0)
        let item = run.enqueue("eat() #1", on: queue)
        run.begin(item, on: 1)
        run.at(busy)
        if let end {
            run.wait(.semaphore, for: fork, by: 1)
            run.trace.waits[0].item = item
            run.trace.duration = end * 1_000
            run.trace.ending = .killed(signal: 9)
        } else {
            run.end(item)
        }
        return run.trace
    }

    /// How many columns the bars of each run take, from the first to the last one that is filled.
    private func columns(_ text: String) -> [Int] {
        text.split(separator: "\n").filter { $0.hasPrefix("serial") }.map { line in
            let filled = line.indices.filter { "█▉▊▋▌▍▎▏".contains(line[$0]) }
            return filled.isEmpty ? 0 : line.distance(from: filled[0], to: filled[filled.count - 1]) + 1
        }
    }

    @Test("A hang of two seconds is folded, with a mark and its length, so that the other run keeps its room")
    func hang() {
        let (hang, fix) = (Self.run(busy: 5_000, hangsUntil: 2_000_000), Self.run(busy: 17_000))
        let text = TimelineComparison(hang, fix, titles: ("philosophers", "ordered"), options: TimelineOptions(width: 100)).text()
        #expect(text.contains("≈") && text.contains("left out: threads waited") && text.contains("10 ms"))
        #expect(columns(text)[1] > 60, "\(text)")
        let panes = TimelinePane.panes(of: [TimelineDrawing(hang), TimelineDrawing(fix)], width: 100)
        #expect(panes[0].remarks.contains { $0.contains("left out: threads waited") }, "\(panes[0].remarks)")
        #expect(panes[1].remarks.contains { $0.contains("left out: this run had ended") }, "\(panes[1].remarks)")
        // One axis: the same moment since the beginning is in the same column.
        #expect(panes[0].column(of: 3_000_000) == panes[1].column(of: 3_000_000))
    }

    @Test("Two runs of very different length that both work all the time have an axis each, and that is said")
    func ownAxes() {
        let (long, short) = (Self.run(busy: 350_000), Self.run(busy: 4_000))
        let text = TimelineComparison(long, short, titles: ("spin", "sleep"), options: TimelineOptions(width: 100)).text()
        #expect(text.contains("each on a time scale of its own"))
        #expect(columns(text).allSatisfy { $0 > 60 }, "\(text)")
        #expect(text.contains("300 ms") && text.contains("3.0 ms"))
        let panes = TimelinePane.panes(of: [TimelineDrawing(long), TimelineDrawing(short)], width: 100)
        #expect(panes.allSatisfy { pane in pane.remarks.contains { $0.hasPrefix("Separate time scale") } })
        // Where a part of the time is asked for, both show that part.
        let parts = TimelinePane.panes(of: [TimelineDrawing(long), TimelineDrawing(short)], width: 100, range: 0..<4_000_000)
        #expect(parts[0].column(of: 2_000_000) == parts[1].column(of: 2_000_000))
        #expect(!parts.contains { pane in pane.remarks.contains { $0.hasPrefix("Separate time scale") } })
    }

    @Test("Runs of like length share their axis, and a long wait of one thread during another thread's work is not folded")
    func shared() {
        let first = TimelineComparison(Self.run(busy: 9_000), Self.run(busy: 4_000), titles: ("a", "b")).text()
        #expect(!first.contains("of its own") && !first.contains("≈"))
        var run = Run()
        let queue = run.queue("photoQueue", .concurrent, created: true)
        let gate = run.object("gate", .semaphore, firstValue: 0)
        let works = run.enqueue("work() #1", on: queue), waits = run.enqueue("wait() #1", on: queue)
        run.begin(works, on: 1)
        run.begin(waits, on: 2)
        run.at(1)
        run.wait(.semaphore, for: gate, by: 2)
        run.trace.waits[0].item = waits
        run.at(400_000)
        run.waitOver(by: 2)
        run.end(works)
        run.end(waits)
        let text = TimelineComparison(run.trace, Self.run(busy: 4_000), titles: ("a", "b")).text()
        #expect(!text.contains("≈"), "\(text)")
    }
}
