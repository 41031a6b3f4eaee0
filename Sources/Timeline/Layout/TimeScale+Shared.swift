import Trace

extension TimeScale {
    /// The scales of several runs that are drawn one above the other, each counted from its run's beginning.
    ///
    /// The runs share one scale, so that lengths can be compared. Time in which no run did anything
    /// is left out. Where the shortest run would not even get a quarter of the columns, and all of
    /// the time is shown, each has its own.
    static func scales(for drawings: [TimelineDrawing], range: Range<Int64>?, columns: Int) -> [TimeScale] {
        let shared = TimeScale(
            showing: range ?? 0..<TimelinePane.longest(drawings), of: drawings, columns: columns, isShared: true)
        let lengths = drawings.map { $0.layout.end - $0.layout.start }
        let shortest = zip(drawings, lengths).filter { !$0.0.layout.isEmpty && $0.1 > 0 }.map(\.1).min() ?? 0
        guard range == nil, drawings.count > 1, shortest > 0, shared.position(shortest) * 4 < Double(columns) else {
            return drawings.map { _ in shared }
        }
        return zip(drawings, lengths).map { drawing, length in
            TimeScale(showing: 0..<max(1, length), of: [drawing], columns: columns, isShared: true)
        }
    }

    /// A scale for one drawing, or one that several share, each counted from its run's beginning.
    ///
    /// Idle time is left out only where no run did anything. Where runs are compared, time in which all threads were blocked counts as idle.
    init(showing range: Range<Int64>, of drawings: [TimelineDrawing], columns: Int, isShared: Bool) {
        let drawn = drawings.filter { !$0.layout.isEmpty }
        let isReal = drawings.allSatisfy { $0.trace.origin != .explorer && $0.options.foldsIdleTime }
        guard isReal, let first = drawn.first else {
            self.init(from: range.lowerBound, to: range.upperBound, columns: columns)
            return
        }
        func idle(_ drawing: TimelineDrawing) -> [Range<Int64>] {
            let layout = drawing.layout
            let start = isShared ? layout.start : 0
            let idle = isShared ? Self.union(layout.idle, drawing.blocked) : layout.idle
            return idle.map { $0.lowerBound - start..<$0.upperBound - start } + [layout.end - start..<Int64.max]
        }
        var common = idle(first)
        for drawing in drawn.dropFirst() where isShared {
            let others = idle(drawing)
            common = common.flatMap { gap in others.filter { $0.overlaps(gap) }.map { $0.clamped(to: gap) } }
        }
        let gaps = Self.union(common.map { $0.clamped(to: range) }.filter { !$0.isEmpty }, [])
        self.init(from: range.lowerBound, to: range.upperBound, columns: columns, idle: gaps)
    }

    /// Stretches that lie in one of two lists, ascending, without overlap.
    private static func union(_ first: [Range<Int64>], _ second: [Range<Int64>]) -> [Range<Int64>] {
        var result: [Range<Int64>] = []
        for range in (first + second).sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound {
                result[result.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension TimelineDrawing {
    /// The long stretches in which nothing happened because all that had begun was blocked: as in a deadlock. Ascending.
    ///
    /// Linear in the events, and in the items and waits for each long stretch, of which there are twenty at most.
    static func blockedStretches(_ trace: Trace, _ layout: Layout) -> [Range<Int64>] {
        let shortest = max(1, (layout.end - layout.start) / 20)
        var stretches: [Range<Int64>] = []
        var before = layout.start
        for index in 0...trace.events.count {
            let time = index < trace.events.count ? trace.events.time(index) : layout.end
            guard time > before else { continue }
            let end = min(time, layout.end)
            if end - before >= shortest { stretches.append(before..<end) }
            before = max(before, time)
        }
        return stretches.filter { isBlocked($0, trace) }
    }

    private static func isBlocked(_ stretch: Range<Int64>, _ trace: Trace) -> Bool {
        func covers(_ began: Int64?, _ ended: Int64?) -> Bool {
            began.map { $0 <= stretch.lowerBound } ?? false && ended.map { $0 >= stretch.upperBound } ?? true
        }
        let waits = trace.waits.filter { covers($0.began, $0.ended) }
        guard !waits.isEmpty else { return false }
        let items = Set(waits.compactMap(\.item)), lanes = Set(waits.map(\.lane))
        for index in trace.items.indices where covers(trace.items.began(index), trace.items.ended(index)) && !items.contains(index) {
            // An item that waits in a `sync` is below the item that it waits for.
            guard let lane = trace.items.lane(index), lanes.contains(lane) else { return false }
        }
        return trace.holdings.allSatisfy { !covers($0.began, $0.ended) || lanes.contains($0.lane) }
    }
}
