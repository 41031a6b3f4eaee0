import Words
import Trace

extension LanePainter {
    /// Round moments in a row of their own, and a line with a mark at each.
    mutating func paintAxis(isAbove: Bool) {
        let first = canvas.addRow(), second = canvas.addRow()
        let (labels, line) = isAbove ? (first, second) : (second, first)
        let ticks = Ticks(scale, isSteps: trace.origin == .explorer, style: style)
        for column in 0..<columns { put(glyphs.axis, .secondary, row: line, column) }
        canvas.put(Cell(style.isASCII ? "+" : isAbove ? "┌" : "└", .secondary), row: line, column: gutter.nameColumns)
        var isTaken = [Bool](repeating: false, count: columns + 1)
        for fold in scale.folds { put(glyphs.fold, .mark, row: line, fold.firstColumn + fold.columns / 2) }
        for tick in ticks.ticks {
            put(tickMark(isAbove), .secondary, row: line, tick.column)
            let width = displayWidth(tick.label)
            // At the right edge the label moves to the left of its mark.
            let start = max(0, min(tick.column, columns - width))
            let needed = start..<min(columns, start + width + 1)
            guard start + width <= columns, !isTaken[needed].contains(true) else { continue }
            for column in needed { isTaken[column] = true }
            canvas.write(tick.label, .secondary, row: labels, column: gutter.columns + start)
        }
    }

    private func tickMark(_ isAbove: Bool) -> Character { style.isASCII ? glyphs.tick : isAbove ? "┴" : "┬" }

    /// A mark through all rows where time is left out.
    mutating func paintFolds(from firstRow: Int) {
        findFoldReasons()
        for fold in scale.folds {
            let column = fold.firstColumn + fold.columns / 2
            let passing: Set<Character> = [" ", glyphs.alive, glyphs.ownCode, glyphs.inLine, glyphs.waiting, glyphs.bar, glyphs.wall]
            for row in firstRow..<canvas.rows.count {
                if let glyph = canvas.rows[row][gutter.columns + column].glyph, passing.contains(glyph) {
                    put(glyphs.fold, .secondary, row: row, column)
                }
            }
        }
    }

    /// How much time each fold leaves out, and the state of the threads meanwhile; nil without
    /// folds.
    var foldWords: String? {
        guard !scale.folds.isEmpty else { return nil }
        let lengths = scale.folds.map { Wording.duration($0.end - $0.start) }
        let total = Wording.duration(scale.folds.reduce(0) { $0 + $1.end - $1.start })
        let left =
            lengths.count == 1 ? "\(lengths[0]) left out" : "\(total) left out, from left to right \(lengths.joined(separator: ", "))"
        return "\(glyphs.fold) \(left): \(FoldReason.words(foldReasons))."
    }

    /// The state of the threads in the time that is left out, as far as it is known.
    mutating func findFoldReasons() {
        for fold in scale.folds {
            if fold.start >= shifted(layout.end) {
                foldReasons.insert(.ended)
                continue
            }
            let gap = layout.idle.indices.firstPast { shifted(layout.idle[$0].upperBound) >= fold.end }
            if gap < layout.idle.count, shifted(layout.idle[gap].lowerBound) <= fold.start {
                foldReasons.formUnion(layout.idleReasons[gap])
                continue
            }
            // In a comparison, time in which all threads were blocked is left out, too.
            for wait in trace.waits
            where !wait.passedAtOnce && shifted(wait.began) < fold.end && wait.ended.map({ shifted($0) > fold.start }) ?? true {
                foldReasons.insert(wait.kind == .sleep ? .sleeping : .waiting)
            }
        }
    }

    mutating func paintFoldWords() {
        if let foldWords { canvas.addWrapped(foldWords, .secondary, style) }
    }
}

/// The state of the threads while no item runs, no lock is held and nothing is recorded.
enum FoldReason: Sendable {
    case sleeping, waiting
    /// The run was over; it is compared with a longer one.
    case ended

    static func words(_ reasons: Set<FoldReason>) -> String {
        if reasons == [.ended] { return "this run had ended" }
        return during(reasons) + (reasons.contains(.ended) ? "; at the end, this run was over" : "")
    }

    private static func during(_ reasons: Set<FoldReason>) -> String {
        switch (reasons.contains(.sleeping), reasons.contains(.waiting)) {
        case (false, false): "nothing was recorded"
        case (true, false): "threads slept, and nothing else was recorded"
        case (false, true): "threads waited, and nothing else was recorded"
        case (true, true): "threads slept or waited, and nothing else was recorded"
        }
    }
}
