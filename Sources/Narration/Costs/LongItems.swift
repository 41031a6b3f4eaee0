import Words
import Trace

/// Items that held a queue's turn, or a thread of the pool, for a long time.
enum LongItems {
    /// Longer than this a person notices the delay.
    static let least: Int64 = 50_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        var long: [String: [(start: Int64, end: Int64, item: Int)]] = [:]
        for index in trace.items.indices {
            guard let began = trace.items.began(index), (trace.items.ended(index) ?? trace.duration) - began >= least else { continue }
            let item = trace.items[index]
            // An asynchronous operation has its thread only in its start(). The turn of a task on an actor is an item of its own.
            if item.operation.startReturned != nil || item.how == .sync && item.enqueuedByItem != nil { continue }
            if item.how == .taskJob, trace.queues[item.queue].kind == .main, item.lane.map({ trace.lanes[$0].isMain }) == false { continue }
            if isBlocked(item, from: began, to: item.ended ?? trace.duration, facts) { continue }
            long[trace.items.labelBase(index), default: []].append((began, item.ended ?? trace.duration, index))
        }
        return long.compactMap { _, items in
            guard let worst = items.max(by: { $0.end - $0.start < $1.end - $1.start }) else { return nil }
            let place = facts.code(ofItem: worst.item), length = worst.end - worst.start
            var blocked = ""
            if let lane = trace.items.lane(worst.item),
                let (wait, waited) = facts.longestWait(ofLane: lane, from: worst.start, to: worst.end), waited * 2 > length
            {
                blocked = " For \(facts.names.duration(waited)) of that time it \(facts.activity(wait))"
                blocked += "\(facts.brackets(facts.line(of: wait)))."
            }
            let name = facts.names.item(worst.item)
            let queue = facts.names.queue(trace.items.queue(worst.item))
            let others = items.count > 1 ? " \(Wording.grouped(items.count)) such items took longer than 50 ms." : ""
            let text =
                "\(name.prefix(1).uppercased() + name.dropFirst()) ran for \(facts.names.duration(length)) on \(queue)"
                + "\(facts.brackets(place)).\(others)\(blocked)"
            return Cost(
                kind: .longItem, nanoseconds: CostFacts.union(items.map { ($0.start, $0.end) }), text: text,
                hint: "Divide the work, or let it wait without a thread.", place: place, moment: worst.start)
        }
    }

    /// Whether a task, or an item that waits for a lock, was blocked for most of its time: other checks tell of these waits.
    private static func isBlocked(_ item: Trace.Item, from start: Int64, to end: Int64, _ facts: CostFacts) -> Bool {
        guard let lane = item.lane, let (wait, length) = facts.longestWait(ofLane: lane, from: start, to: end), length * 2 > end - start
        else {
            return false
        }
        return item.how == .taskJob || item.how == .actorJob || [.mutex, .readLock, .writeLock, .futex].contains(wait.kind)
    }
}
