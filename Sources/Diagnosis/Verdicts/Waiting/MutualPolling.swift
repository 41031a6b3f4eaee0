import Explorer
import Words

extension Scene {
    /// Threads spin, and each of them polls a variable that another one of them has changed: a circular wait without locks. nil if that is
    /// not so.
    func waitForEachOther(
        _ turning: [ExplorationReport.Waiting], _ others: [ExplorationReport.Waiting]
    ) -> Explanation? {
        let links = turning.compactMap { polled(by: $0, of: turning) }
        guard turning.count > 1, links.count == turning.count, Set(links.map(\.change.task)) == Set(turning.map(\.task)) else { return nil }
        let names = Wording.list(turning.map { name($0.task) })
        let reasons = zip(turning, links).map { waiting, link in
            "\(name(waiting.task).capitalizedFirst) spins in \(quote(loop(waiting))) until \(link.variable) changes, which \(name(link.change.task)) changed in \(quote(link.change.places)) before it began to spin itself."
        }
        let changes = links.map { location($0.change.task, $0.change.places, "changes \($0.variable), and then spins") }
        return explanation(
            "Busy waiting without end: \(names) wait for each other for ever: each of them spins, and none of them makes progress.",
            reasons + ["So none of them comes to the line that would end the other's loop."] + others.map(sentence),
            changes + turning.map { location($0.task, loop($0), "spins (busy-waits)") } + others.flatMap(locations),
            hint:
                "Two flags do not replace a lock: each thread sets its own before it looks at the other's. Use a lock, which admits one thread and lets the other sleep."
        )
    }

    /// The variable that a thread has looked at last, and its latest change by another one of the threads that spin.
    func polled(
        by waiting: ExplorationReport.Waiting, of turning: [ExplorationReport.Waiting]
    ) -> (variable: String, look: ExecutionRecord.Entry, change: ExecutionRecord.Entry)? {
        let tasks = Set(turning.map(\.task))
        guard let look = log.entries.last(where: { $0.task == waiting.task && $0.isAccess && $0.looks && source.name(of: $0) != nil }),
            let variable = source.name(of: look),
            let change = log.entries.last(where: {
                $0.isAccess && $0.isChange && $0.accessedVariable == look.accessedVariable && $0.task != waiting.task
            }),
            tasks.contains(change.task), source.position(change.places) != nil
        else { return nil }
        return (variable, look, change)
    }
}
