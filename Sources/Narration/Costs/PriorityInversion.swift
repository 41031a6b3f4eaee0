import Words
import Trace

/// A thread that works for a queue of high priority waits for a lock that an item of low priority holds.
enum PriorityInversion {
    static let least: Int64 = 1_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        var found: [(wait: Trace.Wait, holding: Trace.Holding)] = []
        var holdings: [Int: [Int]] = [:]
        for (index, holding) in trace.holdings.enumerated() where holding.item != nil {
            holdings[holding.object, default: []].append(index)
        }
        for wait in trace.waits where !wait.passedAtOnce && facts.length(wait) >= least {
            guard let object = wait.object, let item = wait.item, let own = rank(ofItem: item, trace), let all = holdings[object] else {
                continue
            }
            let end = facts.end(wait)
            var index = all.indices.firstPast { trace.holdings[all[$0]].began >= end } - 1
            while index >= 0 {
                let holding = trace.holdings[all[index]]
                index -= 1
                if holding.ended.map({ $0 <= wait.began }) ?? false { break }
                guard holding.lane != wait.lane, let other = holding.item.flatMap({ rank(ofItem: $0, trace) }), other < own else {
                    continue
                }
                found.append((wait, holding))
                break
            }
        }
        guard let worst = found.max(by: { facts.length($0.wait) < facts.length($1.wait) }), let item = worst.wait.item else { return [] }
        let place = facts.line(of: worst.wait)
        let queue = facts.names.queue(trace.items.queue(item)), length = facts.names.duration(facts.length(worst.wait))
        let holder = facts.names.actor(lane: worst.holding.lane, item: worst.holding.item)
        let text =
            "Work of high priority waited for work of low priority \(CostFacts.times(found.count)). The longest time: "
            + "\(facts.names.item(item)) on \(queue), \(length)\(facts.brackets(place)). "
            + "\(holder) held \(facts.names.object(worst.holding.object))."
        return [
            Cost(
                kind: .priorityInversion, nanoseconds: CostFacts.union(found.map { ($0.wait.began, facts.end($0.wait)) }), text: text,
                hint: "Give both the same priority, or share no lock between them.", place: place, moment: worst.wait.began)
        ]
    }

    /// The priority of a global queue, which its label says; nil: another queue.
    private static func rank(ofItem item: Int, _ trace: Trace) -> Int? {
        let queue = trace.items.queue(item)
        guard trace.queues.indices.contains(queue) else { return nil }
        let label = trace.queues[queue].label
        let words = [
            ["(maintenance)", "(background)"], ["(utility)"], ["(default)"], ["(user-initiated)", "(high)"], ["(user-interactive)"],
        ]
        return words.firstIndex { $0.contains { label.contains($0) } }
    }
}
