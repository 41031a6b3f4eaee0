extension TraceState {
    /// A blocked lane, its wait, and the lanes that can end the wait.
    public struct Waiting: Equatable, Sendable {
        public var lane: Int
        public var wait: StateOfWait
        /// Lanes that hold the lock, run the item or run the once block; empty when it takes a signal or a leave from anywhere.
        public var holders: [Int]
    }

    /// Every lane that is blocked at this moment, in the order of the lanes.
    public func waiting(_ trace: Trace) -> [Waiting] {
        lanes.indices.compactMap { lane in
            lanes[lane].wait.map { Waiting(lane: lane, wait: $0, holders: holders(of: $0, waiting: lane, trace)) }
        }
    }

    /// The lanes that a wait is for: those that would have to go on before it can end.
    public func holders(of wait: StateOfWait, waiting lane: Int, _ trace: Trace) -> [Int] {
        let target = Int(wait.target)
        guard target >= 0 else { return [] }
        switch wait.kind {
        case .sync, .workItem, .operation:
            guard items.indices.contains(target) else { return [] }
            if items[target].phase == .running { return items[target].lane >= 0 ? [Int(items[target].lane)] : [] }
            let queue = trace.items[target].queue
            guard queues.indices.contains(queue) else { return [] }
            return lanesRunning(queues[queue].running)
        case .operationQueue: return queues.indices.contains(target) ? lanesRunning(queues[target].running) : []
        case .mutex, .readLock, .writeLock, .once:
            return objects.indices.contains(target) ? objects[target].holders.map { Int($0) } : []
        default: return []
        }
    }

    /// How many items of a queue run: a suspended Swift task does not count, since its thread is
    /// free for other work.
    public func running(on queue: Int) -> Int {
        queues[queue].running.count { item in
            let lane = Int(items[Int(item)].lane)
            return !(lanes.indices.contains(lane) && lanes[lane].wait?.kind.isOfTask == true)
        }
    }

    private func lanesRunning(_ running: [Int32]) -> [Int] {
        running.compactMap { items[Int($0)].lane >= 0 ? Int(items[Int($0)].lane) : nil }
    }

    /// A circular wait, if there is one: each lane waits for the next, so none of them can ever
    /// continue.
    public func waitingCycle(_ trace: Trace) -> [Int]? {
        var next: [Int: [Int]] = [:]
        for waiting in waiting(trace) where waiting.wait.timeout == nil { next[waiting.lane] = waiting.holders }
        for start in next.keys.sorted() {
            // Follows the first holder only where there is one: a wait for any of several lanes
            // does not prove a cycle.
            var path = [start]
            var lane = start
            while let holders = next[lane], holders.count == 1 {
                lane = holders[0]
                if lane == start { return path }
                if path.contains(lane) { break }
                path.append(lane)
            }
        }
        return nil
    }
}
