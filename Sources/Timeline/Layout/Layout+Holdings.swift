import Trace

extension Layout {
    /// A bar for each stretch in which a thread held a lock or ran a once block; while it held several, one for what it held longest.
    ///
    /// - Parameter isDrawn: which holdings count.
    /// - Returns: for each thread its bars, ascending, without overlap.
    static func holdingBars(_ trace: Trace, _ times: ItemTimes, where isDrawn: (Trace.Holding) -> Bool = { _ in true }) -> [[Bar]] {
        var bars = [[Bar]](repeating: [], count: trace.lanes.count)
        for (index, holding) in trace.holdings.enumerated() where bars.indices.contains(holding.lane) && isDrawn(holding) {
            let end = max(holding.began, holding.ended ?? times.horizon)
            let covered = bars[holding.lane].last?.end ?? .min
            guard end > covered else { continue }
            bars[holding.lane].append(
                Bar(subject: .holding(index), start: max(holding.began, covered), end: end, isUnfinished: holding.ended == nil))
        }
        return bars
    }

    /// Two rows of bars as one, ascending by start; an item before a lock that it acquires
    /// immediately.
    static func merged(_ items: [Bar], _ holdings: [Bar]) -> [Bar] {
        if holdings.isEmpty { return items }
        var result: [Bar] = []
        result.reserveCapacity(items.count + holdings.count)
        var next = 0
        for bar in items {
            while next < holdings.count, holdings[next].start < bar.start {
                result.append(holdings[next])
                next += 1
            }
            result.append(bar)
        }
        return result + holdings[next...]
    }
}
