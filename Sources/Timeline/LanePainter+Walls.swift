import Trace

/// The columns that the barriers of a queue take.
struct WallCells {
    /// How much of each column walls cover; a little where a wall is too short to be seen.
    var cover: [Double]
    /// Where the first wall in each column starts.
    var start: [Double]
    /// Walls that lie within the column.
    var thin: [Int]

    init(_ walls: [Layout.Bar], _ painter: LanePainter) {
        cover = [Double](repeating: 0, count: painter.columns)
        start = [Double](repeating: .infinity, count: painter.columns)
        thin = [Int](repeating: 0, count: painter.columns)
        for wall in walls {
            guard let span = painter.cells(wall.start, wall.end) else { continue }
            for column in span.first...span.last {
                cover[column] += max(span.cover(column), 0.001)
                start[column] = min(start[column], span.from)
            }
            if span.isThin { thin[span.first] += 1 }
        }
    }
}

extension LanePainter {
    /// Barriers: walls across all sub-lanes of their queue, for nothing else of it runs meanwhile.
    mutating func paintWalls(_ lane: Layout.Lane, _ walls: WallCells, rows: [Int]) {
        guard let top = rows.first else { return }
        for wall in lane.walls {
            guard let span = cells(wall.start, wall.end) else { continue }
            legend.insert(.wall)
            for row in rows {
                for column in span.first...span.last {
                    // Where a column holds many items, one thin wall does not stand for all of it.
                    if walls.cover[column] < 0.5, canvas.rows[row][gutter.columns + column].glyph == glyphs.dense { continue }
                    let isEdge = column == span.first || column == span.last
                    put(isEdge ? glyphs.wallEdge : glyphs.wall, .barrier, row: row, column)
                }
            }
            labelWall(wall, span, lane.wallPauses, rows: rows)
            if wall.isUnfinished, shifted(wall.end) <= scale.end {
                for row in rows { put(glyphs.unfinished, .barrier, row: row, span.last) }
                legend.insert(.unfinished)
            }
        }
        // Too many to be told apart: say how many.
        let count = walls.thin.reduce(0, +)
        let columnsWithThin = walls.thin.filter { $0 > 0 }.count
        if count > columnsWithThin, rows.count > 0 { writeWallCounts(walls, row: top) }
    }

    private mutating func labelWall(_ wall: Layout.Bar, _ span: Span, _ pauses: [Layout.Pause], rows: [Int]) {
        let range = span.first..<span.last + 1
        guard range.count >= 4 else { return }
        let forms = ItemName.forms(names.item(wall.item))
        let labelRow: Int
        if rows.count == 1 {
            labelRow = rows[0]
            write(forms.map { "barrier " + $0 } + forms, .barrierLabel, into: range, mayCut: true, row: labelRow)
        } else {
            let above = (rows.count - 2) / 2
            write(["barrier", "bar"], .barrierLabel, into: range, mayCut: false, row: rows[above])
            labelRow = rows[above + 1]
            write(forms, .barrierLabel, into: range, mayCut: true, row: labelRow)
        }
        for pause in pauses where trace.waits[pause.wait].item == wall.item {
            guard let hatched = cells(pause.start, pause.end) else { continue }
            for row in rows {
                for column in max(hatched.first, span.first + 1)...max(min(hatched.last, span.last - 1), max(hatched.first, span.first + 1))
                where column < span.last && canvas.rows[row][gutter.columns + column].glyph == glyphs.wall {
                    put(glyphs.waiting, .barrier, row: row, column)
                    legend.insert(.waiting)
                }
            }
        }
    }

    private mutating func writeWallCounts(_ walls: WallCells, row: Int) {
        var column = 0
        while column < columns {
            guard walls.thin[column] > 0 else {
                column += 1
                continue
            }
            var end = column
            var count = 0
            while end < columns, walls.thin[end] > 0 {
                count += walls.thin[end]
                end += 1
            }
            let text = Wording.grouped(count)
            let isAllWall = (column..<end).allSatisfy { canvas.rows[row][gutter.columns + $0].glyph == glyphs.wallEdge }
            if count > end - column, isAllWall, displayWidth(text) <= end - column {
                canvas.write(text, .barrierLabel, row: row, column: gutter.columns + column + (end - column - displayWidth(text)) / 2)
                legend.insert(.thinWalls)
            }
            column = end
        }
    }
}
