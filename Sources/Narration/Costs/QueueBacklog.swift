import Words
import Trace

/// Queues and actors that run one item at a time, or have a limit, and whose items waited for their turn.
enum QueueBacklog {
    /// Shorter delays are usual.
    static let least: Int64 = 5_000_000

    /// The time that an item waited for its turn.
    private typealias Delay = (start: Int64, end: Int64, item: Int)

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace, delays = delays(trace)
        let worst = delays.compactMapValues { delays in
            delays.max { $0.end - $0.start < $1.end - $1.start }.flatMap { $0.end - $0.start >= least ? $0 : nil }
        }
        let ahead = longestAhead(of: worst, trace)
        return worst.map { queue, worst in
            let delays = delays[queue] ?? []
            let place = facts.code(ofItem: worst.item)
            let cost = CostFacts.union(delays.map { ($0.start, $0.end) })
            let most = QueueLoad(delays.lazy.map { trace.items[$0.item] }).mostWaiting
            let isActor = trace.queues[queue].kind == .actor
            let name = (isActor ? "actor " : "") + facts.names.queue(queue)
            let ahead = ahead[queue].map { words(of: $0, from: worst.start, to: worst.end, facts) } ?? ""
            let text =
                "\(name.prefix(1).uppercased() + name.dropFirst()): \(Wording.count(delays.count, "item")) waited, "
                + "\(most) at the same time at most. The longest wait: \(facts.names.item(worst.item)), "
                + "\(facts.names.duration(worst.end - worst.start))\(facts.brackets(place)).\(ahead)"
            return Cost(
                kind: .queueBacklog, nanoseconds: cost, text: text,
                hint: isActor
                    ? "Do less on the actor: move long work out of it." : "Make the items shorter, or give independent work its own queue.",
                place: place, moment: worst.start)
        }
    }

    private static func delays(_ trace: Trace) -> [Int: [Delay]] {
        var delays: [Int: [Delay]] = [:]
        for index in trace.items.indices {
            let queue = trace.items.queue(index)
            guard trace.queues.indices.contains(queue), trace.queues[queue].kind != .global, let enqueued = trace.items.enqueued(index),
                let began = trace.items.began(index)
            else { continue }
            let start = max(enqueued, trace.items.due(index) ?? enqueued)
            if began > start { delays[queue, default: []].append((start, began, index)) }
        }
        return delays
    }

    /// For each queue, the item that ran there for the longest part of a delay. (One pass for all queues: there can be hundreds.)
    private static func longestAhead(of delays: [Int: Delay], _ trace: Trace) -> [Int: (item: Int, length: Int64)] {
        var longest: [Int: (item: Int, length: Int64)] = [:]
        for index in trace.items.indices {
            let queue = trace.items.queue(index)
            guard let delay = delays[queue], let began = trace.items.began(index), began < delay.end else { continue }
            let length = min(delay.end, trace.items.ended(index) ?? delay.end) - max(delay.start, began)
            if length > longest[queue]?.length ?? 0 { longest[queue] = (index, length) }
        }
        return longest
    }

    /// " Meanwhile load() #2 ran there for 19 ms."
    private static func words(of longest: (item: Int, length: Int64), from start: Int64, to end: Int64, _ facts: CostFacts) -> String {
        let trace = facts.trace
        var blocked = ""
        if let lane = trace.items.lane(longest.item),
            let (wait, length) = facts.longestWait(
                ofLane: lane, from: max(start, trace.items.began(longest.item) ?? start),
                to: min(end, trace.items.ended(longest.item) ?? end)),
            length * 2 > longest.length
        {
            blocked = ", and \(facts.activity(wait))\(facts.brackets(facts.line(of: wait)))"
        }
        let length = facts.names.duration(longest.length)
        let code = blocked.isEmpty ? facts.brackets(facts.code(ofItem: longest.item)) : blocked
        return " Meanwhile \(facts.names.item(longest.item)) ran there for \(length)\(code)."
    }
}
