import Words
import Trace

/// Swift tasks that were suspended when the trace ended. A program leaks one if nothing lets it continue.
enum UnfinishedTasks {
    static let least: Int64 = 1_000_000

    static func costs(_ facts: CostFacts) -> [Cost] {
        let trace = facts.trace
        if trace.coverage.hasGaps { return [] }
        struct Group {
            var stretches: [(start: Int64, end: Int64)] = []
            var worst = 0
            var suspension: TaskHistory.Suspension
        }
        var groups: [String: Group] = [:]
        for (task, life) in facts.history.lives.enumerated() {
            guard let suspension = life.suspensions.last, suspension.ended == nil, trace.duration - suspension.began >= least else {
                continue
            }
            if case .turn = suspension.reason { continue }
            // The first task is `main`: it ends with the program.
            if trace.tasks[task].parent == nil, trace.tasks[task].name.hasPrefix("main") { continue }
            let key = "\(trace.tasks[task].place.map(String.init) ?? trace.tasks[task].name) \(suspension.place ?? -1)"
            var group = groups[key] ?? Group(worst: task, suspension: suspension)
            group.stretches.append((suspension.began, trace.duration))
            if suspension.began < group.suspension.began { (group.worst, group.suspension) = (task, suspension) }
            groups[key] = group
        }
        return groups.values.map { group in
            let place = group.suspension.place.flatMap { trace.places[$0].awaiting }
            let count = group.stretches.count
            let name = facts.names.task(group.worst, id: trace.tasks[group.worst].id)
            let who = count == 1 ? name.prefix(1).uppercased() + name.dropFirst() : "\(Wording.grouped(count)) tasks such as \(name)"
            let reason = SuspensionWording.waits(group.suspension.reason, facts.names)
            let length = facts.names.duration(trace.duration - group.suspension.began)
            let since = "\(count == 1 ? "It has" : "This one has") been suspended for \(length)\(facts.brackets(place))"
            let text =
                "\(who) had not finished when the trace ended. \(since): \(group.suspension.reason == .unknown ? "" : "it ")\(reason)."
            return Cost(
                kind: .unfinishedTask, nanoseconds: CostFacts.union(group.stretches), text: text,
                hint: "Resume each continuation once, finish each stream, or cancel the task.", place: place, moment: group.suspension.began
            )
        }
    }
}
