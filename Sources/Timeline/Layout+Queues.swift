import Trace

extension Layout {
    /// A lane for each queue that had something to do, behind those of threads that stood still outside of any item.
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
        /// The sub-lane of each item: -1 for a wall, -2 for one that is not shown by itself.
        var place = [Int32](repeating: -2, count: trace.items.count)
        var laneOfQueue = [Int](repeating: -1, count: queueCount)
        for queue in trace.queues.indices where !all[queue].isEmpty {
            var lane = Lane(subject: .queue(queue))
            lane.items = all[queue]
            let barriersHold = trace.queues[queue].kind != .global
            fill(&lane, begun[queue], trace, times, maximumSubLanes: maximumSubLanes, findsWalls: barriersHold, place: &place)
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
        _ lane: inout Lane, _ begun: [Int32], _ trace: Trace, _ times: ItemTimes, maximumSubLanes: Int, findsWalls: Bool,
        place: inout [Int32]
    ) {
        var subLanes = SubLanes()
        var latest = Int64.min
        for (position, index) in begun.enumerated() {
            let bar = times.bar(Int(index))
            if findsWalls, trace.items[Int(index)].isBarrier, latest <= bar.start,
                position + 1 == begun.count || times.began[Int(begun[position + 1])] >= bar.end
            {
                lane.walls.append(bar)
                place[Int(index)] = -1
            } else {
                let subLane = subLanes.next(from: bar.start, to: bar.end)
                if subLane < maximumSubLanes {
                    while lane.subLanes.count <= subLane { lane.subLanes.append(SubLane()) }
                    lane.subLanes[subLane].bars.append(bar)
                    place[Int(index)] = Int32(subLane)
                } else {
                    lane.foldedBars.append(bar)
                }
            }
            latest = max(latest, bar.end)
        }
        lane.foldedSubLanes = max(0, subLanes.count - maximumSubLanes)
        if lane.subLanes.isEmpty { lane.subLanes.append(SubLane()) }
    }

    /// Puts each wait to the bar of the item that waited.
    mutating func addPauses(_ trace: Trace, _ times: ItemTimes, _ place: [Int32], laneOf: (Trace.Wait) -> Int?) {
        for (index, wait) in trace.waits.enumerated() {
            guard let lane = laneOf(wait) else { continue }
            let pause = Pause(wait: index, start: wait.began, end: max(wait.began, wait.ended ?? times.horizon))
            let subLane = wait.item.flatMap { place.indices.contains($0) ? Int(place[$0]) : nil } ?? 0
            if subLane == -1 {
                lanes[lane].wallPauses.append(pause)
            } else if lanes[lane].subLanes.indices.contains(subLane) {
                lanes[lane].subLanes[subLane].pauses.append(pause)
            }
        }
    }

    /// Lanes for the threads that stood still while they ran no item, such as a main thread that waits for a group.
    private func pausedThreads(_ trace: Trace, _ times: ItemTimes) -> [Lane] {
        var laneOfThread: [Int: Int] = [:]
        var paused: [Lane] = []
        for (index, wait) in trace.waits.enumerated() where wait.item == nil && trace.lanes.indices.contains(wait.lane) {
            let lane = laneOfThread[wait.lane] ?? paused.count
            if lane == paused.count {
                laneOfThread[wait.lane] = lane
                paused.append(Lane(subject: .thread(wait.lane), subLanes: [SubLane()]))
            }
            paused[lane].subLanes[0].pauses.append(
                Pause(wait: index, start: wait.began, end: max(wait.began, wait.ended ?? times.horizon)))
        }
        return paused.sorted { first, second in
            guard case .thread(let a) = first.subject, case .thread(let b) = second.subject else { return false }
            return (trace.lanes[a].isMain ? 0 : 1, a) < (trace.lanes[b].isMain ? 0 : 1, b)
        }
    }
}
