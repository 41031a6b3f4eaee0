import Trace

extension Layout {
    /// A lane for each thread that the program made, or that ran, waited, held a lock or enqueued; a `sync` or a lock within
    /// an item gives it a sub-lane.
    mutating func layOutThreads(_ trace: Trace, _ times: ItemTimes, _ order: [Int32], _ own: OwnCode, maximumSubLanes: Int) {
        let threadCount = trace.lanes.count
        var begun = [[Int32]](repeating: [], count: threadCount)
        var enqueues = [[Int64]](repeating: [], count: threadCount)
        var isSeen = [Bool](repeating: false, count: threadCount)
        for index in order {
            guard let lane = trace.items.lane(Int(index)), begun.indices.contains(lane) else { continue }
            begun[lane].append(index)
            isSeen[lane] = true
        }
        var returned: [Int: Int64] = [:]
        for (index, item) in trace.items.enumerated() {
            if let time = item.operation.startReturned { returned[index] = time }
            guard item.enqueuedByItem == nil, let lane = item.enqueuedOnLane, let time = item.enqueued, enqueues.indices.contains(lane)
            else { continue }
            enqueues[lane].append(time)
            isSeen[lane] = true
        }
        for wait in trace.waits where isSeen.indices.contains(wait.lane) { isSeen[wait.lane] = true }
        let holdings = Self.holdingBars(trace, times)
        for thread in trace.lanes.indices where !holdings[thread].isEmpty { isSeen[thread] = true }
        for thread in trace.lanes.indices where own.lives[thread] != nil && !trace.lanes[thread].isMain { isSeen[thread] = true }
        let threads = trace.lanes.indices.filter { isSeen[$0] }.sorted {
            (trace.lanes[$0].isMain ? 0 : 1, $0) < (trace.lanes[$1].isMain ? 0 : 1, $1)
        }
        var place = [Int32](repeating: -2, count: trace.items.count)
        let turns = InlineTurns(trace, inOrder: order.lazy.map(Int.init))
        var laneOfThread = [Int](repeating: -1, count: threadCount)
        for thread in threads {
            var lane = Lane(subject: .thread(thread), times: times, waits: trace.waits)
            lane.enqueues = PackedColumn(enqueues[thread].sorted())
            lane.ownCode = own.lives[thread]
            enqueues[thread] = []
            let own = begun[thread].flatMap { item in Self.threadBars(times.bar(Int(item)), returned: returned[Int(item)], turns) }
            let bars = Self.merged(turns.isEmpty ? own : own.sorted { $0.start < $1.start }, holdings[thread])
            begun[thread] = []
            fill(&lane, bars, trace, times, maximumSubLanes: maximumSubLanes, findsWalls: false, place: &place)
            laneOfThread[thread] = lanes.count
            lanes.append(lane)
        }
        addPauses(trace, place) { wait, _ in
            laneOfThread.indices.contains(wait.lane) && laneOfThread[wait.lane] >= 0 ? laneOfThread[wait.lane] : nil
        }
    }

    /// The time that an item had its thread: without the turns on actors, which are items of their own there; and of an asynchronous operation only its
    /// `start()`.
    private static func threadBars(_ bar: Bar, returned: Int64?, _ turns: InlineTurns) -> [Bar] {
        if let item = bar.item, let returned, returned < bar.end {
            return [Bar(subject: .part(item), start: bar.start, end: max(bar.start, returned), isUnfinished: false)]
        }
        return bar.parts(turns)
    }
}
