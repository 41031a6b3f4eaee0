import Trace

/// A timeline in parts, for a screen: the lanes can be scrolled below their axis, and a cursor moves over them.
public struct TimelinePane: Sendable {
    /// The rows that stay when the lanes are scrolled.
    public let axis: [[Cell]]
    public let lanes: [[Cell]]
    /// Facts that the drawing cannot show and must not hide: missing records, unfinished work, time
    /// left out.
    public let remarks: [String]
    /// Columns to the left of the lanes.
    public let firstColumn: Int
    /// Row of `lanes` of the first queue that ran something; nil where no queue did.
    public let firstQueueRow: Int?
    /// Rows of `lanes` that show the picked item.
    public let selectedRows: Range<Int>?
    /// The contents of each row of `lanes`; rows that stand for several lanes are missing.
    let contents: [Int: RowContent]
    let scale: TimeScale

    /// The lane of a row, and the bars that are drawn in it.
    struct RowContent: Sendable {
        var lane: Layout.Lane.Subject
        var bars: [BarList] = []
    }

    /// The lane that a row of `lanes` shows; nil for a row that stands for several.
    public func lane(ofRow row: Int) -> Layout.Lane.Subject? { contents[row]?.lane }

    /// The time that a column stands for; nil to the left of the lanes and to the right of them.
    public func moments(ofColumn column: Int) -> Range<Int64>? {
        let starts = scale.columnStarts
        guard column >= firstColumn, column - firstColumn + 1 < starts.count else { return nil }
        let first = starts[column - firstColumn]
        return first..<max(first + 1, starts[column - firstColumn + 1])
    }

    /// The item whose bar is at a place, the longest of several; an index into `Trace.items`.
    public func item(row: Int, column: Int) -> Int? {
        guard let moments = moments(ofColumn: column), let bars = contents[row]?.bars else { return nil }
        let there = bars.joined().filter { bar in
            bar.item != nil && bar.start < moments.upperBound && max(bar.end, bar.start + 1) > moments.lowerBound
        }
        return there.max { $0.end - $0.start < $1.end - $1.start }?.item
    }

    /// The column of a moment of the trace; nil when it is not visible.
    public func column(of time: Int64) -> Int? {
        time < scale.start || time > scale.end ? nil : firstColumn + scale.column(time)
    }

    /// The left edge, for a moment that lies before it.
    public func columnAtEdge(before time: Int64) -> Int? { time < scale.start ? firstColumn : nil }

    /// One run, or several one above the other, each from its own beginning on, at one scale.
    ///
    /// - Parameters:
    ///   - range: nanoseconds since each run began to do something; nil for all of it.
    ///   - selected: for each drawing the item that is picked, an index into `Trace.items`.
    public static func panes(
        of drawings: [TimelineDrawing], width: Int, range: Range<Int64>? = nil, selected: [Int?] = []
    ) -> [TimelinePane] {
        let isShared = drawings.count > 1
        let window = range ?? 0..<longest(drawings)
        let names = drawings.map { TraceNames(trace: $0.trace, style: $0.options.style) }
        let selections = zip(drawings, names).map { drawing, names in
            let first = drawing.layout.start
            return LaneSelection(
                drawing.layout, names, drawing.options,
                range: window.lowerBound + first..<window.upperBound + first)
        }
        let gutters = zip(selections, names).map { Gutter($0, $1, width: width) }
        let gutter = Gutter(gutters)
        var colours = ColourBook()
        let shared = isShared ? TimeScale.scales(for: drawings, range: range, columns: width - gutter.columns) : []
        let haveOwnScales = shared.count > 1 && shared[0] != shared[1]
        return drawings.indices.map { index in
            let drawing = drawings[index]
            let start = drawing.layout.start
            let columns = width - gutter.columns
            // Several runs share the length and the folds of their axes; each axis shows the
            // moments of its own run, as its log does.
            let scale =
                isShared
                ? shared[index].shifted(by: start)
                : TimeScale(
                    showing: window.lowerBound + start..<window.upperBound + start, of: drawings, columns: columns, isShared: false)
            var painter = LanePainter(
                trace: drawing.trace, layout: drawing.layout, names: names[index], scale: scale, gutter: gutter,
                canvas: Canvas(width: width), colours: colours, accesses: drawing.accesses)
            painter.selected = index < selected.count ? selected[index] : nil
            painter.paintAxis(isAbove: true)
            let firstRow = painter.canvas.rows.count
            painter.paint(selections[index])
            painter.paintDependencies(drawing.dependencies, showsAll: drawing.options.showsDependencies)
            painter.paintFolds(from: firstRow)
            painter.paintSelection()
            colours = painter.colours
            let rows = painter.canvas.rows
            return TimelinePane(
                axis: Array(rows[..<firstRow]), lanes: Array(rows[firstRow...]),
                remarks: (haveOwnScales ? [ownScale(of: index, drawings)] : []) + remarks(drawing, painter),
                firstColumn: gutter.columns, firstQueueRow: painter.firstQueueRow.map { $0 - firstRow },
                selectedRows: painter.selectedRows.map { $0.lowerBound - firstRow..<$0.upperBound - firstRow },
                contents: Dictionary(uniqueKeysWithValues: painter.contents.map { ($0 - firstRow, $1) }), scale: scale)
        }
    }

    /// The length of the longest of several runs, in nanoseconds, at least 1.
    public static func longest(_ drawings: [TimelineDrawing]) -> Int64 {
        max(1, drawings.map { $0.layout.end - $0.layout.start }.max() ?? 1)
    }

    /// The remark that two axes have different scales.
    private static func ownScale(of index: Int, _ drawings: [TimelineDrawing]) -> String {
        let lengths = drawings.map { $0.words(forDuration: $0.layout.end - $0.layout.start) }
        return "Separate time scale: this run takes \(lengths[index]), the other one \(lengths[1 - index])."
    }

    private static func remarks(_ drawing: TimelineDrawing, _ painter: LanePainter) -> [String] {
        guard !drawing.layout.isEmpty else {
            return Messages.warnings(drawing.trace) + [Messages.nothing(drawing.trace, drawing.options.lanes)]
        }
        return Messages.warnings(drawing.trace) + [painter.foldWords].compactMap { $0 } + drawing.endingWords
            + Messages.staging(drawing.trace, shownBy: "key t")
    }
}
