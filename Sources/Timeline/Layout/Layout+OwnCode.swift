import Trace

/// The time in which a thread runs code that no queue gave it: that of a `Thread`, of `pthread_create`, of `main`.
///
/// A worker of the pool is not here: it is idle when it runs no item. In its own code a thread computes, or it is in
/// a call that is not recorded.
struct OwnCode {
    /// For each of `Trace.lanes`; nil: it has no code of its own, or the trace does not show when it ran.
    let lives: [Range<Int64>?]

    init(_ trace: Trace, horizon: Int64) {
        // (A lab's staging holds threads, and its waits are perhaps not shown.)
        guard trace.origin == .recorder, !trace.hasStaging else {
            lives = Array(repeating: nil, count: trace.lanes.count)
            return
        }
        // From the first item of the main queue on, the main thread waits for the next one.
        var given: Int64?
        for item in trace.items.indices {
            guard let lane = trace.items.lane(item), let began = trace.items.began(item), trace.lanes.indices.contains(lane),
                trace.lanes[lane].isMain, trace.queues.indices.contains(trace.items.queue(item)),
                trace.queues[trace.items.queue(item)].kind == .main
            else { continue }
            given = min(given ?? began, began)
        }
        lives = trace.lanes.map { lane in
            guard !lane.isWorker, let start = lane.startedAt else { return nil }
            let end = min(lane.endedAt ?? horizon, lane.isMain ? given ?? horizon : horizon)
            return start < end ? start..<end : nil
        }
    }

    /// The parts in which no wait is known, ascending by start. They can overlap, since they belong to several threads.
    func busy(_ trace: Trace, horizon: Int64) -> [Range<Int64>] {
        guard lives.contains(where: { $0 != nil }) else { return [] }
        var covered = lives.map { $0?.lowerBound ?? 0 }
        var result: [Range<Int64>] = []
        for wait in trace.waits where lives.indices.contains(wait.lane) {
            guard let life = lives[wait.lane] else { continue }
            let began = min(wait.began, life.upperBound)
            if began > covered[wait.lane] { result.append(covered[wait.lane]..<began) }
            covered[wait.lane] = max(covered[wait.lane], wait.ended ?? horizon)
        }
        for (lane, life) in lives.enumerated() {
            if let life, life.upperBound > covered[lane] { result.append(covered[lane]..<life.upperBound) }
        }
        return result.sorted { $0.lowerBound < $1.lowerBound }
    }
}
