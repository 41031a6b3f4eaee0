import Trace

extension Layout {
    /// A lane for each queue that had an item, after the lanes of threads that waited outside of
    /// any item.
    mutating func layOutQueues(_ trace: Trace, _ times: ItemTimes, _ order: [Int32], _ own: OwnCode, maximumSubLanes: Int, actors: Int) {
        let queueCount = trace.queues.count
        var all = [[Int32]](repeating: [], count: queueCount)
        var begun = [[Int32]](repeating: [], count: queueCount)
        for index in trace.items.indices {
            let queue = trace.items.queue(index)
            if all.indices.contains(queue) { all[queue].append(Int32(index)) }
        }
        for index in order {
            let queue = trace.items.queue(Int(index))
            if begun.indices.contains(queue) { begun[queue].append(index) }
        }
        /// The sub-lane of each item: -1 for a wall, -2 for one that is not shown separately.
        var place = [Int32](repeating: -2, count: trace.items.count)
        var laneOfQueue = [Int](repeating: -1, count: queueCount)
        let turns = InlineTurns(trace, inOrder: order.lazy.map(Int.init))
        let groups = Self.actorTypes(trace, all, most: actors)
        for (first, objects) in groups {
            for queue in objects.dropFirst() {
                lanesOfObjects[queue] = first
                all[first] += all[queue]
                begun[first] += begun[queue]
                all[queue] = []
            }
            all[first].sort()
            begun[first].sort { (times.began(Int($0)), $0) < (times.began(Int($1)), $1) }
        }
        for queue in trace.queues.indices where !all[queue].isEmpty {
            var lane = Lane(subject: .queue(queue), times: times, waits: trace.waits)
            lane.objects = groups[queue] ?? []
            lane.line = QueueLine(trace.items, of: all[queue])
            all[queue] = []
            let barriersHold = trace.queues[queue].kind != .global
            fill(
                &lane, begun[queue].lazy.map { times.bar(Int($0)) }, trace, times, maximumSubLanes: maximumSubLanes,
                findsWalls: barriersHold, turns: turns,
                place: &place)
            laneOfQueue[queue] = lanes.count
            for object in lane.objects { laneOfQueue[object] = lanes.count }
            lanes.append(lane)
        }
        addPauses(trace, place) { _, item in
            guard let item else { return nil }
            let queue = trace.items.queue(item)
            return laneOfQueue.indices.contains(queue) && laneOfQueue[queue] >= 0 ? laneOfQueue[queue] : nil
        }
        lanes = outsideItems(trace, times, own) + lanes
    }

    /// The actors of each type that has more objects than can have a lane each, by the first of them.
    private static func actorTypes(_ trace: Trace, _ items: [[Int32]], most: Int) -> [Int: [Int]] {
        var types: [Substring: [Int]] = [:]
        for queue in trace.queues.indices where trace.queues[queue].kind == .actor && !items[queue].isEmpty {
            types[trace.queues[queue].actorType, default: []].append(queue)
        }
        return Dictionary(uniqueKeysWithValues: types.values.filter { $0.count > most }.map { ($0[0], $0) })
    }

    /// Puts bars, ascending by start, into the sub-lanes of a lane.
    /// - Parameter turns: a job's bar has a gap for each, because the task was on an actor then; nil: no gaps.
    func fill(
        _ lane: inout Lane, _ bars: some RandomAccessCollection<Bar>, _ trace: Trace, _ times: ItemTimes, maximumSubLanes: Int,
        findsWalls: Bool, turns: InlineTurns? = nil, place: inout [Int32]
    ) {
        func addSubLane() { lane.subLanes.append(SubLane(bars: BarList(times), pauses: PauseList(trace.waits, horizon: times.horizon))) }
        var subLanes = SubLanes()
        var latest = Int64.min
        var next = bars.startIndex
        while next != bars.endIndex {
            let bar = bars[next]
            next = bars.index(after: next)
            let isWall =
                findsWalls && latest <= bar.start && (bar.item.map { trace.items.isBarrier($0) } ?? false)
                && (next == bars.endIndex || bars[next].start >= bar.end)
            let parts = turns.map { bar.parts($0) } ?? [bar]
            for part in parts { lane.load = lane.load.addingReportingOverflow(part.end - part.start).partialValue }
            if isWall, let item = bar.item {
                lane.walls.append(bar)
                place[item] = -1
            } else {
                let subLane = subLanes.next(from: bar.start, to: bar.end)
                if subLane < maximumSubLanes {
                    while lane.subLanes.count <= subLane { addSubLane() }
                    for part in parts { lane.subLanes[subLane].bars.append(part) }
                    if let item = bar.item { place[item] = Int32(subLane) }
                } else {
                    while lane.folded.count <= subLane - maximumSubLanes { lane.folded.append(BarList(times)) }
                    for part in parts { lane.folded[subLane - maximumSubLanes].append(part) }
                }
            }
            latest = max(latest, bar.end)
        }
        if lane.folded.count == 1 {
            // A row that says "1 more" takes as much room as the one more.
            for case let item? in lane.folded[0].lazy.map(\.item) { place[item] = Int32(lane.subLanes.count) }
            addSubLane()
            lane.subLanes[lane.subLanes.count - 1].bars = lane.folded[0]
            lane.folded = []
        }
        if lane.subLanes.isEmpty { addSubLane() }
    }

    /// Adds each wait to the bars of the items that it blocks.
    mutating func addPauses(_ trace: Trace, _ place: [Int32], laneOf: (Trace.Wait, _ item: Int?) -> Int?) {
        for (index, wait) in trace.waits.enumerated() where !wait.passedAtOnce {
            let items = trace.itemsBlocked(by: wait)
            for item in items.isEmpty ? [nil] : items.map(Optional.some) {
                guard let lane = laneOf(wait, item) else { continue }
                let subLane = item.flatMap { place.indices.contains($0) ? Int(place[$0]) : nil } ?? 0
                if subLane == -1 {
                    lanes[lane].wallPauses.append(index)
                } else if lanes[lane].subLanes.indices.contains(subLane) {
                    lanes[lane].subLanes[subLane].pauses.append(index)
                } else if subLane == -2 {
                    lanes[lane].foldedPauses.append(index)
                }
            }
        }
    }

    /// Lanes for the threads that the program made itself, and for those that waited or held a lock
    /// while they ran no item, such as a main thread that waits for a group.
    private func outsideItems(_ trace: Trace, _ times: ItemTimes, _ own: OwnCode) -> [Lane] {
        let none = PauseList(trace.waits, horizon: times.horizon)
        var pauses = [PauseList](repeating: none, count: trace.lanes.count)
        for (index, wait) in trace.waits.enumerated()
        where wait.item == nil && !wait.passedAtOnce && pauses.indices.contains(wait.lane) {
            pauses[wait.lane].append(index)
        }
        let holdings = Self.holdingBars(trace, times) { $0.item == nil }
        // A thread that ran items itself, in calls of sync, shows in the lanes of their queues.
        let ranItems = Set(trace.items.indices.compactMap { trace.items.lane($0) })
        func isMade(_ thread: Int) -> Bool { own.lives[thread] != nil && !trace.lanes[thread].isMain && !ranItems.contains(thread) }
        let shown = trace.lanes.indices.filter { !pauses[$0].isEmpty || !holdings[$0].isEmpty || isMade($0) }
        return shown.sorted { (trace.lanes[$0].isMain ? 0 : 1, $0) < (trace.lanes[$1].isMain ? 0 : 1, $1) }.map { thread in
            var lane = Lane(subject: .thread(thread), times: times, waits: trace.waits)
            var bars = BarList(times)
            for bar in holdings[thread] {
                bars.append(bar)
                lane.load = lane.load.addingReportingOverflow(bar.end - bar.start).partialValue
            }
            for pause in pauses[thread] { lane.load = lane.load.addingReportingOverflow(pause.end - pause.start).partialValue }
            lane.subLanes = [SubLane(bars: bars, pauses: pauses[thread])]
            if isMade(thread) { lane.ownCode = own.lives[thread] }
            return lane
        }
    }
}

extension Layout.Bar {
    /// Without the turns of the task on actors.
    func parts(_ turns: InlineTurns) -> [Layout.Bar] {
        guard let item, !turns.turns(in: item).isEmpty else { return [self] }
        let parts = turns.parts(of: item, start, end)
        return parts.map { part in
            Layout.Bar(
                subject: .part(item), start: part.lowerBound, end: part.upperBound,
                isUnfinished: isUnfinished && part.upperBound == end)
        }
    }
}

extension Trace.Queue {
    /// The name of the actor's type: "Cell" of "Cell 17", which is the reader's name for one more object.
    var actorType: Substring {
        let number = label.reversed().prefix { $0.isASCII && $0.isNumber }.count
        let rest = label.dropLast(number)
        return number > 0 && rest.last == " " && rest.count > 1 ? rest.dropLast() : label[...]
    }
}

extension Layout.Lane {
    /// All bars and pauses are there.
    mutating func finish() {
        for subLane in subLanes.indices { subLanes[subLane].bars.finish() }
        for list in folded.indices { folded[list].finish() }
        walls.finish()
        enqueues.shrink()
    }
}
