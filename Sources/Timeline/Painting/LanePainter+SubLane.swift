import Words
import Trace

extension LanePainter {
    /// The contents of the columns of one sub-lane.
    struct RowCells {
        /// Index of the bar that shows in each column, -1 for none, and how much of the column it covers.
        var owner: [Int]
        var cover: [Double]
        /// Bars that lie within the column.
        var thin: [Int]
        /// How many of these are held locks and not items.
        var held: [Int]
        var isWall: [Bool]

        init(columns: Int) {
            owner = [Int](repeating: -1, count: columns)
            cover = [Double](repeating: -1, count: columns)
            thin = [Int](repeating: 0, count: columns)
            held = thin
            isWall = [Bool](repeating: false, count: columns)
        }
    }

    mutating func paintSubLane(_ subLane: Layout.SubLane, row: Int, walls: WallCells?, isFirst: Bool = true) {
        let bars = subLane.bars
        var cells = RowCells(columns: columns)
        let visible = bars.visible(from: scale.start + shift, to: scale.end + shift)
        let pauses = visiblePauses(subLane.pauses)
        if visible.count > VisibleRange.most {
            placeMany(bars, visible, &cells)
            noteSelected(bars, visible, rows: row..<row + 1)
        } else {
            for index in visible {
                let bar = bars[index]
                place(bar, index, walls, &cells)
                note(bar, rows: row..<row + 1)
            }
        }
        if let walls {
            for column in 0..<columns where walls.cover[column] > 0 && (walls.cover[column] >= 0.5 || cells.thin[column] < 2) {
                cells.isWall[column] = true
                cells.owner[column] = -1
                cells.thin[column] = 0
                cells.held[column] = 0
            }
        }
        var column = 0
        while column < columns {
            if let end = denseRun(cells, walls, from: column) {
                paintDense(cells, column..<end, bars, isFirst ? walls : nil, row: row)
                column = end
            } else if cells.owner[column] >= 0 {
                var end = column + 1
                while end < columns, cells.owner[end] == cells.owner[column] { end += 1 }
                paintBar(bars[cells.owner[column]], column..<end, cells, pauses, row: row)
                column = end
            } else {
                column += 1
            }
        }
        let isFree = (0..<columns).map { cells.owner[$0] < 0 && cells.thin[$0] == 0 && !cells.isWall[$0] }
        paintPausesOutsideItems(pauses, isFree, row: row)
    }

    func place(_ bar: Layout.Bar, _ index: Int, _ walls: WallCells?, _ cells: inout RowCells) {
        guard let span = self.cells(bar.start, bar.end) else { return }
        if span.isThin {
            var column = span.first
            // A short bar next to a wall stays visible: it moves out of the wall's column.
            if let walls, walls.cover[column] > 0 {
                let isBefore = span.to <= walls.start[column]
                let neighbour = isBefore ? column - 1 : column + 1
                if neighbour >= 0, neighbour < columns, walls.cover[neighbour] == 0, cells.owner[neighbour] < 0 || cells.thin[neighbour] > 0
                {
                    column = neighbour
                }
            }
            cells.thin[column] += 1
            if bar.item == nil { cells.held[column] += 1 }
            let cover = span.to - span.from
            if cover > cells.cover[column] { (cells.owner[column], cells.cover[column]) = (index, cover) }
            return
        }
        for column in span.first...span.last {
            let cover = span.cover(column)
            // A thread that acquires a lock as another releases it is not drawn holding it in the
            // same column.
            if bar.item == nil, cover < 0.5 || cover == 0.5 && column == span.first { continue }
            if cover > cells.cover[column] { (cells.owner[column], cells.cover[column]) = (index, cover) }
        }
    }

    /// The end of a run of columns with short bars, several to a column for the most part.
    private func denseRun(_ cells: RowCells, _ walls: WallCells?, from start: Int) -> Int? {
        var end = start
        if let walls, walls.isCrowded[start] {
            var hasItem = false
            while end < columns, walls.isCrowded[end] || cells.thin[end] > 1 {
                hasItem = hasItem || cells.thin[end] > 0
                end += 1
            }
            // Bars that are longer than a column end a crowd.
            while end > start, cells.owner[end - 1] >= 0, cells.thin[end - 1] == 0 { end -= 1 }
            if end > start, hasItem || walls.thin[start..<end].contains(where: { $0 > 0 }) { return end }
            end = start
        }
        var dense = 0
        while end < columns, cells.thin[end] > 0, !cells.isWall[end] {
            if cells.thin[end] > 1 { dense += 1 }
            end += 1
        }
        if dense > 0, dense * 2 >= end - start { return end }
        return cells.thin[start] > 1 && !cells.isWall[start] ? start + 1 : nil
    }

    private mutating func paintDense(
        _ cells: RowCells, _ run: Range<Int>, _ bars: BarList, _ walls: WallCells?, row: Int
    ) {
        let held = run.reduce(0) { $0 + cells.held[$1] }
        let total = run.reduce(0) { $0 + cells.thin[$1] } - held
        let barriers = run.reduce(0) { $0 + (walls?.thin[$1] ?? 0) }
        let colour = cells.owner[run.lowerBound] >= 0 ? self.colour(bars[cells.owner[run.lowerBound]]) : -1
        for column in run { put(glyphs.dense, .bar(colour), row: row, column) }
        var sign = LegendEntry.dense
        defer { legend.insert(sign) }
        guard total + barriers + held > 1 else { return }
        let items = Wording.count(total, "item"), locks = "held \(Wording.count(held, "time"))"
        var forms = [items, Wording.grouped(total), Wording.compact(total)]
        if held > 0 {
            let both = [Wording.grouped(total + held), Wording.compact(total + held)]
            forms = (total > 0 ? ["\(items), \(locks)"] : [locks]) + both
        } else if barriers > 0 {
            let walls = Wording.count(barriers, "barrier")
            forms =
                total > 0
                ? ["\(items) and \(walls)", "\(Wording.grouped(total)) and \(walls)"] + forms : [walls, Wording.grouped(barriers)]
        }
        for form in forms {
            let width = displayWidth(form)
            if width + 4 <= run.count {
                canvas.write(" \(form) ", .text, row: row, column: gutter.columns + run.lowerBound + (run.count - width - 2) / 2)
                return
            }
            if width <= run.count, width <= 4 || width + 2 <= run.count {
                if width == run.count { sign = .bareCount }
                canvas.write(form, .text, row: row, column: gutter.columns + run.lowerBound + (run.count - width) / 2)
                return
            }
        }
    }
}
