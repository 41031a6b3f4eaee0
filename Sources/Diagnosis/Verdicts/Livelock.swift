import Explorer

extension Scene {
    /// Some threads spin, and no thread makes progress.
    func livelock() -> Explanation {
        let turning = finding.waiting.filter { $0.cause == .change }, others = finding.waiting.filter { $0.cause != .change }
        let names = Self.list(turning.map { name($0.task) })
        let cycle = Self.cycle(waitingForHolders.filter { $0.cause != .change })
        let summary: String, words: String, hint: String
        if let only = turning.first, turning.count == 1, !cycle.isEmpty {
            let stuck = Self.list(cycle.map { name($0.task) })
            summary =
                "Livelock: \(names) spins (busy-waits) in \(quote(loop(only))), and \(stuck) \(cycle.count == 1 ? "waits for itself" : "wait for each other") for ever."
            words = "The loop waits for a change, but each thread that could make it has ended or is in a deadlock."
            hint = self.hint(cycle, isCycle: true)
        } else if let only = turning.first, turning.count == 1 {
            summary = "Livelock: \(names) spins (busy-waits) in \(quote(loop(only))), and no other thread can end the loop."
            let cost = sleeps(only.task) ? "The loop wakes up again and again" : "The loop uses the processor"
            words =
                "Each round sees the same values as the one before. The loop waits for a change, but each thread that could make it has ended or is blocked itself. \(cost) and makes no progress."
            hint =
                asksForCancellation(only)
                ? "Keep the task, and call cancel() on it on every code path, before any code waits for its end."
                : "Make the change on every code path. And wait with a condition, a semaphore or a group instead of polling: a blocked thread sleeps until something changes."
        } else {
            summary = "Livelock: \(names) spin (busy-wait), and none of them makes progress."
            words =
                "Each of them can run, but each step only causes another round of the others: \(Self.list(turning.map { quote(loop($0)) }))."
            hint =
                "Let one of them go first, with a lock or a fixed order, instead of retrying at the same time. A random pause only makes the livelock less likely."
        }
        return explanation(
            summary, [words] + others.map(sentence),
            turning.map { location($0.task, loop($0), "spins (busy-waits)") } + others.flatMap(locations), hint: hint)
    }

    /// The place of a loop: its last step in the files, if the read itself is in a library.
    private func loop(_ waiting: ExplorationReport.Waiting) -> [UInt] {
        let stack = stack(waiting)
        if source.position(stack) != nil { return stack }
        return log.entries.last { $0.task == waiting.task && source.position($0.places) != nil }?.places ?? stack
    }

    private func sleeps(_ task: Int) -> Bool { log.entries.contains { $0.task == task && $0.isSleep } }

    /// Whether the loop ends when its task is cancelled.
    private func asksForCancellation(_ waiting: ExplorationReport.Waiting) -> Bool {
        let text = source.position(stack(waiting))?.text ?? ""
        return text.contains("isCancelled") || text.contains("checkCancellation")
    }
}
