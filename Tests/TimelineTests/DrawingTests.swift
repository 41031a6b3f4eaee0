import Words
import TestSupport
import Testing
import Trace

@testable import Timeline

@Suite("Properties of every drawing") struct DrawingTests {
    private static let samples: [Trace] = Picture.all.map(\.trace)

    @Test("No line is wider than asked, at any width, in any style", arguments: [1, 40, 41, 57, 80, 99, 120, 233, 400, 9_999])
    func widths(_ width: Int) {
        for trace in Self.samples {
            for style in [Style.plain, .ascii] {
                for mode in LaneMode.allCases {
                    let drawing = TimelineDrawing(
                        trace,
                        options: TimelineOptions(width: width, lanes: mode, style: style, title: "a run of a program with a long title")
                    ).text()
                    let table = TableOptions(width: width, style: style)
                    let texts = [
                        drawing, ItemTable(trace, options: table).text(), WaitTable(trace, options: table).text(),
                        TaskTable(trace, options: table).text(),
                    ]
                    for line in texts.joined(separator: "\n").split(separator: "\n") {
                        #expect(displayWidth(String(line)) <= min(400, max(40, width)), "\(line)")
                    }
                }
            }
        }
    }

    @Test("Without colour there is no escape byte, and ASCII is only ASCII, whatever the labels hold")
    func plain() {
        for trace in Self.samples {
            for mode in LaneMode.allCases {
                let options = TableOptions(width: 100, style: .plain)
                let plain = TimelineDrawing(trace, options: TimelineOptions(lanes: mode)).text() + ItemTable(trace, options: options).text()
                #expect(!plain.utf8.contains(0x1B))
                let ascii =
                    TimelineDrawing(trace, options: TimelineOptions(lanes: mode, style: .ascii)).text()
                    + ItemTable(trace, options: TableOptions(style: .ascii)).text()
                    + WaitTable(trace, options: TableOptions(style: .ascii)).text()
                #expect(ascii.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
            }
        }
    }

    @Test("With colour the text is the same but for the shape of bars' ends, and every line ends in the terminal's own colours")
    func colour() {
        for style in [Style.colour, Style(colour: .direct)] {
            let lines = TimelineDrawing(Samples.photoLibrary, options: TimelineOptions(style: style)).text().split(separator: "\n")
            for line in lines where line.utf8.contains(0x1B) {
                #expect(line.split(separator: "\u{1B}[").last?.hasPrefix("0m") == true)
            }
            #expect(lines.contains { $0.contains("barrier") })
        }
    }

    @Test("A barrier fills its columns in every sub-lane of its queue, and nothing else is there")
    func wall() throws {
        let lines = TimelineDrawing(Samples.photoLibrary, options: TimelineOptions(width: 100)).text().split(separator: "\n").map {
            Array($0)
        }
        let name = try #require(lines.firstIndex { $0.starts(with: "concurrent") })
        let rows = lines[name..<name + 4]
        let edges = rows.map { row in row.indices.filter { row[$0] == "║" } }
        #expect(edges.allSatisfy { $0 == edges[0] && $0.count == 4 })
        for row in rows {
            let inside = Set(row[edges[0][0] + 1..<edges[0][1]])
            #expect(!inside.contains("█") && !inside.contains("░"))
        }
    }

    @Test("A barrier that others overlap is drawn among them, and the legend says that they overlap")
    func noWall() {
        let text = TimelineDrawing(Samples.barrierOnGlobalQueue).text()
        #expect(!text.contains("║"))
        #expect(text.contains("barrier that others overlap"))
    }

    /// An item that waits from 10 to 90 µs, or for ever.
    private static func waiting(isBarrier: Bool = false, forEver: Bool) -> Trace {
        var run = Run()
        let queue = run.queue("photos", .concurrent), semaphore = run.object("answer", .semaphore)
        let item = run.enqueue("download()", on: queue, barrier: isBarrier)
        run.begin(item, on: 1)
        run.at(10)
        run.trace.waits.append(Trace.Wait(kind: .semaphore, lane: 1, item: item, object: semaphore, began: 10_000))
        run.at(100)
        if forEver {
            run.trace.ending = .killed(signal: 9)
        } else {
            run.trace.waits[0].ended = 90_000
            run.end(item)
        }
        run.event(.note, 0)
        return run.trace
    }

    private static func bar(_ trace: Trace, _ range: Range<Int64>? = nil, _ style: Style = .plain) -> [Cell] {
        let rows = TimelineDrawing(trace, options: TimelineOptions(style: style, range: range, foldsIdleTime: false)).canvas().rows
        let waiting = style.glyphs.waiting
        // The longest row of those that are hatched is the bar; the legend has two columns of it.
        return rows.max { $0.count { $0.glyph == waiting } < $1.count { $0.glyph == waiting } } ?? []
    }

    @Test("A thread that still waits at the end is drawn waiting up to the mark of unfinished work, not as running")
    func waitsToTheEnd() throws {
        let bar = Self.bar(Self.waiting(forEver: true), nil, .colour)
        #expect(bar.last?.glyph == "»")
        guard case .waiting? = bar.last?.role else {
            Issue.record("\(String(describing: bar.last?.role))")
            return
        }
    }

    @Test("A wait that continues beyond the picture is drawn waiting up to both edges", arguments: [Style.plain, .ascii, .colour])
    func waitsToTheEdges(_ style: Style) throws {
        for forEver in [false, true] {
            let bar = Self.bar(Self.waiting(forEver: forEver), 30_000..<60_000, style)
            let edge = try #require(bar.firstIndex { $0.glyph == style.glyphs.gutter })
            #expect(bar[edge + 1].glyph == style.glyphs.waiting && bar.last?.glyph == style.glyphs.waiting)
        }
        let whole = Self.bar(Self.waiting(forEver: false), nil, style)
        #expect(whole.last?.glyph != style.glyphs.waiting, "a wait that ended leaves the end of its bar solid")
    }

    @Test("A barrier that continues beyond the picture has no edge there", arguments: [Style.plain, .ascii])
    func wallBeyondThePicture(_ style: Style) throws {
        let bar = Self.bar(Self.waiting(isBarrier: true, forEver: false), 30_000..<60_000, style)
        let edge = try #require(bar.firstIndex { $0.glyph == style.glyphs.gutter })
        #expect(bar[edge + 1].glyph == style.glyphs.waiting && bar.last?.glyph == style.glyphs.waiting)
    }

    @Test("Names that are too long for the gutter and begin alike keep the ends by which they differ", arguments: [40, 60, 80])
    func namesThatBeginAlike(_ width: Int) {
        var run = Run()
        let others = ["photographer of weddings", "photographer of sports", "a name that stands alone"]
        let labels = (1...12).map { "photographer \($0)" } + others
        for (index, label) in labels.enumerated() {
            let item = run.enqueue("take()", on: run.queue(label, .serial))
            run.begin(item, on: 1)
            run.at(Int64(index + 1) * 10)
            run.end(item)
        }
        let lines = TimelineDrawing(run.trace, options: TimelineOptions(width: width)).text().split(separator: "\n")
        let gutters: [Substring] = lines.compactMap { line in line.split(separator: "│", maxSplits: 1).first }
        let names: [String] = gutters.filter { $0.hasPrefix("p") }.map { gutter in
            var name = String(gutter)
            while name.last == " " { name.removeLast() }
            return name
        }
        #expect(names.count == 14 && Set(names).count == 14, "\(names)")
        for number in 1...12 { #expect(names.contains { $0.hasSuffix(" \(number)") || $0.hasSuffix("…\(number)") }, "\(names)") }
        #expect(lines.contains { $0.hasPrefix("a name t") }, "a name that is not mistaken for another keeps its beginning")
    }

    @Test("The legend explains only the signs that occur")
    func legend() {
        let simple = TimelineDrawing(Samples.oneInstant).text()
        #expect(simple.contains("running"))
        #expect(!simple.contains("barrier") && !simple.contains("waits") && !simple.contains("thinner"))
        let killed = TimelineDrawing(Samples.killed).text()
        #expect(killed.contains("» unfinished when the process ended"))
        // Where records are missing, its end can be one of them.
        var damaged = Samples.killed
        damaged.coverage.hasGaps = true
        #expect(TimelineDrawing(damaged).text().contains("» its end is not in the trace"))
    }

    @Test("Lost records and damage are named above the drawing, and the end of a killed process below it")
    func messages() {
        let text = TimelineDrawing(Samples.killed).text()
        #expect(text.contains("3,012 records could not be kept"))
        #expect(text.contains("truncated at byte 81,920"))
        #expect(text.contains("stopped from outside (SIGKILL) while 3 items were still running, 2 items had not"))
        let comparison = TimelineComparison(Samples.killed, Samples.photoLibrary, titles: ("one", "two")).text()
        #expect(comparison.contains("3,012 records could not be kept"))
    }

    @Test("The counts of items that are thinner than a column add up", arguments: [40, 80, 100, 200, 400])
    func counts(_ width: Int) {
        let text = TimelineDrawing(Samples.threeThousandItems, options: TimelineOptions(width: width)).text()
        let row = text.split(separator: "\n").first { $0.contains("▒") } ?? ""
        let numbers = row.split { !"0123456789,".contains($0) }.compactMap { Int($0.filter { $0 != "," }) }
        #expect(numbers.reduce(0, +) == 3_000)
    }

    @Test("A closer look at a part of the time shows that part on its axis and keeps every item in its sub-lane")
    func range() {
        let text = TimelineDrawing(Samples.photoLibrary, options: TimelineOptions(width: 100, range: 80_000..<140_000)).text()
        #expect(text.contains("80 µs") && text.contains("140 µs") == false)
        #expect(text.contains("add(_:) #1"))
        #expect(!text.contains("image(at:) #9") && !text.contains("image #9"))
        expectGolden("photo-library-closer", text)
    }

    @Test("A single queued item is named, and several are counted")
    func line() {
        let text = TimelineDrawing(Samples.serialBacklog).text()
        #expect(text.contains("┄flush() #1┄"))
        #expect(text.contains("▾▾10┄"))
    }

    @Test("A table says how many rows it leaves out, and which columns")
    func remarks() {
        let text = ItemTable(Samples.threeThousandItems, options: TableOptions(width: 60, limit: 5)).text()
        #expect(text.contains("… and 3,003 more items."))
        #expect(text.contains("Not shown at this width:"))
        #expect(text.split(separator: "\n").filter { $0.hasPrefix("handle(_:)") }.count == 5)
    }

    @Test("Every item of a table has its label, queue, enqueue, start and end, even at the least width")
    func everyItem() {
        let lines = ItemTable(Samples.photoLibrary, options: TableOptions(width: 40)).text().split(separator: "\n")
        #expect(lines[1].split(separator: " ") == ["item", "queue", "enqueued", "start", "end"])
        #expect(lines[2].split(separator: " ").suffix(3) == ["0.004", "0.010", "0.061"])
    }

    @Test("A bar chart survives values that are not numbers")
    func oddValues() {
        let text = BarChart(
            title: "odd", unit: "",
            rows: [("nan", .nan, ""), ("infinite", .infinity, ""), ("negative", -3, ""), ("huge", 1e300, ""), ("tiny", 1e-9, "")]
        ).text(width: 60)
        #expect(text.split(separator: "\n").count == 6)
        #expect(BarChart(title: "none", unit: "s", rows: []).text() == "none")
    }

    @Test("A margin is in a separate column after the values, and after its bar where there is no room for that")
    func margins() {
        var chart = BarChart(title: "speed", unit: "", rows: [])
        chart.rows = [.init(label: "a", value: 100, margin: "± 4 %"), .init(label: "b", value: 7, margin: "± 12 %")]
        let wide = chart.text(width: 60).split(separator: "\n")
        #expect(wide[1].hasPrefix("a 100  ± 4 % │█") && wide[2].hasPrefix("b   7 ± 12 % │█"))
        chart.rows[0].value = 1_000_000
        chart.rows[1].value = 2_000_000
        let narrow = chart.text(width: 40).split(separator: "\n")
        #expect(narrow[1].contains("00 │█") && narrow[1].hasSuffix(" ± 4 %") && narrow[2].hasSuffix("█ ± 12 %"))
    }

    @Test("A trace whose numbers point nowhere is drawn all the same")
    func brokenReferences() {
        var build = TraceBuilder(threads: 1)
        let queue = build.queue("q", .serial, target: 99)
        build.item("a", on: queue, enqueued: 1, 2, 3, thread: 77, by: 500, from: 88, after: [-1, 900])
        build.item("b", on: 42, enqueued: 9, 5, 4, thread: -3)
        build.wait(.group, thread: 55, item: 66, for: 44, awaiting: 33, 1, 9, endedBy: 12)
        build.wait(.sync, thread: 0, awaiting: -7, 9, 2)
        for mode in LaneMode.allCases { #expect(!TimelineDrawing(build.trace, options: TimelineOptions(lanes: mode)).text().isEmpty) }
        #expect(ItemTable(build.trace).text().contains("unknown queue"))
        #expect(WaitTable(build.trace).text().contains("something unknown"))
    }

    @Test("Impossible moments stop neither a drawing nor a table")
    func impossibleTimes() {
        var trace = Samples.photoLibrary
        trace.items[0].began = .min
        trace.items[1].ended = .max
        trace.items[2].enqueued = .max
        trace.items[3].enqueued = .min
        trace.waits[0].began = .min
        trace.waits[0].ended = .max
        trace.duration = .max
        trace.lanes[1].startedAt = .min
        for mode in LaneMode.allCases {
            for range in [nil, Int64.min..<Int64.max, 5..<6] as [Range<Int64>?] {
                #expect(!TimelineDrawing(trace, options: TimelineOptions(lanes: mode, range: range)).text().isEmpty)
            }
        }
        #expect(ItemTable(trace).text().contains("photoQueue"))
        #expect(WaitTable(trace).text().contains("group 1"))
        #expect(
            !TimelineComparison(trace, Samples.photoLibrary, titles: ("a", "b"), options: TimelineOptions(range: .min ..< .max)).text()
                .isEmpty)
    }

    @Test("Any run can be drawn at any width, in any style, at any range, and no line is too wide", arguments: 0..<60)
    func anyRun(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &* 77)
        func pick(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }
        var build = TraceBuilder(threads: 6)
        let kinds: [Trace.Queue.Kind] = [.serial, .concurrent, .main, .global, .operation, .actor]
        let queues = (0..<1 + pick(6)).map { build.queue("queue \($0)", kinds[$0], target: pick(3) == 0 ? 0 : nil) }
        let group = build.object(.group, "group 1")
        let spread = [10, 1_000, 1_000_000][pick(3)]
        for number in 0..<pick(300) {
            let enqueued = Double(pick(spread))
            let began = pick(12) == 0 ? nil : enqueued + Double(pick(50))
            let ended = pick(12) == 0 ? nil : began.map { $0 + Double(pick(2 + spread / 20)) }
            let item = build.item(
                "item \(number % 7) #\(number)", on: queues[pick(queues.count)], enqueued: pick(20) == 0 ? nil : enqueued, began, ended,
                thread: pick(6), barrier: pick(5) == 0, by: number > 0 && pick(4) == 0 ? pick(number) : nil, from: pick(6))
            if let began, pick(4) == 0 { build.wait(.group, thread: pick(6), item: pick(2) == 0 ? item : nil, for: group, began, ended) }
        }
        if pick(3) == 0 { build.trace.ending = .killed(signal: 9) }
        let styles: [Style] = [.plain, .ascii, .colour]
        for _ in 0..<6 {
            let width = 40 + pick(361)
            let from = Int64(pick(spread * 1_000)), length = Int64(1 + pick(spread * 1_000))
            let style = styles[pick(3)]
            let options = TimelineOptions(
                width: width, lanes: LaneMode.allCases[pick(2)], style: style, range: pick(2) == 0 ? from..<from + length : nil,
                foldsIdleTime: pick(2) == 0, maximumSubLanes: 1 + pick(20), maximumLanes: 1 + pick(8))
            let canvas = TimelineDrawing(build.trace, options: options).canvas()
            #expect(canvas.rows.allSatisfy { $0.count == width })
            if style.colour == .none {
                for line in canvas.text(style).split(separator: "\n") { #expect(displayWidth(String(line)) <= width) }
            }
            #expect(!TimelineComparison(build.trace, Samples.photoLibrary, titles: ("a", "b"), options: options).text().isEmpty)
        }
    }
}
