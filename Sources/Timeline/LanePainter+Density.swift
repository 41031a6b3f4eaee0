import Trace

extension LanePainter {
    /// What folded lanes do: the stretches in which each ran or waited, in the axis's time.
    func intervals(_ lanes: [Layout.Lane]) -> [(Int64, Int64)] {
        var result: [(Int64, Int64)] = []
        for lane in lanes {
            let bars = lane.subLanes.flatMap(\.bars) + lane.foldedBars + lane.walls
            result += bars.map { (shifted($0.start), shifted($0.end)) }
            if bars.isEmpty { result += lane.subLanes.flatMap(\.pauses).map { (shifted($0.start), shifted($0.end)) } }
        }
        return result
    }

    /// A row for what is not drawn one by one: how many are busy, as the height of a block.
    @discardableResult
    mutating func paintDensity(_ name: String, _ intervals: [(start: Int64, end: Int64)]) -> Int {
        let row = addRow(name, .quiet)
        var change = [Int](repeating: 0, count: columns + 1)
        for interval in intervals where interval.start <= scale.end && interval.end >= scale.start {
            let first = scale.column(interval.start)
            let last = max(first, min(columns - 1, Int(scale.position(interval.end).rounded(.up)) - 1))
            change[first] += 1
            change[last + 1] -= 1
        }
        var counts: [Int] = []
        var sum = 0
        for column in 0..<columns {
            sum += change[column]
            counts.append(sum)
        }
        let most = max(1, counts.max() ?? 1)
        for (column, count) in counts.enumerated() where count > 0 {
            put(glyphs.levels[min(7, (count * 8 - 1) / most)], .bar(-1), row: row, column)
            legend.insert(.levels)
        }
        return row
    }
}
