import Words
import Trace

/// The main thread, blocked while it runs an item of the main queue: nothing else of that queue can run.
enum BlockedMain {
    /// A frame at 60 frames a second.
    static let least: Int64 = 16_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        let waits = trace.waits.filter { wait in
            guard !wait.passedAtOnce, !wait.isIdle, facts.length(wait) >= least, let item = wait.item,
                trace.queues.indices.contains(trace.items.queue(item))
            else { return false }
            return trace.queues[trace.items.queue(item)].kind == .main
        }
        guard let worst = waits.max(by: { facts.length($0) < facts.length($1) }), let item = worst.item else { return [] }
        let place = facts.line(of: worst)
        let text =
            "The main queue was blocked \(CostFacts.times(waits.count)) for 16 ms or more. The longest time: "
            + "\(facts.names.duration(facts.length(worst))), in \(facts.names.item(item)), "
            + "which \(facts.activity(worst))\(facts.brackets(place))."
        return [
            Cost(
                kind: .blockedMain, nanoseconds: CostFacts.union(waits.map { ($0.began, facts.end($0)) }), text: text,
                hint: "Let the main queue be told of the result, with `notify` or `await`.", place: place, moment: worst.began)
        ]
    }
}
