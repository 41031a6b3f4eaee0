/// The turns on actors that Swift tasks took inside of their jobs, on the same thread.
///
/// A task that finds an actor free goes on there without a pause. The trace has its job, and within it an item for the turn. The job's own time
/// is what is left of it: the task is at one place at a time.
public struct InlineTurns: Sendable {
    private var turns: [Int: [Range<Int64>]] = [:]

    /// Linear in the items; no time where the trace has no task.
    /// - Parameter order: the items that have begun, in the order of their begin.
    public init(_ trace: Trace, inOrder order: some Sequence<Int>) {
        guard !trace.tasks.isEmpty else { return }
        /// The jobs that each thread is in, the innermost last.
        var open = [[(item: Int, task: UInt64, end: Int64)]](repeating: [], count: trace.lanes.count)
        for index in order {
            let item = trace.items[index]
            guard let task = item.task, let lane = item.lane, let began = item.began, open.indices.contains(lane) else { continue }
            let end = item.ended ?? .max
            while let last = open[lane].last, last.end <= began { open[lane].removeLast() }
            if item.how == .actorJob, let outer = open[lane].last, outer.task == task, end <= outer.end, began < end {
                add(began..<end, to: outer.item)
            } else {
                open[lane].append((index, task, end))
            }
        }
    }

    /// - Parameter trace: with items in any order.
    public init(_ trace: Trace) {
        let begun = trace.tasks.isEmpty ? [] : trace.items.indices.filter { trace.items.began($0) != nil }
        self.init(trace, inOrder: begun.sorted { (trace.items.began($0) ?? 0, $0) < (trace.items.began($1) ?? 0, $1) })
    }

    private mutating func add(_ turn: Range<Int64>, to job: Int) {
        let last = turns[job]?.last
        guard last.map({ $0.upperBound <= turn.lowerBound }) ?? true else { return }
        turns[job, default: []].append(turn)
    }

    public var isEmpty: Bool { turns.isEmpty }

    /// Ascending, without overlap.
    public func turns(in job: Int) -> [Range<Int64>] { turns[job] ?? [] }

    /// How long the turns in a job are together.
    public func length(in job: Int) -> Int64 { turns(in: job).reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

    /// The parts of a stretch of a job that are in no turn, ascending; at least one.
    public func parts(of job: Int, _ start: Int64, _ end: Int64) -> [Range<Int64>] {
        guard let turns = turns[job] else { return [start..<max(start, end)] }
        var parts: [Range<Int64>] = [], from = start
        for turn in turns {
            if turn.lowerBound > from { parts.append(from..<turn.lowerBound) }
            from = max(from, turn.upperBound)
        }
        if from < end || parts.isEmpty { parts.append(min(from, max(start, end))..<max(start, end)) }
        return parts
    }
}
