import Trace

extension Layout {
    /// A lane for each queue that had an item, after the lanes of threads that waited outside of
    /// any item.
    mutating func layOutQueues(_ trace: Trace, _ times: ItemTimes, maximumSubLanes: Int) {
        let queueCount = trace.queues.count
        var all = [[Int32]](repeating: [], count: queueCount)
        var begun = [[Int32]](repeating: [], count: queueCount)
        for index in trace.items.indices {
            let queue = trace.items[index].queue
            if all.indices.contains(queue) { all[queue].append(Int32(index)) }
        }
        for index in times.inOrder {
            let queue = trace.items[Int(index)].queue
            if begun.indices.contains(queue) { begun[queue].append(index) }
        }
        /// The sub-lane of each item: -1 for a wall, -2 for one that is not shown separately.
        var place = [Int32](repeating: -2, count: trace.items.count)
        var laneOfQueue = [Int](repeating: -1, count: queueCount)
        for queue in trace.queues.indices where !all[queue].isEmpty {
            var lane = Lane(subject: .queue(queue))
            lane.items = all[queue]
            let barriersHold = trace.queues[queue].kind != .global
            fill(
                &lane, begun[queue].map { times.bar(Int($0)) }, trace, times, maximumSubLanes: maximumSubLanes, findsWalls: barriersHold,
                place: &place)
            laneOfQueue[queue] = lanes.count
            lanes.append(lane)
        }
        addPauses(trace, times, place) { wait in
            wait.item.flatMap { item in
                guard trace.items.indices.contains(item) else { return nil }
                let queue = trace.items[item].queue
                return laneOfQueue.indices.contains(queue) && laneOfQueue[queue] >= 0 ? laneOfQueue[queue] : nil
            }
        }
        lanes = pausedThreads(trace, times) + lanes
    }

    /// Puts bars, ascending by start, into the sub-lanes of a lane.
    func fill(
        _ lane: inout Lane, _ bars: [Bar], _ trace: Trace, _ times: ItemTimes, maximumSubLanes: Int, findsWalls: Bool,
        place: inout [Int32]
    ) {
        var subLanes = SubLanes()
        var latest = Int64.min
        for (position, bar) in bars.enumerated() {
            if findsWalls, let item = bar.item, trace.items[item].isBarrier, latest <= bar.start,
                position + 1 == bars.count || bars[position + 1].start >= bar.end
            {
                lane.walls.append(bar)
                place[item] = -1
            } else {
                let subLane = subLanes.next(from: bar.start, to: bar.end)
                if subLane < maximumSubLanes {
                    while lane.subLanes.count <= subLane { lane.subLanes.append(SubLane()) }
                    lane.subLanes[subLane].bars.append(bar)
                    if let item = bar.item { place[item] = Int32(subLane) }
                } else {
                    lane.foldedBars.append(bar)
                }
            }
            latest = max(latest, bar.end)
        }
        lane.foldedSubLanes = max(0, subLanes.count - maximumSubLanes)
        if lane.foldedSubLanes == 1 {
            // A row that says "1 more" takes as much room as the one more.
            for case let item? in lane.foldedBars.map(\.item) { place[item] = Int32(lane.subLanes.count) }
            lane.subLanes.append(SubLane(bars: lane.foldedBars))
            (lane.foldedBars, lane.foldedSubLanes) = ([], 0)
        }
        if lane.subLanes.isEmpty { lane.subLanes.append(SubLane()) }
    }

    /// Adds each wait to the bar of the item that waited.
    mutating func addPauses(_ trace: Trace, _ times: ItemTimes, _ place: [Int32], laneOf: (Trace.Wait) -> Int?) {
        for (index, wait) in trace.waits.enumerated() where !wait.passedAtOnce {
            guard let lane = laneOf(wait) else { continue }
            let pause = Pause(wait: index, start: wait.began, end: max(wait.began, wait.ended ?? times.horizon))
            let subLane = wait.item.flatMap { place.indices.contains($0) ? Int(place[$0]) : nil } ?? 0
            if subLane == -1 {
                lanes[lane].wallPauses.append(pause)
            } else if lanes[lane].subLanes.indices.contains(subLane) {
                lanes[lane].subLanes[subLane].pauses.append(pause)
            } else if subLane == -2 {
                lanes[lane].foldedPauses.append(pause)
            }
        }
    }

    /// Lanes for the threads that waited, or held a lock, while they ran no item, such as a main
    /// thread that waits for a group.
    private func pausedThreads(_ trace: Trace, _ times: ItemTimes) -> [Lane] {
        var pauses = [[Pause]](repeating: [], count: trace.lanes.count)
        for (index, wait) in trace.waits.enumerated()
        where wait.item == nil && !wait.passedAtOnce && pauses.indices.contains(wait.lane) {
            pauses[wait.lane].append(Pause(wait: index, start: wait.began, end: max(wait.began, wait.ended ?? times.horizon)))
        }
        let holdings = Self.holdingBars(trace, times) { $0.item == nil }
        let paused = trace.lanes.indices.filter { !pauses[$0].isEmpty || !holdings[$0].isEmpty }
        return paused.sorted { (trace.lanes[$0].isMain ? 0 : 1, $0) < (trace.lanes[$1].isMain ? 0 : 1, $1) }.map { thread in
            Lane(subject: .thread(thread), subLanes: [SubLane(bars: holdings[thread], pauses: pauses[thread])])
        }
    }
}
