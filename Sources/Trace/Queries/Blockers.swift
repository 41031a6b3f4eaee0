/// Answers what kept an item from beginning between its enqueue and its begin.
///
/// The items that could be in each other's way share a line: those of a queue, or of all queues
/// that target the same serial queue. In a line they are in the order of their arrival, with the
/// latest end of all up to there, so that a search backwards knows when nothing that still ran is
/// left.
public struct Blockers: Sendable {
    /// Why one item had to wait for another.
    public enum Reason: Equatable, Sendable {
        /// The queue runs one item at a time, and this one was ahead.
        case serialPredecessor
        /// An item of another queue that targets the same serial queue.
        case sharedTarget
        /// A barrier that was ahead: it runs alone.
        case barrierAhead
        /// An item ahead of a barrier, which must wait until all of them have ended.
        case aheadOfBarrier
        /// An operation that had to end first.
        case dependency
    }

    /// An item that another item waited for.
    public struct Blocker: Equatable, Sendable {
        public var item: Int
        public var reason: Reason
        public init(item: Int, reason: Reason) {
            self.item = item
            self.reason = reason
        }
    }

    /// The items that an item waited for.
    public struct Answer: Equatable, Sendable {
        /// The blocking items, the nearest one ahead first; at most as many as requested.
        public var blockers: [Blocker] = []
        /// How many items were ahead in the line when it arrived, ended ones between them included where items may overlap.
        public var ahead = 0
        /// It was delayed (`asyncAfter`) until then.
        public var due: Int64?
        public init() {}
    }

    private var lines: [Line] = []
    /// The line of each item and its position there.
    private var lineOfItem: [Int32]
    private var positionOfItem: [Int32]

    private struct Line: Sendable {
        var items: [Int32] = []
        /// Latest end of all items up to each.
        var latestEnd: [Int64] = []
        var isSerial: Bool
    }

    /// Takes n log n time for n items.
    public init(_ trace: Trace) {
        var lineOfQueue: [Int: Int] = [:]
        lineOfItem = [Int32](repeating: -1, count: trace.items.count)
        positionOfItem = lineOfItem
        for queue in trace.queues.indices {
            let exclusive = trace.queues.exclusiveQueue(of: queue)
            guard exclusive != nil || trace.queues[queue].kind == .concurrent else { continue }
            let key = exclusive ?? queue
            if let line = lineOfQueue[key] {
                lineOfQueue[queue] = line
            } else {
                lines.append(Line(isSerial: exclusive != nil))
                lineOfQueue[queue] = lines.count - 1
                lineOfQueue[key] = lines.count - 1
            }
        }
        for item in trace.items.indices {
            if let line = lineOfQueue[trace.items[item].queue] {
                lines[line].items.append(Int32(item))
                lineOfItem[item] = Int32(line)
            }
        }
        for line in lines.indices {
            lines[line].items.sort { (Self.arrival(trace.items[Int($0)]), $0) < (Self.arrival(trace.items[Int($1)]), $1) }
            var latest = Int64.min
            for (position, item) in lines[line].items.enumerated() {
                latest = max(latest, Self.end(trace.items[Int(item)]))
                lines[line].latestEnd.append(latest)
                positionOfItem[Int(item)] = Int32(position)
            }
        }
    }

    /// The items that an item waited for; empty when it only waited for a thread.
    ///
    /// Takes log n time, and looks back over the items that were queued with it until it has found
    /// enough.
    /// - Parameters:
    ///   - trace: the trace this was made from.
    ///   - item: index into its items.
    ///   - limit: most blockers to return.
    public func answer(_ trace: Trace, item: Int, limit: Int = 16) -> Answer {
        var answer = Answer()
        let facts = trace.items[item]
        guard let enqueued = facts.enqueued else { return answer }
        let arrival = Self.arrival(facts), began = facts.began ?? .max
        if arrival > enqueued { answer.due = arrival }
        for dependency in facts.dependencies {
            let end = Self.end(trace.items[dependency])
            if end > enqueued, end <= began { answer.blockers.append(Blocker(item: dependency, reason: .dependency)) }
        }
        guard lineOfItem[item] >= 0 else { return answer }
        let line = lines[Int(lineOfItem[item])]
        let position = Int(positionOfItem[item])
        // The first position up to which something had not ended at the arrival.
        var low = 0, high = position
        while low < high {
            let middle = (low + high) / 2
            if line.latestEnd[middle] > arrival { high = middle } else { low = middle + 1 }
        }
        answer.ahead = position - low
        var index = position - 1
        while index >= low, answer.blockers.count < limit {
            let other = Int(line.items[index])
            let end = Self.end(trace.items[other])
            if end > arrival, end <= began, let reason = reason(trace.items[other], before: facts, isSerial: line.isSerial) {
                answer.blockers.append(Blocker(item: other, reason: reason))
            }
            index -= 1
        }
        return answer
    }

    private func reason(_ other: Trace.Item, before item: Trace.Item, isSerial: Bool) -> Reason? {
        if isSerial { return other.queue == item.queue ? .serialPredecessor : .sharedTarget }
        if other.isBarrier { return .barrierAhead }
        return item.isBarrier ? .aheadOfBarrier : nil
    }

    /// The time at which an item was queued.
    private static func arrival(_ item: Trace.Item) -> Int64 {
        let enqueued = item.enqueued ?? item.began ?? 0
        return max(enqueued, item.due ?? enqueued)
    }

    /// When an item was no longer in anyone's way.
    private static func end(_ item: Trace.Item) -> Int64 {
        if item.began == nil, let cancelled = item.cancelled { return item.ended ?? cancelled }
        return item.ended ?? .max
    }
}
