import Trace

extension LanePainter {
    /// A row for lanes or bars that are not drawn one by one. The height of a block is the number
    /// of busy ones; hatched where all wait.
    @discardableResult
    mutating func paintDensity(_ name: String, _ occupation: Occupation) -> Int {
        let row = addRow(name, .secondary)
        let busy = counts(occupation.busy), waiting = counts(occupation.waiting)
        let most = max(1, busy.max() ?? 1)
        for column in 0..<columns {
            if busy[column] > 0 {
                put(glyphs.levels[min(7, (busy[column] * 8 - 1) / most)], .bar(-1), row: row, column)
                legend.insert(.levels)
            } else if waiting[column] > 0 {
                put(glyphs.waiting, .waiting(-1), row: row, column)
                legend.insert(.waiting)
            }
        }
        return row
    }

    /// How many stretches touch each column. One that takes less than half of its last column, or of its first, is not counted there.
    private func counts(_ stretches: [Stretch]) -> [Int] {
        var change = [Int](repeating: 0, count: columns + 1)
        for stretch in stretches {
            guard let span = cells(stretch.start, stretch.end) else { continue }
            let first = span.isThin || span.cover(span.first) >= 0.5 ? span.first : span.first + 1
            let last = span.isThin || span.cover(span.last) >= 0.5 ? span.last : span.last - 1
            guard first <= last else { continue }
            change[first] += 1
            change[last + 1] -= 1
        }
        var sum = 0
        return change.prefix(columns).map { difference in
            sum += difference
            return sum
        }
    }
}

struct Stretch: Equatable, Sendable {
    var start: Int64
    var end: Int64
}

/// When the threads or queues of a shared row are busy, and when each of them only waits.
struct Occupation: Sendable {
    var busy: [Stretch] = []
    var waiting: [Stretch] = []

    /// A bar, or many short ones side by side.
    private struct Piece {
        var stretch: Stretch
        /// The item, if it is a single bar.
        var item: Int?
    }

    /// Threads or queues: each counts once at each moment.
    init(_ lanes: [Layout.Lane], _ trace: Trace, in visibleRange: VisibleRange) {
        for lane in lanes {
            let lists = lane.subLanes.map(\.bars) + lane.folded + [lane.walls]
            let pieces = lists.flatMap { Self.pieces($0, visibleRange) }
            let pauses = (lane.subLanes.map(\.pauses) + [lane.foldedPauses, lane.wallPauses]).flatMap { Self.pauses($0, visibleRange) }
            switch lane.subject {
            case .thread, .task: add(pieces.map(\.stretch), pauses)
            case .queue: addEach(pieces, pauses, trace)
            }
        }
    }

    /// All rows of a lane: each counts.
    init(rowsOf lane: Layout.Lane, _ trace: Trace, in visibleRange: VisibleRange) {
        let pieces = (lane.subLanes.map(\.bars) + lane.folded + [lane.walls]).flatMap { Self.pieces($0, visibleRange) }
        let pauses = (lane.subLanes.map(\.pauses) + [lane.foldedPauses, lane.wallPauses]).flatMap { Self.pauses($0, visibleRange) }
        addEach(pieces, pauses, trace)
        // Threads wait outside of items, too.
        waiting += pauses.filter { trace.waits[$0.wait].item == nil }.map { Stretch(start: $0.start, end: $0.end) }
    }

    /// The bars of a lane that are too many to be drawn: each counts.
    init(foldedBarsOf lane: Layout.Lane, _ trace: Trace, in visibleRange: VisibleRange) {
        addEach(lane.folded.flatMap { Self.pieces($0, visibleRange) }, Self.pauses(lane.foldedPauses, visibleRange), trace)
    }

    /// The bars of a row that can be seen; where they are many, those that lie within a column of each other are one piece.
    private static func pieces(_ bars: BarList, _ visibleRange: VisibleRange) -> [Piece] {
        let visible = bars.visible(from: visibleRange.first, to: visibleRange.last)
        if visible.count <= VisibleRange.most / 4 {
            return visible.map { Piece(stretch: Stretch(start: bars.start($0), end: bars.end($0)), item: bars[$0].item) }
        }
        var pieces: [Piece] = []
        var position = visible.lowerBound
        while position < visible.upperBound {
            let start = bars.start(position)
            let next = (position + 1..<visible.upperBound).firstPast { bars.start($0) > start + visibleRange.column }
            let item = next == position + 1 ? bars[position].item : nil
            pieces.append(Piece(stretch: Stretch(start: start, end: bars.end(next - 1)), item: item))
            position = next
        }
        return pieces
    }

    private static func pauses(_ pauses: PauseList, _ visibleRange: VisibleRange) -> [Layout.Pause] {
        let isMany = pauses.count(from: visibleRange.first, to: visibleRange.last) > VisibleRange.most
        return pauses.visible(from: visibleRange.first, to: visibleRange.last, atLeast: isMany ? visibleRange.column / 4 : 0)
    }

    private mutating func addEach(_ pieces: [Piece], _ pauses: [Layout.Pause], _ trace: Trace) {
        var pausesOfItem: [Int: [Layout.Pause]] = [:]
        for pause in pauses {
            for item in trace.itemsBlocked(by: trace.waits[pause.wait]) { pausesOfItem[item, default: []].append(pause) }
        }
        for piece in pieces { add([piece.stretch], piece.item.flatMap { pausesOfItem[$0] } ?? []) }
    }

    /// A waiting thread is not busy.
    private mutating func add(_ bars: [Stretch], _ pauses: [Layout.Pause]) {
        let still = Self.union(pauses.map { Stretch(start: $0.start, end: $0.end) })
        waiting += still
        var next = 0
        for stretch in Self.union(bars) {
            var start = stretch.start
            while next < still.count, still[next].end <= start { next += 1 }
            var index = next
            while index < still.count, still[index].start < stretch.end {
                if still[index].start > start { busy.append(Stretch(start: start, end: still[index].start)) }
                start = max(start, still[index].end)
                index += 1
            }
            if start < stretch.end || stretch.start == stretch.end { busy.append(Stretch(start: start, end: max(start, stretch.end))) }
        }
    }

    /// The same time as stretches that do not overlap, ascending.
    static func union(_ stretches: [Stretch]) -> [Stretch] {
        var result: [Stretch] = []
        for stretch in stretches.sorted(by: { $0.start < $1.start }) {
            if let last = result.last, stretch.start <= last.end {
                result[result.count - 1].end = max(last.end, stretch.end)
            } else {
                result.append(stretch)
            }
        }
        return result
    }
}
