import Words
import Trace

/// Paints lanes onto a canvas, each moment at the column that the scale gives it.
struct LanePainter {
    let trace: Trace
    let layout: Layout
    let names: TraceNames
    let scale: TimeScale
    let gutter: Gutter
    var canvas: Canvas
    /// Subtracted from every moment: the begin of the run on an axis that it shares with another.
    var shift: Int64 = 0
    var legend: Set<LegendEntry> = []
    var colours = ColourBook()
    var foldReasons: Set<FoldReason> = []
    /// The item that a reader has picked, its rows, and the row of the line above it.
    var selected: Int?
    var selectedRows: Range<Int>?
    var selectedLine: Int?
    /// When the task of the lane was cancelled that is being painted.
    var cancellationsOfTask: [Int64] = []
    /// The lane of each row, and the bars that are drawn in it.
    var contents: [Int: TimelinePane.RowContent] = [:]
    /// Row of the first queue that ran something.
    private(set) var firstQueueRow: Int?
    /// The stretches in which a lab's staging held an item, by item.
    let staged: [Int: [Trace.Staged]]
    /// The accesses to variables that several threads use, in an explored run.
    let accesses: [Access]
    /// The first moment of each column, and of what comes after the last one.
    let columnStarts: [Int64]

    var style: Style { names.style }
    var glyphs: Glyphs { style.glyphs }
    var columns: Int { scale.columns }

    init(
        trace: Trace, layout: Layout, names: TraceNames, scale: TimeScale, gutter: Gutter, canvas: Canvas, shift: Int64 = 0,
        colours: ColourBook = ColourBook(), legend: Set<LegendEntry> = [], accesses: [Access] = []
    ) {
        self.trace = trace
        self.layout = layout
        self.names = names
        self.scale = scale
        self.gutter = gutter
        self.canvas = canvas
        self.shift = shift
        self.accesses = accesses
        self.colours = colours
        self.legend = legend
        columnStarts = scale.columnStarts.map { $0 + shift }
        staged = Dictionary(grouping: trace.staged.filter { $0.item != nil }) { $0.item ?? -1 }
    }

    mutating func paint(_ selection: LaneSelection) {
        for lane in selection.lanes {
            if selection.collapsed.contains(lane.subject) {
                paintDensity(Gutter.lines(lane, names)[0], Occupation(rowsOf: lane, trace, in: visibleRange))
            } else {
                switch lane.subject {
                case .queue: paintQueue(lane)
                case .thread: paintThread(lane)
                case .task: paintTask(lane)
                }
            }
        }
        let words = selection.foldedWords
        if !selection.foldedThreads.isEmpty { paintDensity(words[0], Occupation(selection.foldedThreads, trace, in: visibleRange)) }
        if !selection.foldedQueues.isEmpty {
            paintDensity(words[words.count - 1], Occupation(selection.foldedQueues, trace, in: visibleRange))
        }
        paintAccesses()
    }

    /// A queue: the line of its queued items, then its sub-lanes, and the barriers across them.
    private mutating func paintQueue(_ lane: Layout.Lane) {
        let lines = Gutter.lines(lane, names)
        // Nothing is ever queued there.
        if case .queue(let queue) = lane.subject, names.queue(queue) == Trace.Queue.noQueue { return paintThread(lane) }
        let lineRow = addRow(lines[0], .name)
        let hasRun = !lane.walls.isEmpty || lane.subLanes.contains { !$0.bars.isEmpty }
        if firstQueueRow == nil, hasRun { firstQueueRow = lineRow }
        paintLine(lane, row: lineRow)
        contents[lineRow] = TimelinePane.RowContent(lane: lane.subject)
        if let selected, case .queue(let queue) = lane.subject, trace.items.queue(selected) == queue { selectedLine = lineRow }
        let walls = WallCells(lane.walls, self)
        var rows: [Int] = []
        for (index, subLane) in lane.subLanes.enumerated() {
            let isLast = index == lane.subLanes.count - 1 && lane.foldedSubLanes == 0
            let row = addRow(detail(lines, row: index + 1, isLast: isLast), .secondary)
            paintSubLane(subLane, row: row, walls: walls, isFirst: index == 0)
            contents[row] = TimelinePane.RowContent(lane: lane.subject, bars: [subLane.bars, lane.walls])
            rows.append(row)
        }
        if lane.foldedSubLanes > 0 {
            rows.append(paintDensity(Gutter.folded(lane), Occupation(foldedBarsOf: lane, trace, in: visibleRange)))
        }
        paintWalls(lane, walls, rows: rows)
    }

    /// Kind and target share a row where there is just one.
    func detail(_ lines: [String], row: Int, isLast: Bool) -> String {
        guard row < lines.count else { return "" }
        guard isLast, row + 1 < lines.count else { return lines[row] }
        let joined = lines[row...].joined(separator: " ")
        return displayWidth(joined) < gutter.nameColumns ? joined : lines[row]
    }

    private mutating func paintThread(_ lane: Layout.Lane) {
        let lines = Gutter.lines(lane, names)
        for (index, subLane) in lane.subLanes.enumerated() {
            let row = addRow(index < lines.count ? lines[index] : "", .name)
            if index == 0, layout.mode == .threads { paintLife(lane, row: row) }
            if index == 0 { paintOwnCode(lane, row: row) }
            if index == 0 { paintEnqueues(lane, row: row) }
            paintSubLane(subLane, row: row, walls: nil)
            contents[row] = TimelinePane.RowContent(lane: lane.subject, bars: [subLane.bars])
        }
        if lane.foldedSubLanes > 0 {
            paintDensity(Gutter.folded(lane), Occupation(foldedBarsOf: lane, trace, in: visibleRange))
        }
    }

    /// Adds a row with a name to its left.
    mutating func addRow(_ name: String, _ role: Role) -> Int {
        let row = canvas.addRow()
        canvas.write(gutter.shown(name, style), role, row: row, column: 0)
        canvas.put(Cell(glyphs.gutter, .secondary), row: row, column: gutter.nameColumns)
        return row
    }

    mutating func put(_ glyph: Character, _ role: Role, row: Int, _ column: Int, isReversed: Bool = false) {
        canvas.put(Cell(glyph, role, isReversed: isReversed), row: row, column: gutter.columns + column)
    }

    /// The part of the trace's time that is drawn.
    var visibleRange: VisibleRange {
        VisibleRange(
            first: scale.start + shift, last: scale.end + shift,
            column: max(1, Int64(scale.segments.map { Double($0.end - $0.start) / Double($0.columns) }.min() ?? 1)))
    }

    func shifted(_ time: Int64) -> Int64 { time - shift }

    /// The columns that a stretch of time touches, and its exact ends; nil where it is not visible.
    func cells(_ start: Int64, _ end: Int64) -> Span? {
        let start = shifted(start), end = shifted(end)
        guard start <= scale.end, end >= scale.start else { return nil }
        let from = scale.position(start), to = scale.position(end)
        var first = min(columns - 1, Int(from))
        // A stretch shorter than a column is drawn in the column that it covers most of.
        if to - from < 1 {
            if first + 1 < columns, to - Double(first + 1) > Double(first + 1) - from { first += 1 }
            return Span(first: first, last: first, from: from, to: max(from, to))
        }
        return Span(first: first, last: max(first, min(columns - 1, Int(to.rounded(.up)) - 1)), from: from, to: max(from, to))
    }

    struct Span {
        var first: Int
        var last: Int
        var from: Double
        var to: Double
        var isThin: Bool { first == last }

        /// How much of a column the stretch covers, 0...1.
        func cover(_ column: Int) -> Double { max(0, min(to, Double(column + 1)) - max(from, Double(column))) }
    }

    /// An item has the colour of its closure, a holding that of its lock, and a stretch of a task that of the queue or actor that runs it.
    mutating func colour(_ bar: Layout.Bar) -> Int {
        switch bar.subject {
        case .item(let item), .part(let item): colours.number(trace.items.labelBase(item))
        case .stretch(let item): colours.number(ofExecutor: names.queue(trace.items.queue(item)))
        case .holding(let holding): colours.number(names.object(trace.holdings[holding].object))
        }
    }
}

/// A part of the time, and the shortest time of a column in it.
struct VisibleRange: Sendable {
    var first: Int64
    var last: Int64
    var column: Int64

    /// With more stretches than this in a row, columns are counted and not stretches.
    static let most = 4_096
}
