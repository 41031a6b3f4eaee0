import Trace

extension LanePainter {
    /// Remembers the position of the picked item, however it is drawn there.
    mutating func note(_ bar: Layout.Bar, rows: Range<Int>) {
        guard let item = bar.item, item == selected else { return }
        selectedRows = rows
    }

    /// Marks the picked item at its begin and its end, and the line from its enqueue to its begin.
    mutating func paintSelection() {
        guard let selected, trace.items.indices.contains(selected), let rows = selectedRows else { return }
        let item = trace.items[selected]
        guard let began = item.began, let span = cells(began, item.ended ?? layout.end) else { return }
        for row in rows {
            for column in span.first...span.last { canvas.emphasise(.selected, row: row, column: gutter.columns + column) }
            pick(row: row, span.first)
            // An item that never ended keeps the sign that says so.
            if span.last > span.first, item.ended != nil { pick(row: row, span.last) }
        }
        guard let line = selectedLine, let enqueued = item.enqueued else { return }
        let from = scale.column(shifted(enqueued))
        guard shifted(enqueued) >= scale.start, from < span.first else { return }
        for column in from + 1..<span.first {
            let glyph = canvas.rows[line][gutter.columns + column].glyph
            if glyph == " " || glyph == glyphs.inLine { put(glyphs.way, .selection, row: line, column) }
        }
        put(glyphs.picked, .selection, row: line, from)
        put(glyphs.wayDown, .selection, row: line, span.first)
    }

    private mutating func pick(row: Int, _ column: Int) {
        put(glyphs.picked, .selection, row: row, column)
        canvas.emphasise(.selected, row: row, column: gutter.columns + column)
    }
}
