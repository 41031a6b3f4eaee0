import Words
import Trace

/// Items of concurrent global queues that could run and began late. Often the pool is busy then.
enum LateStart {
    static let least: Int64 = 5_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        var late: [(start: Int64, end: Int64, item: Int)] = []
        for index in trace.items.indices {
            guard trace.queues.indices.contains(trace.items.queue(index)), trace.queues[trace.items.queue(index)].kind == .global,
                let enqueued = trace.items.enqueued(index), let began = trace.items.began(index)
            else { continue }
            let start = max(enqueued, trace.items.due(index) ?? enqueued)
            if began - start >= least { late.append((start, began, index)) }
        }
        guard let worst = late.max(by: { $0.end - $0.start < $1.end - $1.start }) else { return [] }
        let place = facts.code(ofItem: worst.item)
        let text =
            "\(Wording.count(late.count, "item")) could run and began 5 ms later or more. The longest delay: "
            + "\(facts.names.item(worst.item)) on \(facts.names.queue(trace.items.queue(worst.item))), "
            + "\(facts.names.duration(worst.end - worst.start))\(facts.brackets(place))."
        return [
            Cost(
                kind: .lateStart, nanoseconds: CostFacts.union(late.map { ($0.start, $0.end) }), text: text,
                hint: "Look for work that blocks or fills the threads of the pool.", place: place, moment: worst.start)
        ]
    }
}
