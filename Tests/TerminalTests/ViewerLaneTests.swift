import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// Going to a time, filtering and hiding lanes, and the screen with waiting and running times.
@Suite(.startsProcesses) struct ViewerLaneTests {
    /// Two queues whose items begin at 0, 1, 2 … ms.
    private static func trace() -> Trace {
        var run = Run()
        let queues = [run.queue("network", .serial), run.queue("disk", .serial)]
        for number in 0..<20 {
            run.at(Int64(number) * 1_000)
            let item = run.enqueue("\(number.isMultiple(of: 2) ? "fetch()" : "save()") #\(number / 2 + 1)", on: queues[number % 2])
            run.at(Int64(number) * 1_000 + 100)
            run.begin(item, on: 1)
            run.at(Int64(number) * 1_000 + 600)
            run.end(item)
        }
        return run.trace
    }

    private static func model(columns: Int = 80, rows: Int = 24) -> ViewerModel {
        ViewerModel(heading: "", runs: [ViewerRun(title: "run.trace", trace: trace())], style: .plain, size: (columns, rows))
    }

    private func text(_ model: inout ViewerModel) -> String {
        model.frame(columns: model.size.columns, rows: model.size.rows).text(model.style)
    }

    private func type(_ keys: String, _ model: inout ViewerModel, enter: Bool = true) {
        for key in keys { model.take(.character(key)) }
        if enter { model.take(.enter) }
    }

    @Test(
        "g and a time goes to the last event at that time or before it",
        arguments: [("12.5ms", 12_100), ("3100us", 3_100), ("0ns", 0), ("0.0056s", 5_600), ("2.05ms", 2_000)])
    func goToTime(_ typed: String, _ microseconds: Int64) {
        var model = Self.model()
        type("g" + typed, &model)
        #expect(model.runs[0].time == microseconds * 1_000, "\(model.message ?? "")")
        #expect(model.message == nil && model.typing.prompt == nil)
    }

    @Test("While a time is typed the footer shows it without #, and a number with it; the window moves to the time")
    func footer() throws {
        var model = Self.model()
        type("wwww", &model, enter: false)
        type("g12", &model, enter: false)
        #expect(text(&model).contains("go to #12"))
        type(".5ms", &model, enter: false)
        #expect(text(&model).contains("go to 12.5ms"))
        model.take(.enter)
        #expect(try #require(model.window).contains(12_500_000))
    }

    /// Ten steps, one each millisecond, long after the start of the run.
    private func lateRun() -> Run {
        var run = Run()
        let queue = run.queue("late", .serial)
        for number in 0..<10 {
            run.at(1_900_000_000 + Int64(number) * 1_000)
            let item = run.enqueue("step() #\(number + 1)", on: queue)
            run.begin(item, on: 1)
            run.at(1_900_000_000 + Int64(number) * 1_000 + 600)
            run.end(item)
        }
        return run
    }

    @Test("The viewer opens at a part of a run that began to do something late: it draws that part, and the cursor is at its first event")
    func openedAtAPart() {
        let run = lateRun()
        var model = ViewerModel(heading: "", runs: [ViewerRun(title: "run.trace", trace: run.trace)], style: .plain)
        model.look(at: 1_900_004_000_000..<1_900_008_000_000)
        #expect(model.window == 4_000_000..<8_000_000)
        #expect(model.runs[0].time == 1_900_004_000_000)
        #expect(text(&model).contains("step() #5") && text(&model).contains("4 ms from +1,900"), "\(text(&model))")
        // The part is the whole run.
        model.look(at: 1_900_000_000_000..<1_900_020_000_000)
        #expect(model.window == nil)
    }

    @Test("l shows the same part of the run in the other lanes, although a thread began long before, and nothing before the known part")
    func otherLanes() {
        let run = lateRun()
        for known: Int64 in [0, 1_900_002_000_000] {
            var trace = run.trace
            trace.lanes[1].startedAt = 1_000_000
            trace.coverage.start = known
            var model = ViewerModel(heading: "", runs: [ViewerRun(title: "run.trace", trace: trace)], style: .plain)
            model.look(at: 1_900_004_000_000..<1_900_008_000_000)
            for _ in 0..<2 {
                #expect(text(&model).contains("4 ms from +1,900"), "\(text(&model))")
                model.take(.character("l"))
            }
            if known > 0 { #expect(model.drawings[0].layout.start == known) }
        }
    }

    @Test("A time without a unit, or after the end of the run, is refused with what to type; a number is still an event")
    func wrongTimes() {
        for (typed, message) in [
            ("12.5", "is not a time"), ("5m", "is not a time"), ("9s", "the run ends at 19.6 ms"), ("999", "there is no #999"),
        ] {
            var model = Self.model()
            type("g" + typed, &model)
            #expect(model.message?.contains(message) == true, "\(typed): \(model.message ?? "")")
            #expect(model.runs[0].step == 0)
        }
        var model = Self.model()
        type("g7", &model)
        #expect(model.runs[0].step == 6)
    }

    @Test("F leaves the lanes with a text in their names and says so; a text that no lane has changes nothing; F Enter shows all again")
    func filter() {
        var model = Self.model()
        type("FDISK", &model)
        var shown = text(&model)
        #expect(shown.contains("queues with \"DISK\"") && shown.contains("\ndisk ") && !shown.contains("\nnetwork "), "\(shown)")
        type("Fnowhere", &model)
        #expect(model.message?.contains("no lane has \"nowhere\"") == true)
        shown = text(&model)
        #expect(shown.contains("\ndisk "))
        type("F", &model)
        shown = text(&model)
        #expect(shown.contains("\ndisk ") && shown.contains("\nnetwork "))
    }

    @Test("H hides the lane of the event, C collapses it, A shows all; the last lane cannot be hidden")
    func hide() {
        var model = Self.model()
        type("H", &model, enter: false)
        #expect(model.message?.contains("network is hidden") == true)
        #expect(!text(&model).contains("\nnetwork │") && text(&model).contains("1 hidden"))
        type("g4", &model)
        type("H", &model, enter: false)
        #expect(model.message?.contains("only lane") == true)
        type("A", &model, enter: false)
        #expect(text(&model).contains("\nnetwork │"))
        let rows = text(&model).split(separator: "\n").filter { $0.contains("│") }.count
        type("C", &model, enter: false)
        #expect(text(&model).split(separator: "\n").filter { $0.contains("│") }.count == rows - 1)
        type("C", &model, enter: false)
        #expect(text(&model).split(separator: "\n").filter { $0.contains("│") }.count == rows)
    }

    @Test("p shows how long items waited and ran, at 80×24; another key closes it")
    func load() {
        var model = Self.model()
        type("p", &model, enter: false)
        expectGolden("viewer-load-80x24", text(&model))
        model.take(.down)
        #expect(model.overlay == .load && model.overlayScroll == 1)
        model.take(.escape)
        #expect(model.overlay == nil)
    }

    @Test("A filter, a hidden lane and a collapsed one, at 80×24")
    func picture() {
        var model = Self.model()
        type("C", &model, enter: false)
        type("g4", &model)
        type("wwfF", &model, enter: false)
        expectGolden("viewer-lanes-80x24", text(&model))
    }

    @Test("The words that say how far opening is go from 0 to 1")
    func progress() {
        var parts: [Double] = []
        var run = Run()
        let queue = run.queue("q", .serial)
        for number in 0..<30_000 {
            run.at(Int64(number))
            let item = run.enqueue("block", on: queue)
            run.begin(item, on: 1)
            run.end(item)
        }
        _ = ViewerModel(heading: "", runs: [ViewerRun(title: "r", trace: run.trace)], style: .plain) { parts.append($0) }
        #expect(parts.count >= 2 && parts == parts.sorted() && parts.allSatisfy { 0...1 ~= $0 }, "\(parts)")
    }
}
