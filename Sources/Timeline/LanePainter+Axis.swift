extension LanePainter {
    /// Round moments in a row of their own, and a line with a mark at each.
    mutating func paintAxis(isAbove: Bool) {
        let first = canvas.addRow(), second = canvas.addRow()
        let (labels, line) = isAbove ? (first, second) : (second, first)
        let ticks = Ticks(scale, isSteps: trace.origin == .explorer, style: style)
        for column in 0..<columns { put(glyphs.axis, .quiet, row: line, column) }
        canvas.put(Cell(style.isASCII ? "+" : isAbove ? "┌" : "└", .quiet), row: line, column: gutter.nameColumns)
        var isTaken = [Bool](repeating: false, count: columns + 1)
        for fold in scale.folds { put(glyphs.fold, .mark, row: line, fold.firstColumn + fold.columns / 2) }
        for tick in ticks.ticks {
            put(tickMark(isAbove), .quiet, row: line, tick.column)
            let width = displayWidth(tick.label)
            // At the right edge the label moves to the left of its mark.
            let start = max(0, min(tick.column, columns - width))
            let needed = start..<min(columns, start + width + 1)
            guard start + width <= columns, !isTaken[needed].contains(true) else { continue }
            for column in needed { isTaken[column] = true }
            canvas.write(tick.label, .quiet, row: labels, column: gutter.columns + start)
        }
    }

    private func tickMark(_ isAbove: Bool) -> Character { style.isASCII ? glyphs.tick : isAbove ? "┴" : "┬" }

    /// A mark through all rows where time is left out.
    mutating func paintFolds(from firstRow: Int) {
        for fold in scale.folds {
            let column = fold.firstColumn + fold.columns / 2
            let passing: Set<Character> = [" ", glyphs.alive, glyphs.inLine, glyphs.waiting, glyphs.bar, glyphs.wall]
            for row in firstRow..<canvas.rows.count {
                if let glyph = canvas.rows[row][gutter.columns + column].glyph, passing.contains(glyph) {
                    put(glyphs.fold, .quiet, row: row, column)
                }
            }
        }
    }

    /// How much time each fold leaves out; nil when there is none.
    var foldWords: String? {
        guard !scale.folds.isEmpty else { return nil }
        let lengths = scale.folds.map { Wording.duration($0.end - $0.start) }
        let total = Wording.duration(scale.folds.reduce(0) { $0 + $1.end - $1.start })
        return lengths.count == 1
            ? "\(glyphs.fold) \(lengths[0]) left out here: nothing happened."
            : "\(glyphs.fold) \(total) left out, from left to right \(lengths.joined(separator: ", ")): nothing happened."
    }

    mutating func paintFoldWords() {
        if let foldWords { canvas.addWrapped(foldWords, .quiet, style) }
    }
}
