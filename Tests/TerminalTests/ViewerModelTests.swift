import Foundation
import Words
import Narration
import TestSupport
import Testing
import Timeline
import Trace

@testable import Terminal

/// The viewer without a terminal: keys go in, rows come out.
@Suite(.startsProcesses) struct ViewerModelTests {
    private static func model(
        _ traces: [Trace] = [SampleRuns.barrier()], style: Style = .plain, columns: Int = 80, rows: Int = 24
    ) -> ViewerModel {
        let names = ["unprotected", "barrier", "serial"]
        let runs = traces.enumerated().map { index, trace in
            ViewerRun(
                title: names[index % 3], summary: "a run for a test", trace: trace,
                claims: [[Span(.subject, "✓"), Span(.text, "never two at the album: 1 at the same time")]])
        }
        return ViewerModel(heading: "lab-test", runs: runs, style: style, size: (columns, rows))
    }

    private func text(_ model: inout ViewerModel) -> String {
        model.frame(columns: model.size.columns, rows: model.size.rows).text(model.style)
    }

    private func press(_ keys: String, _ model: inout ViewerModel) { for key in keys { model.take(.character(key)) } }

    @Test("f at an event without an item shows the time around it, and says so")
    func focusWithoutItem() throws {
        var run = Run()
        let semaphore = run.object("answer", .semaphore, firstValue: 0), queue = run.queue("photos", .serial)
        let item = run.enqueue("download()", on: queue)
        run.begin(item, on: 1)
        run.at(500)
        run.on(semaphore, .semaphoreSignalled, by: 0)
        run.at(1_000)
        run.end(item)
        var model = Self.model([run.trace])
        while let step = model.runs[0].current, run.trace.events[step.event].kind != .semaphoreSignalled { press(".", &model) }
        press("f", &model)
        let window = try #require(model.window)
        #expect(window == 400_000..<600_000)
        #expect(model.message?.contains("no item") == true)
    }

    @Test("A search for a word that is nowhere gives the keys back after each part, and says at its end that there is none")
    func longSearch() {
        var run = Run()
        let queue = run.queue("photos", .serial)
        for _ in 0..<3_000 {
            let item = run.enqueue("download()", on: queue)
            run.begin(item, on: 1)
            run.end(item)
        }
        var model = Self.model([run.trace], columns: 120)
        press("/nowhere", &model)
        model.take(.enter)
        #expect(text(&model).contains("searching \"nowhere\""))
        var parts = 0
        while model.wait() != .keys { parts += 1 }
        #expect(parts > 0 && parts < 10)
        #expect(text(&model).contains("no event of this run contains \"nowhere\""))
        // A key ends it.
        press("/nowhere", &model)
        model.take(.enter)
        press("j", &model)
        #expect(model.wait() == .keys)
    }

    @Test("A source file is found below another folder, if the line there is the same")
    func otherFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("sources-\(UInt64.random(in: 0 ... .max))")
        try FileManager.default.createDirectory(at: folder.appendingPathComponent("Sources"), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try "let a = 1\nwork(a)\n".write(to: folder.appendingPathComponent("Sources/Work.swift"), atomically: true, encoding: .utf8)
        let place = Trace.Place.Location(function: "f()", file: "/built/here/Sources/Work.swift", line: 2, text: "work(a)")
        #expect(SourceText(of: place, folders: [folder.path])?.count == 3 || SourceText(of: place, folders: [folder.path])?.count == 2)
        var changed = place
        changed.text = "work(b)"
        #expect(SourceText(of: changed, folders: [folder.path]) == nil && SourceText(of: place, folders: []) == nil)
    }

    @Test("The detail of an event without a known line of source says so, also where the file is gone")
    func detailWithoutSource() {
        var run = Run()
        run.event(.threadStarted, 1)
        let gone = run.place("/nowhere/Gone.swift", 7)
        run.enqueue("block", on: run.queue("photos", .serial), place: gone)
        var model = Self.model([run.trace])
        model.take(.enter)
        #expect(text(&model).contains("No line of source is known for this event."))
        #expect(text(&model).contains("The state after it:"))
        press(".", &model)
        #expect(text(&model).contains("Gone.swift:7") && text(&model).contains("cannot be shown"), "\(text(&model))")
    }

    @Test("No message is cut at 60 columns")
    func messages() {
        for trace in [SampleRuns.barrier(), SampleRuns.meetings(), Trace()] {
            var model = Self.model([trace], columns: 60, rows: 20)
            press("/", &model)
            press(String(repeating: "w", count: 50), &model)
            model.take(.enter)
            #expect(model.message.map(displayWidth) ?? 0 <= 60)
            for key in ",.[]fcwswwwwwwwwwwwwwwwwwwwwwwaaaaaaaad0stcnN9xZ" {
                model.take(.character(key))
                let message = model.message ?? ""
                #expect(displayWidth(message) <= 60, "\(key): \(message)")
                model.overlay = nil
            }
        }
    }

    @Test("No row stays empty below the state while the log has more sentences")
    func emptyRows() {
        var model = Self.model()
        let rows = text(&model).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(model.runs[0].log.count > 8)
        #expect(rows.count == 24 && rows.count { $0.allSatisfy { $0 == " " } } == 0, "\(rows.joined(separator: "\n"))")
    }

    // MARK: Pictures

    @Test("The screen looks as its golden files show, at the sizes that people have", arguments: [(80, 24), (160, 50), (40, 12)])
    func pictures(_ columns: Int, _ rows: Int) {
        var text = ""
        for style in [Style.plain, .ascii] {
            var model = Self.model([SampleRuns.deadlock(), SampleRuns.barrier()], style: style, columns: columns, rows: rows)
            press("2.....", &model)
            text += self.text(&model) + "\n\n"
            model.take(.enter)
            text += self.text(&model) + "\n\n"
        }
        expectGolden("viewer-\(columns)x\(rows)", text)
    }

    @Test("Whatever is pressed, a frame has exactly as many rows and columns as the screen, and in ASCII only ASCII")
    func size() {
        let keys: [Key] = [
            .character("w"), .character("."), .character("d"), .enter, .character("."), .escape, .character("l"), .character("c"), .tab,
            .character("s"), .down, .pageDown, .character("?"), .character("x"), .end, .character("i"), .up, .character("0"),
            .character("g"), .character("7"), .enter, .character("2"), .pageUp, .left, .right, .home, .backspace, .other, .resized,
        ]
        for (columns, rows) in [(80, 24), (200, 60), (40, 12), (61, 13), (131, 37)] {
            var model = Self.model(
                [SampleRuns.barrier(), SampleRuns.oddments(), SampleRuns.meetings()], style: .ascii, columns: columns, rows: rows)
            for key in keys {
                model.take(key)
                let canvas = model.frame(columns: columns, rows: rows)
                #expect(canvas.rows.count == rows, "\(columns)×\(rows) after \(key)")
                #expect(canvas.width == columns)
                #expect(canvas.text(.ascii).utf8.allSatisfy { $0 == 10 || (0x20...0x7E).contains($0) })
            }
        }
    }

    @Test("A terminal that is too small shows the needed size; when it is larger again, the viewer continues")
    func tooSmall() {
        var model = Self.model()
        press("...", &model)
        let small = model.frame(columns: 20, rows: 5).text(.plain)
        #expect(small.replacing("\n", with: " ").contains("40 columns and 12"))
        #expect(small.split(separator: "\n").allSatisfy { $0.count <= 20 })
        #expect(model.frame(columns: 80, rows: 24).text(.plain).contains("event 4 of"))
    }

    // MARK: Steps

    @Test("Stepping forwards and backwards shows the state at each moment: running items and waiting threads")
    func steps() {
        var model = Self.model(rows: 40)
        let count = model.runs[0].log.count
        #expect(text(&model).contains("event 1 of \(count)"))
        // The barrier is submitted while two reads run.
        while model.runs[0].current?.text.contains("submits barrier") == false { press(".", &model) }
        #expect(text(&model).contains("photoQueue: running photos() #1, photos() #2 | queued barrier add(_:) #1"))
        press(",", &model)
        #expect(!text(&model).contains("queued barrier add(_:) #1"))
        model.take(.end)
        #expect(text(&model).contains("nothing runs and nothing waits"))
        press(".", &model)
        #expect(text(&model).contains("this is the end of the run"))
        model.take(.home)
        press(",", &model)
        #expect(text(&model).contains("this is the start of the run"))
    }

    @Test("g, a number and Enter go to that event; a number out of range is refused with a message, and Escape cancels")
    func goTo() {
        var model = Self.model()
        press("g7", &model)
        #expect(text(&model).contains("go to #7"))
        model.take(.enter)
        #expect(model.runs[0].step == 6)
        press("g999", &model)
        model.take(.enter)
        #expect(text(&model).contains("there is no #999"))
        press("g3", &model)
        model.take(.escape)
        #expect(model.runs[0].step == 6 && model.typing.prompt == nil)
    }

    @Test("The picked item is marked at both ends, and the line from its enqueue to its begin is drawn")
    func selection() {
        var model = Self.model()
        while model.runs[0].current?.text.contains("barrier add(_:) #1 starts") != true { press(".", &model) }
        let rows = text(&model).split(separator: "\n", omittingEmptySubsequences: false)
        let line = rows.first { $0.hasPrefix("photoQueue") }
        #expect(line?.contains(/◆.*╌╌╌╮/) == true)
        #expect(rows.contains { $0.contains("◆") && $0.contains("▓") })
    }

    @Test("The detail shows the item's life and stays open while stepping; any other key closes it")
    func detail() {
        var model = Self.model(rows: 40)
        while model.runs[0].current?.text.contains("barrier add(_:) #1 starts") != true { press(".", &model) }
        model.take(.enter)
        #expect(text(&model).contains("enqueued"))
        #expect(text(&model).contains("0.31 ms later, on worker 1"))
        press(".", &model)
        #expect(model.overlay == .detail)
        press("x", &model)
        #expect(model.overlay == nil)
    }

    // MARK: Time

    @Test("Zooming in keeps the cursor visible, moving stays within the run, 0 shows all again")
    func window() throws {
        var model = Self.model()
        press("....", &model)
        press("www", &model)
        let window = try #require(model.window)
        let length = model.length
        #expect(window.upperBound - window.lowerBound == length / 8)
        #expect(window.contains(try #require(model.cursor)))
        press("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", &model)
        #expect(model.window?.lowerBound == 0)
        press("dddddddddddddddddddddddddddddddddddddddddddddddd", &model)
        #expect(model.window?.upperBound == length)
        // A step brings the window back to the cursor.
        press(",", &model)
        #expect(try #require(model.window).contains(try #require(model.cursor)))
        press("0", &model)
        #expect(model.window == nil)
        press("d", &model)
        #expect(text(&model).contains("w zooms in"))
    }

    @Test("Zooming in has a limit, and zooming out shows all again")
    func zoomLimits() {
        var model = Self.model()
        press(String(repeating: "w", count: 80), &model)
        #expect(text(&model).contains("this is the closest zoom"))
        press(String(repeating: "s", count: 80), &model)
        #expect(model.window == nil)
    }

    @Test("A run without events can be viewed")
    func empty() {
        var model = Self.model([Trace()])
        press(".,wsad0lc9?xg1", &model)
        model.take(.enter)
        model.take(.enter)
        #expect(text(&model).contains("Nothing to draw"))
    }

    // MARK: Runs

    @Test("The broken run is above the fixed one where there is room; Tab and numbers go from one to the other")
    func two() {
        var model = Self.model([SampleRuns.deadlock(), SampleRuns.barrier(), SampleRuns.meetings()], rows: 50)
        #expect(model.shown == [0, 1] && model.focus == 0)
        let rows = text(&model).split(separator: "\n").map(String.init)
        let first = rows.firstIndex { $0.contains("1 unprotected") }, second = rows.firstIndex { $0.contains("2 barrier") }
        #expect(first != nil && second != nil && first ?? 0 < second ?? 0)
        model.take(.tab)
        #expect(model.focus == 1)
        press("..", &model)
        #expect(model.runs[1].step == 2 && model.runs[0].step == 0)
        press("3", &model)
        #expect(model.shown == [0, 2])
        press("1", &model)
        #expect(model.focus == 0)
        press("c", &model)
        #expect(model.shown == [0])
        press("c", &model)
        #expect(model.shown == [0, 1])
    }

    @Test("On a small screen one run is shown, and c draws the next one below it")
    func compare() {
        var model = Self.model([SampleRuns.deadlock(), SampleRuns.barrier()])
        #expect(model.shown == [0])
        press("c", &model)
        #expect(model.shown == [0, 1] && model.focus == 0)
        let rows = text(&model)
        #expect(rows.contains("1 unprotected") && rows.contains("2 barrier"))
    }

    @Test("l draws a lane for each thread, and again for each queue")
    func lanes() {
        var model = Self.model()
        #expect(text(&model).contains("queues, all"))
        press("l", &model)
        #expect(text(&model).contains("threads, all") && text(&model).contains("worker 2"))
        press("l", &model)
        #expect(text(&model).contains("queues, all"))
    }

    @Test("i shows the claims with their figures; ? the keys and the meanings of the signs")
    func overlays() {
        var model = Self.model()
        press("i", &model)
        #expect(text(&model).contains("never two at the album: 1 at the same time"))
        press(" ", &model)
        #expect(model.overlay == nil)
        press("?", &model)
        #expect(text(&model).contains("the next event"))
        model.take(.escape)
        #expect(model.overlay == nil && !model.isOver)
    }

    @Test("q, and the end of the input, end it; no other key does")
    func quit() {
        for scalar in (32...126).map({ Unicode.Scalar(UInt8($0)) }) where !"qQ".unicodeScalars.contains(scalar) {
            var model = Self.model()
            press(String(Character(scalar)), &model)
            #expect(!model.isOver, "\(scalar)")
        }
        for key in [Key.character("q"), .character("Q"), .endOfInput] {
            var model = Self.model()
            model.take(key)
            #expect(model.isOver)
        }
    }
}
