import Words
import Trace

/// Event loops that were blocked: all connections of such a thread wait meanwhile.
enum BlockedLoop {
    static let least: Int64 = 5_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        // An event loop is a thread that waits for events again and again. (A thread that only accepts connections is none.)
        var rounds = [Int](repeating: 0, count: trace.lanes.count)
        for wait in trace.waits where wait.call?.isForEvents == true && rounds.indices.contains(wait.lane) { rounds[wait.lane] += 1 }
        var found: [Int: [Trace.Wait]] = [:]
        for wait in trace.waits where rounds.indices.contains(wait.lane) && rounds[wait.lane] > 1 {
            if wait.passedAtOnce || wait.isIdle || wait.kind.isOfTask || facts.length(wait) < least { continue }
            found[wait.place ?? -1 - wait.kind.rawValue, default: []].append(wait)
        }
        return found.values.compactMap { waits in
            guard let worst = waits.max(by: { facts.length($0) < facts.length($1) }) else { return nil }
            let place = facts.line(of: worst)
            let text =
                "An event loop was blocked \(CostFacts.times(waits.count)) for 5 ms or more\(facts.brackets(place)). The longest time: "
                + "\(facts.names.lane(worst.lane)), which \(facts.activity(worst)) for \(facts.names.duration(facts.length(worst)))."
            return Cost(
                kind: .blockedLoop, nanoseconds: CostFacts.union(waits.map { ($0.began, facts.end($0)) }), text: text,
                hint: "All connections of the loop wait meanwhile. Let another thread wait, or use a call that does not block.",
                place: place, moment: worst.began)
        }
    }
}
