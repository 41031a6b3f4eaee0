import Words
import Trace

/// Swift tasks that blocked their threads. The pool has one thread for each processor, so other tasks have one thread less meanwhile.
enum BlockedPool {
    static let least: Int64 = 1_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        var waits: [Int: [Trace.Wait]] = [:]
        for wait in trace.waits where !wait.passedAtOnce && !wait.kind.isOfTask && !wait.isIdle && facts.length(wait) >= least {
            // Waits for locks have lines of their own.
            if [.mutex, .readLock, .writeLock, .futex].contains(wait.kind) { continue }
            guard let item = wait.item, trace.queues.indices.contains(trace.items.queue(item)),
                trace.queues[trace.items.queue(item)].kind != .main, trace.items[item].how == .taskJob || trace.items[item].how == .actorJob
            else { continue }
            waits[wait.place ?? -1 - wait.kind.rawValue, default: []].append(wait)
        }
        return waits.compactMap { _, waits in
            guard let worst = waits.max(by: { facts.length($0) < facts.length($1) }), let item = worst.item else { return nil }
            let place = facts.line(of: worst)
            let text =
                "A task blocked its thread \(CostFacts.times(waits.count))\(facts.brackets(place)). The longest time: "
                + "\(facts.names.item(item)), which \(facts.activity(worst)) for \(facts.names.duration(facts.length(worst)))."
            return Cost(
                kind: .blockedPool, nanoseconds: CostFacts.union(waits.map { ($0.began, facts.end($0)) }), text: text,
                hint: worst.kind == .sleep ? "Use `Task.sleep` there." : "Use `await` there: a suspended task has no thread.", place: place,
                moment: worst.began)
        }
    }
}
