import Explorer

extension Scene {
    /// Some go round and round, and nobody gets anywhere.
    func livelock() -> Explanation {
        let turning = finding.waiting.filter { $0.cause == .change }, others = finding.waiting.filter { $0.cause != .change }
        let names = Self.list(turning.map { name($0.task) })
        let cycle = Self.cycle(waitingForHolders.filter { $0.cause != .change })
        let summary: String, words: String, hint: String
        if let only = turning.first, turning.count == 1, !cycle.isEmpty {
            let stuck = Self.list(cycle.map { name($0.task) })
            summary =
                "Livelock: \(names) goes round and round in \(quote(loop(only))), and \(stuck) \(cycle.count == 1 ? "waits for itself" : "wait for each other") for ever."
            words = "The loop waits for a change, and whoever could make it has ended or is in a deadlock."
            hint = self.hint(cycle, isCycle: true)
        } else if let only = turning.first, turning.count == 1 {
            summary = "Livelock: \(names) goes round and round in \(quote(loop(only))), and nobody is left who could end it."
            let cost = sleeps(only.task) ? "It wakes again and again" : "It burns the processor"
            words =
                "Each round finds the same as the one before: the loop waits for a change, and whoever could make it has ended or waits for something itself. \(cost) and gets nowhere."
            hint =
                asksForCancellation(only)
                ? "Keep the task, and call cancel() on it on every way through the code, before anybody waits for its end."
                : "See that the change is made on every way through the code. And wait with a condition, a semaphore or a group, not by looking again and again: they sleep until there is something new."
        } else {
            summary = "Livelock: \(names) go round and round, and none of them gets anywhere."
            words =
                "Each of them can run, but what one does only sends the others round once more: \(Self.list(turning.map { quote(loop($0)) }))."
            hint =
                "Let one of them go first, by a lock or an order that all keep, instead of stepping back and trying again at the same time; a pause of random length helps only as long as luck does."
        }
        return explanation(
            summary, [words] + others.map(sentence),
            turning.map { location($0.task, loop($0), "goes round and round") } + others.flatMap(locations), hint: hint)
    }

    /// Where a loop is: what it does last in the files, where its look itself is in a library.
    private func loop(_ waiting: ExplorationReport.Waiting) -> [UInt] {
        let stack = stack(waiting)
        if source.position(stack) != nil { return stack }
        return log.entries.last { $0.task == waiting.task && source.position($0.places) != nil }?.places ?? stack
    }

    private func sleeps(_ task: Int) -> Bool { log.entries.contains { $0.task == task && $0.isSleep } }

    /// Whether the loop is one that ends when its task is cancelled.
    private func asksForCancellation(_ waiting: ExplorationReport.Waiting) -> Bool {
        let text = source.position(stack(waiting))?.text ?? ""
        return text.contains("isCancelled") || text.contains("checkCancellation")
    }
}
