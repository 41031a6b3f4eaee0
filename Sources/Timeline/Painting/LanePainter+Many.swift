import Trace

// A row can have a million bars, most of them shorter than a column. Then the columns are gone
// through and not the bars. What is drawn is the same: bars of a row do not overlap, so the column
// of each is never before that of the bar before it, and the bars of a column are found by halving.

extension LanePainter {
    /// The contents of the columns of a row with many bars.
    func placeMany(_ bars: BarList, _ visible: Range<Int>, _ cells: inout RowCells) {
        let long = placeLong(bars, visible, &cells)
        let inner = unclipped(bars, visible)
        var next = visible.lowerBound
        for column in 0..<columns where next < visible.upperBound {
            let end = column + 1 < columns ? (next..<visible.upperBound).firstPast { firstColumn(bars, $0) > column } : visible.upperBound
            defer { next = end }
            guard next < end else { continue }
            let range = next..<end
            let longHere = long.filter(range.contains)
            let count = range.count - longHere.count
            guard count > 0 else { continue }
            cells.thin[column] += count
            cells.held[column] += bars.held(in: range) - longHere.reduce(0) { $0 + (bars[$1].item == nil ? 1 : 0) }
            // The stretches between the long bars of this column, of which there is one or none for the most part.
            var first = range.lowerBound
            for stop in longHere + [range.upperBound] {
                let between = first..<max(first, stop)
                let longest = bars.index.longest(in: inner.clamped(to: between), length: bars.length)
                let clipped = [visible.lowerBound, visible.upperBound - 1].filter { between.contains($0) && !inner.contains($0) }
                for position in [longest].compactMap(\.self) + clipped {
                    guard let span = span(bars, position), span.to - span.from > cells.cover[column] else { continue }
                    (cells.owner[column], cells.cover[column]) = (position, span.to - span.from)
                }
                first = stop + 1
            }
        }
    }

    /// Places the bars that are longer than a column; returns their positions in the row.
    private func placeLong(_ bars: BarList, _ visible: Range<Int>, _ cells: inout RowCells) -> [Int] {
        var long: [Int] = []
        let shortest = visibleRange.column
        bars.index.forEach(in: visible, atLeast: shortest) { position in
            guard bars.length(position) >= shortest, let span = span(bars, position), !span.isThinBar else { return true }
            long.append(position)
            let isItem = bars[position].item != nil
            for column in span.first...span.last {
                let cover = span.cover(column)
                if !isItem, cover < 0.5 || cover == 0.5 && column == span.first { continue }
                if cover > cells.cover[column] { (cells.owner[column], cells.cover[column]) = (position, cover) }
            }
            return true
        }
        return long
    }

    /// The visible bars without those that begin before the picture or end after it, of which only a part is drawn.
    private func unclipped(_ bars: BarList, _ visible: Range<Int>) -> Range<Int> {
        guard !visible.isEmpty else { return visible }
        let first = visible.lowerBound + (shifted(bars.start(visible.lowerBound)) < scale.start ? 1 : 0)
        let last = visible.upperBound - (shifted(bars.end(visible.upperBound - 1)) > scale.end ? 1 : 0)
        return first..<max(first, last)
    }

    private func span(_ bars: BarList, _ position: Int) -> Span? { cells(bars.start(position), bars.end(position)) }

    private func firstColumn(_ bars: BarList, _ position: Int) -> Int { span(bars, position)?.first ?? 0 }

    /// Finds the picked item among many bars.
    mutating func noteSelected(_ bars: BarList, _ visible: Range<Int>, rows: Range<Int>) {
        guard let selected, let began = trace.items.began(selected) else { return }
        var position = visible.firstPast { bars.start($0) >= began }
        while position < visible.upperBound, bars.start(position) == began {
            note(bars[position], rows: rows)
            position += 1
        }
    }

    /// The pauses that can be seen. Where they are many, those that no column would show are left out.
    func visiblePauses(_ pauses: PauseList) -> [Layout.Pause] {
        let visibleRange = visibleRange
        let count = pauses.count(from: visibleRange.first, to: visibleRange.last)
        return pauses.visible(
            from: visibleRange.first, to: visibleRange.last, atLeast: count > VisibleRange.most ? visibleRange.column / 4 : 0)
    }
}

extension LanePainter.Span {
    /// Shorter than a column.
    var isThinBar: Bool { to - from < 1 }
}
