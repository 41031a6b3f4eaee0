import TestSupport
import Testing

@testable import Timeline
@testable import Trace

@Suite("Frames with more bars than columns") struct ManyBarsTests {
    /// Items of one thread, most of them short, with locks that it holds between them.
    private func trace(seed: Int, items count: Int) -> Trace {
        var random = SplitMix(seed: UInt64(seed))
        var build = TraceBuilder(threads: 2)
        let queue = build.queue("work", .serial), lock = build.object(.lock, "lock")
        var time = 0.0
        for number in 0..<count {
            let length = random.next() % 400 == 0 ? Double(random.next() % 4_000) : Double(random.next() % 20) / 10
            if random.next() % 5 == 0 {
                build.hold(lock, thread: 1, time, time + length)
            } else {
                build.item("work() #\(number)", on: queue, enqueued: max(0, time - 5), time, time + length, thread: 1)
            }
            time += length + Double(random.next() % 30) / 10
        }
        return build.trace
    }

    private func painter(_ drawing: TimelineDrawing, _ range: Range<Int64>, columns: Int) -> LanePainter {
        let names = TraceNames(trace: drawing.trace, style: .plain)
        let selection = LaneSelection(drawing.layout, names, TimelineOptions(lanes: .threads), range: range)
        return LanePainter(
            trace: drawing.trace, layout: drawing.layout, names: names,
            scale: TimeScale(from: range.lowerBound, to: range.upperBound, columns: columns), gutter: Gutter(selection, names, width: 100),
            canvas: Canvas(width: 100))
    }

    @Test("Columns that are counted show what bars that are placed one by one show", arguments: 0..<12)
    func sameColumns(seed: Int) throws {
        var random = SplitMix(seed: UInt64(seed + 100))
        let drawing = TimelineDrawing(trace(seed: seed, items: 3_000), options: TimelineOptions(lanes: .threads))
        let bars = try #require(drawing.layout.lanes.first { $0.subLanes[0].bars.count > 100 }).subLanes[0].bars
        for _ in 0..<8 {
            let length = drawing.layout.end - drawing.layout.start
            let start = drawing.layout.start + Int64(random.next() % UInt64(length)), width = Int64(random.next() % UInt64(length)) + 100
            let range = start..<min(drawing.layout.end, start + width) + 1
            let painter = painter(drawing, range, columns: 37)
            let visible = bars.visible(from: range.lowerBound, to: range.upperBound)
            var placed = LanePainter.RowCells(columns: 37), counted = placed
            for index in visible { painter.place(bars[index], index, nil, &placed) }
            painter.placeMany(bars, visible, &counted)
            #expect(placed.thin == counted.thin && placed.held == counted.held)
            #expect(zip(placed.cover, counted.cover).allSatisfy { abs($0 - $1) < 1e-9 })
            // Where two bars cover as much of a column, either of them can represent it.
            for column in 0..<37 where placed.owner[column] != counted.owner[column] {
                let covers = [placed.owner[column], counted.owner[column]].map { position in
                    painter.cells(bars.start(position), bars.end(position)).map { $0.isThinBar ? $0.to - $0.from : $0.cover(column) } ?? 0
                }
                #expect(abs(covers[0] - covers[1]) < 1e-9, "column \(column)")
            }
        }
    }

    @Test("Long bars are found among many short ones, and the totals of blocks are those of their bars")
    func index() {
        let lengths = (0..<1_000).map { (position: Int) -> Int64 in position % 97 == 0 ? 500 + Int64(position) : Int64(position % 7) }
        var index = StretchIndex()
        for (position, length) in lengths.enumerated() {
            index.append(start: Int64(position * 2_000), end: Int64(position * 2_000) + length)
        }
        for range in [0..<1_000, 3..<4, 63..<65, 100..<900, 10..<10] {
            var found: [Int] = []
            index.forEach(in: range, atLeast: 400) { position in
                if lengths[position] >= 400 { found.append(position) }
                return true
            }
            #expect(found == range.filter { lengths[$0] >= 400 })
            let total = index.total(in: range) { lengths[$0] }
            #expect(total == range.reduce(Int64(0)) { $0 + lengths[$1] })
            let most = range.map { lengths[$0] }.max()
            let longest = index.longest(in: range) { lengths[$0] }
            #expect(longest == range.first { lengths[$0] == most })
        }
    }

    @Test("The queued items of each column are those of a count at its last moment", arguments: 0..<10)
    func line(seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        var items: [Trace.Item] = []
        for number in 0..<300 {
            let enqueued = Int64(random.next() % 1_000), began = enqueued + Int64(random.next() % 200)
            var item = Trace.Item(id: UInt64(number), queue: 0, enqueued: enqueued)
            switch random.next() % 8 {
            case 0: break
            case 1: item.cancelled = began
            default: (item.began, item.ended) = (began, began + 1)
            }
            items.append(item)
        }
        let line = QueueLine(ItemList(items), of: (0..<300).map { Int32($0) })
        for time in stride(from: Int64(-5), to: 1_300, by: 13) {
            let queued = items.indices.filter {
                (items[$0].enqueued ?? 0) < time && (items[$0].began ?? items[$0].cancelled ?? .max) >= time
            }
            let came = line.came(before: time), left = line.left(before: time)
            #expect(came - left == queued.count)
            if queued.count == 1 { #expect(line.single(came: came, left: left) == queued[0]) }
        }
    }

    @Test("The first moment of a column is the first that the scale puts there", arguments: [17, 60, 80, 200])
    func columnStarts(columns: Int) {
        for (start, end, idle) in [(0, 1_000, []), (123_456_789_012, 123_999_999_999, []), (0, 10_000_000, [2_000_000..<9_000_000])]
            as [(Int64, Int64, [Range<Int64>])]
        {
            let scale = TimeScale(from: start, to: end, columns: columns, idle: idle)
            let starts = scale.columnStarts
            #expect(starts.count == scale.columns + 1 && starts[0] == start && starts[scale.columns] == end + 1)
            for column in 1..<scale.columns {
                #expect(scale.column(starts[column]) >= column && scale.column(starts[column] - 1) < column, "column \(column)")
            }
        }
    }

    @Test("Where there are too many lanes, the busiest are shown, and the others share a row")
    func busiest() {
        var build = TraceBuilder()
        for number in 0..<12 {
            let queue = build.queue("queue \(number)", .serial)
            build.item("work() #\(number)", on: queue, enqueued: 0, 0, Double(number == 7 || number == 11 ? 90 : number + 1), thread: 1)
        }
        let text = TimelineDrawing(build.trace, options: TimelineOptions(maximumLanes: 3)).text()
        for name in ["queue 7", "queue 10", "queue 11", "+ 9 more queues"] { #expect(text.contains(name), "\(text)") }
        #expect(!text.contains("queue 0 "))
    }

    @Test("A filter leaves the lanes with a text in their names; hidden lanes are left out, and a collapsed lane has one row")
    func filter() {
        var build = TraceBuilder()
        for name in ["network", "disk", "Network 2"] {
            let queue = build.queue(name, .concurrent)
            for number in 0..<3 { build.item("\(name) #\(number)", on: queue, enqueued: 0, 1, 10 + Double(number), thread: 1) }
        }
        var options = TimelineOptions(width: 60, showsLegend: false)
        func rows() -> [Substring] { TimelineDrawing(build.trace, options: options).text().split(separator: "\n") }
        let all = rows().count
        options.filter.text = "NET"
        #expect(rows().contains { $0.hasPrefix("network") } && !rows().contains { $0.hasPrefix("disk") })
        options.filter.hidden = [.queue(0)]
        #expect(!rows().contains { $0.hasPrefix("network ") } && rows().contains { $0.hasPrefix("Network 2") })
        options.filter = LaneFilter()
        options.filter.collapsed = [.queue(1)]
        #expect(rows().count == all - 3)
        #expect(rows().contains { $0.hasPrefix("disk") && $0.contains("█") })
    }

    @Test(
        "A name that is too long for its column keeps the end in which it differs from others",
        arguments: [
            ("resizeTheWholeAlbum(_:) #12", 16, "resizeTheWho…#12"), ("com.example.photos.network", 16, "com.exa….network"),
            ("waits for the last one of them", 16, "waits for the l…"), ("short #1", 16, "short #1"),
            ("a.veryLongLastPartOfAName", 12, "a.veryLongL…"),
        ])
    func names(_ name: String, _ columns: Int, _ shown: String) { #expect(name.fittedAsName(to: columns, .plain) == shown) }

    @Test("The table of waiting and running times, at 80 columns")
    func loadTable() {
        var build = TraceBuilder()
        let queue = build.queue("photos", .serial), actor = build.queue("Counter", .actor)
        for number in 0..<20 {
            let start = Double(number * 30)
            build.item("resize(_:) #\(number + 1)", on: queue, enqueued: max(0, start - 40), start, start + Double(number + 1), thread: 1)
            build.item(
                "count() #\(number + 1)", on: actor, enqueued: start, start + 1, start + 3, thread: 2, how: .actorJob,
                task: UInt64(number + 1))
        }
        expectGolden("load-80", LoadTable(build.trace, options: TableOptions(width: 80)).text())
        expectGolden(
            "load-60-ascii", LoadTable(build.trace, options: TableOptions(width: 60, style: Style(isASCII: true), limit: 1)).text())
    }
}
