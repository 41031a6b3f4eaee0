import Words
import Trace

extension LanePainter {
    /// One bar in the columns that it shows in, with what it waits for and its label.
    mutating func paintBar(_ bar: Layout.Bar, _ run: Range<Int>, _ cells: RowCells, _ pauses: [Layout.Pause], row: Int) {
        guard let span = self.cells(bar.start, bar.end) else { return }
        var run = run
        // A column of which the bar takes only the last part is left empty where a column cannot
        // show that.
        if style == .plain, run.count > 1, bar.item != nil, run.lowerBound == span.first, span.cover(span.first) < 0.25 {
            run.removeFirst()
        }
        let look = look(of: bar)
        let colour = look == .barrier ? -1 : self.colour(bar)
        let role = look == .barrier ? Role.barrier : .bar(colour)
        switch look {
        case .item: legend.insert(.bar)
        case .barrier: legend.insert(.weakBarrier)
        case .held: legend.insert(.held)
        case .once: legend.insert(.once)
        }
        let full = look == .item ? glyphs.bar : look == .barrier ? glyphs.weakBarrier : glyphs.held
        for column in run { put(full, role, row: row, column) }
        if look.isHolding { paintHoldingEnds(span, run, cells, role, row: row) } else { paintEnds(span, run, cells, role, row: row) }
        var hatched = hatch(bar, run, pauses, colour, row: row)
        dot(bar, run, &hatched, row: row)
        if bar.isUnfinished, shifted(bar.end) <= scale.end, run.count > 0 {
            put(glyphs.unfinished, hatched.last == -1 ? role : .waiting(colour), row: row, run.upperBound - 1)
            legend.insert(.unfinished)
        }
        // The label goes to one side of this sign.
        if let column = cancellation(bar, run) {
            put(glyphs.cancelled, .mark, row: row, column)
            legend.insert(cancellationsOfTask.isEmpty ? .cancelledRunning : .cancelledTask)
            hatched[column - run.lowerBound] = Self.cancelledColumn
        }
        for (column, access) in racing(in: bar, run) {
            paint(access, row: row, column)
            hatched[column - run.lowerBound] = Self.accessColumn
        }
        labelBar(bar, run, hatched, look, colour, row: row)
    }

    /// The column of the moment at which a running operation or task was cancelled.
    private func cancellation(_ bar: Layout.Bar, _ run: Range<Int>) -> Int? {
        let ofOperation = bar.item.flatMap { trace.items[$0].how == .operation ? trace.items[$0].cancelled : nil }
        guard let time = ofOperation ?? cancellationsOfTask.first(where: { bar.start <= $0 && $0 < bar.end }) else { return nil }
        guard bar.start <= time, time < bar.end, let span = cells(time, time), run.contains(span.first) else { return nil }
        return span.first
    }

    private enum BarLook {
        case item, barrier, held, once
        var isHolding: Bool { self == .held || self == .once }
    }

    private func look(of bar: Layout.Bar) -> BarLook {
        switch bar.subject {
        case .item(let item), .part(let item): trace.items[item].isBarrier ? .barrier : .item
        case .stretch: .item
        case .holding(let holding): names.isOnce(trace.holdings[holding]) ? .once : .held
        }
    }

    /// The name of a bar, the longest form first.
    private func forms(_ bar: Layout.Bar) -> [String] {
        switch bar.subject {
        case .item(let item), .part(let item): ItemName.forms(names.item(item))
        case .stretch(let item): names.executorForms(trace.items.queue(item))
        case .holding(let holding): names.holdingForms(trace.holdings[holding])
        }
    }

    /// Separates a holding from the one that follows immediately.
    private mutating func paintHoldingEnds(_ span: Span, _ run: Range<Int>, _ cells: RowCells, _ role: Role, row: Int) {
        guard !span.isThin else { return }
        let last = run.upperBound - 1
        if let start = glyphs.barStart, let end = glyphs.barEnd {
            put(start, role, row: row, run.lowerBound)
            put(end, role, row: row, last)
        } else if run.count > 1, last + 1 < columns, cells.owner[last + 1] >= 0 {
            put(" ", .text, row: row, last)
        }
    }

    /// Fills the first and the last column as far as the bar reaches into them, and keeps it apart from what it touches.
    private mutating func paintEnds(_ span: Span, _ run: Range<Int>, _ cells: RowCells, _ role: Role, row: Int) {
        let first = run.lowerBound, last = run.upperBound - 1
        if span.isThin {
            let eighths = max(1, min(8, Int(((span.to - span.from) * 8).rounded())))
            let isRight = span.from - Double(span.first) >= 0.5
            let glyph = isRight && eighths <= 4 ? (eighths <= 2 ? glyphs.rightEighth : glyphs.rightHalf) : glyphs.filledFromLeft[eighths]
            put(glyph, role, row: row, first)
            return
        }
        let touchesWall = first > 0 && cells.isWall[first - 1]
        let reachesWall = last + 1 < columns && cells.isWall[last + 1]
        let touchesNext = last + 1 < columns && cells.owner[last + 1] >= 0
        if let start = glyphs.barStart, let end = glyphs.barEnd {
            if first == span.first || touchesWall { put(start, role, row: row, first) }
            if last == span.last || reachesWall || touchesNext { put(end, role, row: row, last) }
            return
        }
        if touchesWall {
            put(glyphs.rightHalf, role, row: row, first)
        } else if first == span.first {
            let empty = Int(((span.from - Double(first)) * 8).rounded())
            if style.colour != .none, empty > 0 {
                put(glyphs.filledFromLeft[min(7, empty)], role, row: row, first, isReversed: true)
            } else if empty >= 2 {
                put(glyphs.rightHalf, role, row: row, first)
            }
        }
        let filled = last == span.last ? max(1, min(8, Int(((span.to - Double(last)) * 8).rounded()))) : 8
        if last > first || !(touchesWall || first == span.first) {
            let cap = reachesWall ? 4 : touchesNext ? 6 : 8
            let eighths = min(filled, cap)
            if eighths < 8 { put(glyphs.filledFromLeft[eighths], role, row: row, last) }
        }
    }

    /// The columns of a bar that stay solid, so that it is still seen to be one: those in which it begins and ends.
    ///
    /// A bar that continues beyond the picture has no end there, and an item that was still running
    /// when the recording ended has no end.
    private func ends(of bar: Layout.Bar, _ run: Range<Int>) -> Set<Int> {
        var ends: Set<Int> = []
        if shifted(bar.start) >= scale.start { ends.insert(0) }
        if !bar.isUnfinished, shifted(bar.end) <= scale.end { ends.insert(run.count - 1) }
        return ends
    }

    /// Hatches the columns in which the item waited; returns the wait of each column, -1 where it
    /// ran.
    private mutating func hatch(_ bar: Layout.Bar, _ run: Range<Int>, _ pauses: [Layout.Pause], _ colour: Int, row: Int) -> [Int] {
        var hatched = [Int](repeating: -1, count: run.count)
        let ends = ends(of: bar, run)
        guard run.count > ends.count, !pauses.isEmpty else { return hatched }
        var cover = [Double](repeating: 0, count: run.count)
        var best = cover
        for pause in pauses where trace.isBlocked(bar.item, by: trace.waits[pause.wait]) {
            guard let span = self.cells(pause.start, pause.end) else { continue }
            for column in span.first...span.last where run.contains(column) {
                let share = span.cover(column)
                cover[column - run.lowerBound] += share
                if share > best[column - run.lowerBound] {
                    best[column - run.lowerBound] = share
                    hatched[column - run.lowerBound] = pause.wait
                }
            }
        }
        for offset in hatched.indices {
            if cover[offset] < 0.5 || ends.contains(offset) { hatched[offset] = -1 }
            if hatched[offset] >= 0 {
                put(sign(of: hatched[offset]), .waiting(colour), row: row, run.lowerBound + offset)
            }
        }
        return hatched
    }

    /// Dots the columns in which a lab's staging held the item: there it neither ran nor waited for anything of the scenario.
    private mutating func dot(_ bar: Layout.Bar, _ run: Range<Int>, _ hatched: inout [Int], row: Int) {
        let ends = ends(of: bar, run)
        guard run.count > ends.count, let item = bar.item, let stretches = staged[item] else { return }
        var cover = [Double](repeating: 0, count: run.count)
        for stretch in stretches {
            guard let span = self.cells(stretch.began, stretch.ended ?? bar.end) else { continue }
            for column in span.first...span.last where run.contains(column) { cover[column - run.lowerBound] += span.cover(column) }
        }
        for offset in hatched.indices where cover[offset] >= 0.5 && hatched[offset] < 0 && !ends.contains(offset) {
            hatched[offset] = Self.stagedColumn
            put(glyphs.staged, .secondary, row: row, run.lowerBound + offset)
            legend.insert(.staged)
        }
    }

    /// In place of a wait: the staging held the item.
    private static let stagedColumn = -2

    /// In place of a wait: an access in a data race.
    private static let accessColumn = -4

    /// In place of a wait: the sign of a cancellation.
    private static let cancelledColumn = -3

    /// Writes the label where the bar is solid and long enough, and the target into each long wait.
    private mutating func labelBar(
        _ bar: Layout.Bar, _ run: Range<Int>, _ hatched: [Int], _ look: BarLook, _ colour: Int, row: Int
    ) {
        guard run.count > 2 else { return }
        var stretches: [(wait: Int, range: Range<Int>)] = []
        var start = 0
        for offset in 1...hatched.count where offset == hatched.count || hatched[offset] != hatched[start] {
            stretches.append((hatched[start], run.lowerBound + start..<run.lowerBound + offset))
            start = offset
        }
        var forms = forms(bar)
        if look == .barrier { forms = forms.map { "barrier " + $0 } + forms }
        let role: Role = look == .barrier ? .barrierLabel : look.isHolding ? .text : .barLabel(colour)
        // The last column keeps its shape, and the mark of an unfinished item.
        let solid = stretches.filter { $0.wait == -1 }.max { $0.range.count < $1.range.count }
        var isLabelled = false
        let isSolid = stretches.allSatisfy { [-1, Self.cancelledColumn, Self.accessColumn].contains($0.wait) }
        if let solid { isLabelled = write(forms, role, into: solid.range, mayCut: isSolid && !look.isHolding, row: row) }
        for stretch in stretches where stretch.wait >= 0 {
            var waitForms = names.waitForms(trace.waits[stretch.wait])
            if !isLabelled {
                waitForms = forms.map { "\($0) \(waitForms[0])" } + forms.map { "\($0): \(waitForms[waitForms.count - 1])" } + waitForms
            }
            if write(waitForms, .text, into: stretch.range, mayCut: false, row: row), !isLabelled { isLabelled = true }
        }
        if !isLabelled, let dotted = stretches.filter({ $0.wait == Self.stagedColumn }).max(by: { $0.range.count < $1.range.count }) {
            write(forms, .text, into: dotted.range, mayCut: false, row: row)
        }
    }

    /// Writes the longest form that leaves a column free at both ends, and better more: a bar should look like one. Whether one fitted.
    @discardableResult
    mutating func write(_ forms: [String], _ role: Role, into range: Range<Int>, mayCut: Bool, row: Int) -> Bool {
        let column = gutter.columns + range.lowerBound + 1
        let leaves = style.colour == .none ? 5 : 4
        for form in forms where displayWidth(form) + leaves <= range.count && !form.hasPrefix("#") {
            canvas.write(" \(form) ", role, row: row, column: column)
            return true
        }
        for form in forms {
            let width = displayWidth(form)
            if width + 2 > range.count { continue }
            canvas.write(width + 4 <= range.count ? " \(form) " : form, role, row: row, column: column)
            return true
        }
        guard mayCut, range.count >= 7, let form = forms.first else { return false }
        canvas.write(ItemName.cut(form, to: range.count - 2, style), role, row: row, column: column)
        return true
    }

    /// The sign of a wait: a suspended task has no thread that is blocked.
    private mutating func sign(of wait: Int) -> Character {
        let isSuspended = trace.suspendsTask(trace.waits[wait])
        legend.insert(isSuspended ? .suspendedTask : .waiting)
        return isSuspended ? glyphs.suspendedTask : glyphs.waiting
    }

    /// Threads that wait while they run no item: hatched, with what they wait for.
    mutating func paintPausesOutsideItems(_ pauses: [Layout.Pause], _ isFree: [Bool], row: Int) {
        var owner = [Int](repeating: -1, count: columns)
        var best = [Double](repeating: -1, count: columns)
        for (index, pause) in pauses.enumerated() where trace.waits[pause.wait].item == nil {
            guard let span = self.cells(pause.start, pause.end) else { continue }
            for column in span.first...span.last where span.cover(column) > best[column] {
                (owner[column], best[column]) = (index, span.cover(column))
            }
        }
        var column = 0
        while column < columns {
            guard owner[column] >= 0, isFree[column] else {
                column += 1
                continue
            }
            var end = column + 1
            while end < columns, owner[end] == owner[column], isFree[end] { end += 1 }
            let pause = pauses[owner[column]]
            for hatched in column..<end { put(sign(of: pause.wait), .waiting(-1), row: row, hatched) }
            if trace.waits[pause.wait].ended == nil, shifted(pause.end) <= scale.end {
                put(glyphs.unfinished, .waiting(-1), row: row, end - 1)
                legend.insert(.unfinished)
            }
            write(names.waitForms(trace.waits[pause.wait]), .text, into: column..<end, mayCut: false, row: row)
            // Another wait follows immediately: a gap separates them.
            if end < columns, owner[end] >= 0, isFree[end], end - column > 2 { put(" ", .text, row: row, end - 1) }
            column = end
        }
    }
}
