import Words
import Trace

/// Locks that threads waited for: each with its total, its longest wait, and the thread that held it then.
enum LockWaits {
    /// Shorter totals are not worth a line.
    static let least: Int64 = 1_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        var waits: [Int: [Int]] = [:]
        for (index, wait) in trace.waits.enumerated() where wait.kind.isOfLock && !wait.passedAtOnce {
            if let object = wait.object { waits[object, default: []].append(index) }
        }
        // A lock at one place with many objects, such as one for each connection, has one line.
        return waits.compactMap { object, waits in
            let stretches = waits.map { (start: trace.waits[$0].began, end: facts.end(trace.waits[$0])) }
            let cost = CostFacts.union(stretches)
            guard cost >= least, let worst = waits.max(by: { facts.length(trace.waits[$0]) < facts.length(trace.waits[$1]) }) else {
                return nil
            }
            let wait = trace.waits[worst], place = facts.line(of: wait)
            let total = waits.reduce(Int64(0)) { $0 + facts.length(trace.waits[$1]) }
            let name = facts.names.object(object)
            let count = CostFacts.times(waits.count) + (waits.count == 1 ? "" : ", \(facts.names.duration(total)) together")
            let text =
                "\(name.prefix(1).uppercased() + name.dropFirst()): threads waited for it \(count). "
                + "The longest wait: \(facts.names.actor(lane: wait.lane, item: wait.item)), "
                + "\(facts.names.duration(facts.length(wait)))\(facts.brackets(place)).\(holder(of: object, during: wait, facts))"
            return Cost(
                kind: .lockWait, nanoseconds: cost, text: text,
                hint: "Hold the lock for a shorter time, or give each part of the data its own.",
                place: place, moment: wait.began)
        }
    }

    /// " worker 2 held it (cache.swift:9), and slept for 5 ms of that time."
    private static func holder(of object: Int, during wait: Trace.Wait, _ facts: CostFacts) -> String {
        let trace = facts.trace, end = facts.end(wait)
        let past = trace.holdings.indices.firstPast { trace.holdings[$0].began >= end }
        var index = past - 1, longest: (holding: Trace.Holding, length: Int64)?
        var looked = 0
        while index >= 0, looked < 10_000 {
            let holding = trace.holdings[index]
            if holding.object == object, holding.lane != wait.lane {
                let length = min(end, holding.ended ?? end) - max(wait.began, holding.began)
                if length > longest?.length ?? 0 { longest = (holding, length) }
                if holding.began < wait.began { break }
            }
            index -= 1
            looked += 1
        }
        guard let (holding, held) = longest else { return "" }
        let from = max(wait.began, holding.began)
        let activity = facts.longestWait(ofLane: holding.lane, from: from, to: from + held).flatMap { wait, length in
            length * 2 > held ? ", and \(facts.activity(wait)) meanwhile\(facts.brackets(facts.line(of: wait)))" : nil
        }
        let holder = facts.names.actor(lane: holding.lane, item: holding.item)
        let who = holder == "main thread" ? "The main thread" : holder
        return " \(who) held it for \(facts.names.duration(held)) of that time\(activity ?? "")."
    }
}

extension Trace.Wait.Kind {
    fileprivate var isOfLock: Bool {
        switch self {
        case .mutex, .readLock, .writeLock, .futex: true
        default: false
        }
    }
}
