import Trace

/// Why items began late, and which waits their ends ended, for an export that asks for each item.
struct StartReasons {
    struct Blocker {
        var item: Int
        var words: String
    }
    private let trace: Trace
    private let blockers: Blockers
    /// For each concurrent queue its barriers, in the order of their begin.
    private var barriers: [Int: [Int]] = [:]
    private var ended: [Int: [Int]] = [:]
    private static let most = 3

    init(_ trace: Trace) {
        self.trace = trace
        blockers = Blockers(trace)
        for index in trace.items.indices where trace.items.isBarrier(index) && trace.items.began(index) != nil {
            barriers[trace.items.queue(index), default: []].append(index)
        }
        for queue in barriers.keys { barriers[queue]?.sort { (trace.items.began($0) ?? 0) < (trace.items.began($1) ?? 0) } }
        for (index, wait) in trace.waits.enumerated() where wait.ended != nil && !wait.passedAtOnce {
            guard let event = wait.endedBy, trace.events.indices.contains(event), trace.events.kind(event) == .itemEnded,
                let item = trace.item(ofEvent: event)
            else { continue }
            ended[item, default: []].append(index)
        }
    }

    func waits(endedBy item: Int) -> [Int] { ended[item] ?? [] }

    func blockers(of index: Int, _ item: Trace.Item) -> [Blocker] {
        guard let enqueued = item.enqueued, let began = item.began, trace.queues.indices.contains(item.queue) else { return [] }
        // On a concurrent queue only barriers keep others waiting: the answer would look at each item ahead, of which there can be many.
        if trace.queues[item.queue].kind == .concurrent, !hasSerialTarget(item.queue), !item.isBarrier,
            item.dependencies.isEmpty
        {
            return barrier(ahead: index, on: item.queue, after: max(enqueued, item.due ?? enqueued), began)
        }
        return blockers.answer(trace, item: index, limit: Self.most).blockers.map { Blocker(item: $0.item, words: Self.words($0.reason)) }
    }

    /// The last barrier that ended between an item's arrival and its begin.
    private func barrier(ahead index: Int, on queue: Int, after arrival: Int64, _ began: Int64) -> [Blocker] {
        guard let own = barriers[queue] else { return [] }
        var low = 0, high = own.count
        while low < high {
            let middle = (low + high) / 2
            if (trace.items.began(own[middle]) ?? 0) <= began { low = middle + 1 } else { high = middle }
        }
        guard low > 0, case let last = own[low - 1], last != index, let end = trace.items.ended(last), end > arrival, end <= began else {
            return []
        }
        return [Blocker(item: last, words: Self.words(.barrierAhead))]
    }

    /// Whether the items of a queue end up in a queue that runs one at a time.
    private func hasSerialTarget(_ queue: Int) -> Bool {
        var next = trace.queues[queue].target, seen: Set<Int> = [queue]
        while let queue = next, trace.queues.indices.contains(queue), seen.insert(queue).inserted {
            if [.serial, .main].contains(trace.queues[queue].kind) { return true }
            next = trace.queues[queue].target
        }
        return false
    }

    private static func words(_ reason: Blockers.Reason) -> String {
        switch reason {
        case .serialPredecessor: "ahead in the serial queue"
        case .sharedTarget: "ahead in the target queue"
        case .barrierAhead: "barrier ahead"
        case .aheadOfBarrier: "ahead of the barrier"
        case .dependency: "dependency"
        }
    }
}
