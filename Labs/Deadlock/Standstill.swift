import LabKit

/// The threads that were blocked when a run ended, and the threads that each of them needed to
/// continue.
struct Standstill {
    private let trace: Trace
    private let end: TraceState

    init(_ trace: Trace) {
        var state = TraceState(trace)
        let subjects = EventSubjects(trace)
        for event in trace.events { state.apply(event, of: trace, subjects) }
        self.trace = trace
        end = state
    }

    /// Waits that never ended.
    var waits: Int { end.waiting(trace).count }

    /// A circular wait: each thread waits for the next one, and the last one for the first. A thread
    /// that waits for itself is one too.
    var circle: [Int] {
        for start in end.lanes.indices {
            if let path = path(from: start, to: start, visited: []) { return path }
        }
        return []
    }

    /// "transfer 1 → transfer 2 → transfer 1".
    var drawing: String { (circle + circle.prefix(1)).map(name).joined(separator: " → ") }

    /// Blocks that were submitted and never began.
    func queued(on queue: String) -> Int { trace.items.count { $0.began == nil && trace.queues[$0.queue].label == queue } }

    private func path(from lane: Int, to goal: Int, visited: Set<Int>) -> [Int]? {
        for next in needed(by: lane) where !visited.contains(next) {
            if next == goal { return [lane] }
            if let rest = path(from: next, to: goal, visited: visited.union([next])) { return [lane] + rest }
        }
        return nil
    }

    /// The threads without which this one cannot continue.
    private func needed(by lane: Int) -> [Int] {
        guard let wait = end.lanes[lane].wait, wait.target >= 0 else { return [] }
        let target = Int(wait.target)
        switch wait.kind {
        case .group:
            // The group is empty when *all* of its blocks have ended.
            return trace.items.filter { $0.group == target && $0.began != nil && $0.ended == nil }.compactMap(\.lane)
        case .sync where trace.queues[trace.items[target].queue].kind == .main && trace.items[target].began == nil:
            return trace.lanes.indices.filter { trace.lanes[$0].isMain }
        default: return end.holders(of: wait, waiting: lane, trace)
        }
    }

    /// A thread, by the queue whose block it runs.
    private func name(_ lane: Int) -> String {
        if trace.lanes[lane].isMain { return "main thread" }
        let block = trace.items.last { $0.lane == lane && $0.began != nil && $0.ended == nil && !$0.callerWaits }
        return block.map { trace.queues[$0.queue].label } ?? trace.lanes[lane].name
    }
}
