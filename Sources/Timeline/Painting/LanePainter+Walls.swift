import Trace

/// The columns that the barriers of a queue take.
struct WallCells {
    /// How much of each column walls cover; a little where a wall is too short to be seen.
    var cover: [Double]
    /// Where the first wall in each column starts.
    var start: [Double]
    /// Walls that lie within the column.
    var thin: [Int]
    /// Columns in which walls are too close to be distinguished: they are counted there, not drawn.
    var isCrowded: [Bool]
    /// Where there are many walls: the first one that begins in each column.
    var first: [Int?] = []

    init(_ walls: BarList, _ painter: LanePainter) {
        cover = [Double](repeating: 0, count: painter.columns)
        start = [Double](repeating: .infinity, count: painter.columns)
        thin = [Int](repeating: 0, count: painter.columns)
        isCrowded = [Bool](repeating: false, count: painter.columns)
        let visible = walls.visible(from: painter.scale.start + painter.shift, to: painter.scale.end + painter.shift)
        if visible.count > VisibleRange.most {
            countMany(walls, visible, painter)
        } else {
            for index in visible {
                let wall = walls[index]
                guard let span = painter.cells(wall.start, wall.end) else { continue }
                for column in span.first...span.last {
                    cover[column] += max(span.cover(column), 0.001)
                    start[column] = min(start[column], span.from)
                }
                if span.isThin { thin[span.first] += 1 }
            }
        }
        findCrowds()
    }

    /// The same for many walls: of short ones, each column has the number, the time, and the first.
    private mutating func countMany(_ walls: BarList, _ visible: Range<Int>, _ painter: LanePainter) {
        let starts = painter.columnStarts
        first = [Int?](repeating: nil, count: cover.count)
        var next = visible.lowerBound
        for column in cover.indices where next < visible.upperBound {
            let end =
                column + 1 < cover.count
                ? (next..<visible.upperBound).firstPast { walls.start($0) >= starts[column + 1] } : visible.upperBound
            defer { next = end }
            guard next < end else { continue }
            let time = Double(max(1, starts[column + 1] - starts[column]))
            let total = walls.index.total(in: next..<end, length: walls.length)
            cover[column] += max(Double(total) / time, 0.001 * Double(end - next))
            thin[column] += end - next
            first[column] = next
            start[column] = painter.cells(walls.start(next), walls.end(next))?.from ?? Double(column)
        }
    }

    /// Four columns or more with a thin wall within any seven make a crowd.
    private mutating func findCrowds() {
        let reach = 3
        var within = thin.prefix(reach).reduce(0) { $0 + min(1, $1) }
        for column in thin.indices {
            if column + reach < thin.count { within += min(1, thin[column + reach]) }
            if column - reach - 1 >= 0 { within -= min(1, thin[column - reach - 1]) }
            if within >= 4 || thin[column] > 1, cover[column] < 0.9 { isCrowded[column] = true }
        }
        for column in thin.indices where isCrowded[column] { cover[column] = 0 }
    }
}

extension LanePainter {
    /// Barriers: walls across all sub-lanes of their queue, because nothing else of the queue runs
    /// meanwhile.
    mutating func paintWalls(_ lane: Layout.Lane, _ walls: WallCells, rows: [Int]) {
        guard !rows.isEmpty else { return }
        let visible = lane.walls.visible(from: scale.start + shift, to: scale.end + shift)
        let isMany = visible.count > VisibleRange.most
        let pauses = visiblePauses(lane.wallPauses)
        if isMany { noteSelected(lane.walls, visible, rows: rows[0]..<rows[rows.count - 1] + 1) }
        lane.walls.index.forEach(in: visible, atLeast: isMany ? visibleRange.column : 0) { index in
            paint(lane.walls[index], walls, pauses, rows: rows, isNoted: isMany)
            return true
        }
        // Short ones where there are few.
        for column in walls.first.indices where !walls.isCrowded[column] {
            if let index = walls.first[column] { paint(lane.walls[index], walls, pauses, rows: rows, isNoted: true) }
        }
    }

    private mutating func paint(_ wall: Layout.Bar, _ walls: WallCells, _ pauses: [Layout.Pause], rows: [Int], isNoted: Bool) {
        if !isNoted { note(wall, rows: rows[0]..<rows[rows.count - 1] + 1) }
        guard let span = cells(wall.start, wall.end), !(span.isThin && walls.isCrowded[span.first]) else { return }
        legend.insert(.wall)
        let isCutLeft = shifted(wall.start) < scale.start, isCutRight = shifted(wall.end) > scale.end
        for row in rows {
            for column in span.first...span.last {
                // Where a column holds many items, one thin wall does not represent the whole
                // column.
                if walls.cover[column] < 0.5, canvas.rows[row][gutter.columns + column].glyph == glyphs.dense { continue }
                let isEdge = column == span.first && !isCutLeft || column == span.last && !isCutRight
                put(isEdge ? glyphs.wallEdge : glyphs.wall, .barrier, row: row, column)
            }
        }
        let first = span.first + (isCutLeft ? 0 : 1)
        labelWall(wall, first..<max(first, span.last + (isCutRight ? 1 : 0)), span, pauses, rows: rows)
        if wall.isUnfinished, shifted(wall.end) <= scale.end {
            for row in rows { put(glyphs.unfinished, .barrier, row: row, span.last) }
            legend.insert(.unfinished)
        }
    }

    /// - Parameter inside: the wall's columns without its edges.
    private mutating func labelWall(_ wall: Layout.Bar, _ inside: Range<Int>, _ span: Span, _ pauses: [Layout.Pause], rows: [Int]) {
        let range = span.first..<span.last + 1
        guard range.count >= 4, let item = wall.item else { return }
        let forms = ItemName.forms(names.item(item))
        let labelRow: Int
        if rows.count == 1 {
            labelRow = rows[0]
            write(forms.map { "barrier " + $0 } + forms, .barrierLabel, into: range, mayCut: true, row: labelRow)
        } else {
            let above = (rows.count - 2) / 2
            write(["barrier"], .barrierLabel, into: range, mayCut: false, row: rows[above])
            labelRow = rows[above + 1]
            write(forms, .barrierLabel, into: range, mayCut: true, row: labelRow)
        }
        // A barrier that waits for something (not one that sleeps) shows it in the row of its
        // label.
        for pause in pauses where trace.waits[pause.wait].kind != .sleep && trace.isBlocked(item, by: trace.waits[pause.wait]) {
            guard let hatched = cells(pause.start, pause.end) else { continue }
            for column in inside where (hatched.first...hatched.last).contains(column) {
                guard canvas.rows[labelRow][gutter.columns + column].glyph == glyphs.wall else { continue }
                put(glyphs.waiting, .barrier, row: labelRow, column)
                legend.insert(.waiting)
            }
        }
    }
}
