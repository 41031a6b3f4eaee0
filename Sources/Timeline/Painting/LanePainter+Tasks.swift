import Words
import Trace

extension LanePainter {
    /// A Swift task: its stretches in the colours of their executors, and the sign of a suspended task between them.
    mutating func paintTask(_ lane: Layout.Lane) {
        let row = addRow(Gutter.lines(lane, names)[0], .name)
        guard let subLane = lane.subLanes.first else { return }
        cancellationsOfTask = subLane.cancellations
        defer { cancellationsOfTask = [] }
        for gap in subLane.gaps { paint(gap, row: row) }
        paintSubLane(subLane, row: row, walls: nil)
        contents[row] = TimelinePane.RowContent(lane: lane.subject, bars: [subLane.bars])
    }

    /// The columns of a gap; the stretches of the task are painted over it.
    private mutating func paint(_ gap: Layout.TaskGap, row: Int) {
        let end = gap.end ?? max(layout.end, gap.start)
        guard let span = cells(gap.start, end) else { return }
        guard let reason = gap.reason else {
            for column in span.first...span.last { put(glyphs.alive, .secondary, row: row, column) }
            legend.insert(.alive)
            return
        }
        for column in span.first...span.last { put(glyphs.suspendedTask, .waiting(-1), row: row, column) }
        legend.insert(.suspendedTask)
        let isOpen = gap.end == nil && shifted(end) <= scale.end
        if isOpen {
            put(glyphs.unfinished, .mark, row: row, span.last)
            legend.insert(.unfinished)
        }
        // Stretches begin and end within the outer columns.
        var free = span.first + 1..<max(span.first + 1, span.last)
        for time in cancellationsOfTask where gap.start <= time && time < end {
            guard let column = cells(time, time)?.first, free.contains(column) else { continue }
            put(glyphs.cancelled, .mark, row: row, column)
            legend.insert(.cancelledTask)
            // The words go to the longer side of this sign.
            free = column - free.lowerBound > free.upperBound - column - 1 ? free.lowerBound..<column : column + 1..<free.upperBound
        }
        if free.count > 6 { write(names.suspensionForms(reason), .text, into: free, mayCut: false, row: row) }
    }
}

extension Canvas {
    /// The queue or actor of each colour, in lanes of tasks. Without colors the labels of the bars say it.
    mutating func addColours(_ book: ColourBook, _ style: Style) {
        guard style.colour != .none, !book.executors.isEmpty else { return }
        var row = addRow(), column = 0
        for (number, name) in (["ran on:"] + book.executors).enumerated() {
            let width = displayWidth(name) + (number == 0 ? 1 : 6)
            if column > 0, column + width > self.width {
                row = addRow()
                column = 0
            }
            let sign = style.glyphs.bar
            if number > 0 { write(String([sign, sign, " "]), .bar(number - 1), row: row, column: column) }
            write(name.fitted(to: max(1, self.width - column - 3), style), .text, row: row, column: number > 0 ? column + 3 : 0)
            column += width
        }
    }
}
