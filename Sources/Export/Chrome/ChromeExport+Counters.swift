import Trace

/// The counters: waiting and running items of each queue, and running threads.
extension ChromeExport {
    /// A viewer shows some thousand columns. A counter has no more points than this; of more, the highest of each stretch is kept.
    static let mostPoints = 20_000

    func counters(_ pieces: inout EventPieces) {
        var items = [[Int32]](repeating: [], count: trace.queues.count)
        for index in trace.items.indices where items.indices.contains(trace.items.queue(index)) {
            items[trace.items.queue(index)].append(Int32(clamping: index))
        }
        for queue in items.indices where !items[queue].isEmpty {
            let load = QueueLoad(items[queue].lazy.map { trace.items[Int($0)] })
            let name = "items of \(names.queue(queue))"
            for step in Self.thinned(load.steps, by: \.waiting) {
                pieces.begin("C", name, process: Self.queues, thread: queue + 1, at: step.time)
                pieces.beginArguments()
                pieces.field("waiting", step.waiting)
                pieces.field("running", step.running)
                pieces.endArguments()
                pieces.end()
            }
            items[queue] = []
        }
        for step in Self.thinned(runningThreads(), by: \.running) {
            pieces.begin("C", "running threads", process: process, thread: 0, at: step.time)
            pieces.beginArguments()
            pieces.field("threads", step.running)
            pieces.endArguments()
            pieces.end()
        }
    }

    /// How many threads run an item and are not blocked.
    private func runningThreads() -> [QueueLoad.Step] {
        var changes: [(time: Int64, change: Int32)] = []
        for lane in busyTimes() {
            for range in lane {
                changes.append((range.lowerBound, 1))
                changes.append((range.upperBound, -1))
            }
        }
        changes.sort { $0.time < $1.time }
        var steps: [QueueLoad.Step] = [], running = 0
        for (index, change) in changes.enumerated() {
            running += Int(change.change)
            if index + 1 < changes.count, changes[index + 1].time == change.time { continue }
            if steps.last?.running != running { steps.append(.init(time: change.time, waiting: 0, running: running)) }
        }
        return steps
    }

    /// For each lane, the stretches in which it runs: the innermost of what has begun is an item, and not a wait.
    private func busyTimes() -> [[Range<Int64>]] {
        var edges = [[(time: Int64, isBegin: Bool, isWait: Bool)]](repeating: [], count: trace.lanes.count)
        func add(_ lane: Int, _ start: Int64, _ end: Int64, isWait: Bool) {
            guard edges.indices.contains(lane), start < end else { return }
            edges[lane].append((start, true, isWait))
            edges[lane].append((end, false, isWait))
        }
        for index in trace.items.indices {
            if let began = trace.items.began(index), let lane = trace.items.lane(index) {
                add(lane, began, leftThread(index), isWait: false)
            }
        }
        for wait in trace.waits where isThreadsWait(wait) { add(wait.lane, wait.began, wait.ended ?? end, isWait: true) }
        return edges.map { own in
            var stack: [Bool] = [], since: Int64?, ranges: [Range<Int64>] = []
            // (At one moment, ends come before begins.)
            for edge in own.sorted(by: { $0.time != $1.time ? $0.time < $1.time : !$0.isBegin && $1.isBegin }) {
                if edge.isBegin { stack.append(edge.isWait) } else if let last = stack.lastIndex(of: edge.isWait) { stack.remove(at: last) }
                let runs = stack.last == false
                if runs, since == nil { since = edge.time }
                if !runs, let start = since {
                    if start < edge.time { ranges.append(start..<edge.time) }
                    since = nil
                }
            }
            return ranges
        }
    }

    /// The points, or of each stretch the first and the highest.
    static func thinned(_ steps: [QueueLoad.Step], by value: KeyPath<QueueLoad.Step, Int>) -> [QueueLoad.Step] {
        guard steps.count > mostPoints else { return steps }
        let size = (steps.count + mostPoints / 2 - 1) / (mostPoints / 2)
        return stride(from: 0, to: steps.count, by: size).flatMap { start -> [QueueLoad.Step] in
            let part = steps[start..<min(start + size, steps.count)]
            guard let first = part.first, let highest = part.max(by: { $0[keyPath: value] < $1[keyPath: value] }) else { return [] }
            return first.time == highest.time ? [first] : [first, highest]
        }
    }
}
