import Words
import Trace

extension LanePainter {
    /// The line of a queue: when items were submitted, and how many are queued. An item that is not
    /// due, or whose group is not empty, is not queued yet.
    mutating func paintLine(_ lane: Layout.Lane, row: Int) {
        guard let line = lane.line else { return }
        // The moments that have a sign of their own: no text is written over them.
        var isMarked = [Bool](repeating: false, count: columns)
        var depth = [Int](repeating: 0, count: columns)
        var waiting = depth
        let start = scale.start + shift, end = scale.end + shift
        var before = line.submitted(before: start)
        for column in 0..<columns {
            // The last column ends at the right edge.
            let next = column + 1 < columns ? columnStarts[column + 1] : end + 1
            let submitted = line.submitted(before: next), came = line.came(before: next), left = line.left(before: next)
            isMarked[column] = submitted > before
            before = max(before, submitted)
            (depth[column], waiting[column]) = (came - left, came - left == 1 ? line.single(came: came, left: left) : 0)
        }
        for column in 0..<columns {
            if isMarked[column] {
                put(glyphs.enqueued, .mark, row: row, column)
                legend.insert(.enqueued)
            } else if depth[column] > 0 {
                put(glyphs.inLine, .secondary, row: row, column)
                legend.insert(.inLine)
            }
        }
        for item in line.cancelled {
            guard let time = trace.items.cancelled(Int(item)), let column = cells(time, time)?.first else { continue }
            put(glyphs.cancelled, .mark, row: row, column)
            legend.insert(.cancelled)
            // A number next to the sign would count cancelled items.
            for marked in column...min(column + 1, columns - 1) { isMarked[marked] = true }
        }
        writeDepths(depth, waiting, isMarked, row: row)
        paintSuspensions(lane, row: row)
        if let stuck = line.firstStuck, stuck <= end, depth[columns - 1] > 0 {
            put(glyphs.unfinished, .mark, row: row, columns - 1)
            legend.insert(.unfinished)
        }
    }

    /// The time in which the queue was suspended: what is written on the line stays readable.
    private mutating func paintSuspensions(_ lane: Layout.Lane, row: Int) {
        guard case .queue(let queue) = lane.subject, trace.queues.indices.contains(queue) else { return }
        for stretch in trace.queues[queue].suspensions {
            guard let span = cells(stretch.began, stretch.ended ?? layout.end) else { continue }
            for column in span.first...span.last {
                let glyph = canvas.rows[row][gutter.columns + column].glyph
                guard glyph == " " || glyph == glyphs.inLine else { continue }
                put(glyphs.suspended, .waiting(-1), row: row, column)
                legend.insert(.suspended)
            }
        }
    }

    /// The name of a single queued item; the number of several.
    private mutating func writeDepths(_ depth: [Int], _ waiting: [Int], _ isMarked: [Bool], row: Int) {
        var column = 0
        var lastEnd = -100
        var told = 0
        while column < columns {
            guard depth[column] > 0, !isMarked[column] else {
                told = 0
                column += 1
                continue
            }
            var same = column + 1
            while same < columns, depth[same] == depth[column], !isMarked[same] { same += 1 }
            var free = same
            while free < columns, depth[free] > 0, !isMarked[free] { free += 1 }
            if depth[column] == 1 {
                let forms = ItemName.forms(names.item(waiting[column]))
                if let form = forms.first(where: { displayWidth($0) + 2 <= same - column }) {
                    canvas.write(form, .secondary, row: row, column: gutter.columns + column + 1)
                }
                (told, column) = (1, same)
                continue
            }
            let number = Wording.grouped(depth[column])
            let isRoomy = same - column > number.utf8.count
            let isDue = column - lastEnd >= 10 && free - column > number.utf8.count
            if depth[column] != told, column > lastEnd, isRoomy || isDue {
                canvas.write(number, .secondary, row: row, column: gutter.columns + column)
                lastEnd = column + number.utf8.count
                told = depth[column]
                column = max(same, lastEnd)
            } else {
                column = isRoomy ? same : column + 1
            }
        }
    }

    /// While the thread is there, and the moments at which it enqueued.
    /// The time in which a thread ran code of its own. Its waits there are drawn over it.
    mutating func paintOwnCode(_ lane: Layout.Lane, row: Int) {
        guard let life = lane.ownCode, let span = cells(life.lowerBound, life.upperBound) else { return }
        for column in span.first...span.last { put(glyphs.ownCode, .secondary, row: row, column) }
        legend.insert(.ownCode)
    }

    mutating func paintLife(_ lane: Layout.Lane, row: Int) {
        guard case .thread(let thread) = lane.subject, trace.lanes.indices.contains(thread) else { return }
        let facts = trace.lanes[thread]
        let first = [
            facts.startedAt, lane.subLanes[0].bars.first?.start, lane.subLanes[0].pauses.first?.start,
            lane.enqueues.count > 0 ? lane.enqueues[0] : nil,
        ]
        .compactMap { $0 }.min()
        guard let first, let span = cells(facts.isMain ? layout.start : first, facts.endedAt ?? max(layout.end, first)) else { return }
        // All its life is code of its own: it is never idle.
        let last = min(facts.endedAt ?? layout.end, layout.end)
        if let own = lane.ownCode, own.lowerBound <= max(first, layout.start), own.upperBound >= last { return }
        for column in span.first...span.last { put(glyphs.alive, .secondary, row: row, column) }
        legend.insert(.alive)
    }

    mutating func paintEnqueues(_ lane: Layout.Lane, row: Int) {
        let start = scale.start + shift, end = scale.end + shift
        var before = lane.enqueues.indices.firstPast { lane.enqueues[$0] >= start }
        for column in 0..<columns {
            let next = column + 1 < columns ? columnStarts[column + 1] : end + 1
            let came = (before..<lane.enqueues.count).firstPast { lane.enqueues[$0] >= next }
            if came > before {
                put(glyphs.enqueued, .mark, row: row, column)
                legend.insert(.enqueued)
            }
            before = max(before, came)
        }
    }
}
