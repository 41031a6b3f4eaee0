import Foundation
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// The viewer shows the code at the cursor, and the accesses of an explored run.
@Suite(.startsProcesses) struct ViewerSourceTests {
    /// This file is the code of the run: a line of it, in the middle of a pane.
    private static func trace(explored: Bool = false) -> Trace {
        var run = Run(lanes: ["main", "worker 1"])
        let queue = run.queue("photos", .serial), place = run.place(#filePath, 12, closureLine: 14)
        let item = run.enqueue("download()", on: queue, place: place)
        run.at(2)
        run.begin(item, on: 1)
        if explored {
            run.trace.origin = .explorer
            for (time, kind) in [(4, Event.Kind.memoryRead), (6, .memoryWritten), (8, .memoryRead)] {
                run.at(Int64(time))
                run.event(kind, 1, object: 0x10000, argument: 8, place: place)
                run.trace.values.append(
                    VariableValue(
                        time: Int64(time) * 1_000, variable: 0x10000, found: "1", left: "2", access: kind == .memoryRead ? .read : .written)
                )
                if time == 6 { run.trace.meanings[6_000] = .races }
            }
            run.trace.variables[0x10000] = "Album.count"
        }
        run.at(12)
        run.end(item)
        return run.trace
    }

    private func model(_ columns: Int, _ rows: Int, explored: Bool = false) -> ViewerModel {
        ViewerModel(
            heading: "lab-test", runs: [ViewerRun(title: "run", trace: Self.trace(explored: explored))], style: .plain,
            size: (columns, rows))
    }

    private func text(_ model: inout ViewerModel) -> String {
        model.frame(columns: model.size.columns, rows: model.size.rows).text(.plain)
    }

    @Test("From 110 columns on, the code is beside the log and follows the cursor; below that, y shows it")
    func beside() {
        var wide = model(110, 30)
        #expect(text(&wide).contains("Code: ViewerSourceTests.swift"))
        #expect(text(&wide).contains("▶A   12 │") && text(&wide).contains("Log: event 1"))
        wide.take(.character("."))
        #expect(text(&wide).contains("▶B   14 │"))
        wide.take(.character("y"))
        #expect(!text(&wide).contains("Code:"))
        var narrow = model(80, 24)
        #expect(!text(&narrow).contains("Code:"))
        narrow.take(.character("y"))
        #expect(text(&narrow).contains("Code: ViewerSourceTests.swift") && text(&narrow).contains("Log: event 1"))
        #expect(text(&narrow).contains("▶A   12 │"))
        narrow.take(.character("y"))
        #expect(!text(&narrow).contains("Code:"))
    }

    @Test("Without a file that can be read there is no pane, and y says so")
    func withoutSource() {
        var model = ViewerModel(
            heading: "lab-test", runs: [ViewerRun(title: "barrier", trace: SampleRuns.barrier())], style: .plain, size: (160, 50))
        #expect(!text(&model).contains("Code:"))
        model.take(.character("y"))
        #expect(model.message == "no file of this run's code can be read")
    }

    @Test("Reads and writes are letters on the bars, capitals in a data race; the detail has their values")
    func accesses() throws {
        var model = model(110, 30, explored: true)
        let rows = text(&model).split(separator: "\n").map(String.init)
        let bar = try #require(rows.first { $0.contains("█r█") || $0.contains("r██") }, "\(rows)")
        #expect(bar.contains("█W█") && bar.split(separator: "█r█").count == 3, "\(bar)")
        model.take(.enter)
        let drawing = TimelineDrawing(Self.trace(explored: true), options: TimelineOptions(width: 80)).text()
        #expect(drawing.contains("R W in a data race") && drawing.contains("r w reads, writes a shared variable"), "\(drawing)")
        for _ in 0..<3 { model.take(.character(".")) }
        #expect(text(&model).contains("writes Album.count: 1 → 2"))
    }
}
