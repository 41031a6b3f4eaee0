import Words
import Explorer

extension Scene {
    /// Some threads run, and no thread makes progress: they spin for a change that cannot come, or they react to each other.
    func livelock() -> Explanation {
        let reacting = finding.waiting.filter { $0.cause == .reaction }
        if let first = reacting.first, let forgotten = forgottenRelease(first) { return lockKept(by: forgotten, reacting) }
        return reacting.isEmpty ? busyWaiting() : reaction(of: reacting)
    }

    /// A livelock in the field's sense.
    private func reaction(of threads: [ExplorationReport.Waiting]) -> Explanation {
        let others = finding.waiting.filter { $0.cause != .reaction }
        let loops = threads.map { quote(loop($0)) }, round = round(of: threads)
        return explanation(
            "Livelock: \(Wording.list(threads.map { name($0.task) })) react to each other again and again, and none of them makes progress.",
            [
                "Each of them can run, but each round ends where it began: \(Wording.list(Set(loops).sorted())). After such a round all threads are in the state in which they were before it, so the same round can follow again, without end.\(round.words)"
            ] + others.map(sentence),
            round.locations + threads.map { location($0.task, loop($0), "repeats its loop") } + others.flatMap(locations),
            hint:
                "Let one of them go first: with one order of the locks, or with a lock around the attempt. A random pause between two attempts only makes the livelock less likely."
        )
    }

    /// The steps of the last round, in their order; nothing if they are too many to tell.
    private func round(of threads: [ExplorationReport.Waiting]) -> (words: String, locations: [Explanation.Location?]) {
        let tasks = Set(threads.map(\.task))
        let begins = threads.map { thread in
            let head = loop(thread).first
            return log.entries.lastIndex { $0.task == thread.task && $0.places.first == head } ?? 0
        }
        var steps: [ExecutionRecord.Entry] = []
        for entry in log.entries[(begins.min() ?? 0)...] where tasks.contains(entry.task) {
            guard let line = line(entry) else { continue }
            let own = steps.last { $0.task == entry.task }.flatMap(self.line)
            if own.map({ $0 == line }) ?? false { continue }
            steps.append(entry)
        }
        guard (2...8).contains(steps.count), Set(steps.map(\.task)) == tasks else { return ("", []) }
        let told = steps.map { step($0.task, $0.places) }
        return (
            " The last round was, in this order: \(told.joined(separator: ", then ")).",
            steps.map { location($0.task, $0.places, "makes a step of the last round") }
        )
    }

    /// Threads that try to acquire a lock that a thread has kept.
    private func lockKept(
        by forgotten: (words: String, locations: [Explanation.Location?], hint: String), _ trying: [ExplorationReport.Waiting]
    ) -> Explanation {
        let others = finding.waiting.filter { $0.cause != .reaction }
        return explanation(
            "Busy waiting without end: \(Wording.list(trying.map { name($0.task) })) spin in \(quote(loop(trying[0]))), and no other thread can end the loop.",
            [forgotten.words] + others.map(sentence),
            forgotten.locations + trying.map { location($0.task, loop($0), "spins (busy-waits)") } + others.flatMap(locations),
            hint: forgotten.hint)
    }

    /// Threads that spin for a change that no thread makes.
    private func busyWaiting() -> Explanation {
        let turning = finding.waiting.filter { $0.cause == .change }, others = finding.waiting.filter { $0.cause != .change }
        let names = Wording.list(turning.map { name($0.task) })
        let cycle = Self.cycle(waitingForHolders.filter { $0.cause != .change })
        let summary: String, hint: String
        var words: String, order: Deciding?
        if let only = turning.first, turning.count == 1, !cycle.isEmpty {
            let stuck = Wording.list(cycle.map { name($0.task) })
            summary =
                "Busy waiting without end: \(names) spins in \(quote(loop(only))), and \(stuck) \(cycle.count == 1 ? "waits for itself" : "wait for each other") for ever."
            words = "The loop waits for a change, but each thread that could make it has ended or is in a deadlock."
            hint = self.hint(cycle, isCycle: true)
        } else if let only = turning.first, turning.count == 1 {
            summary = "Busy waiting without end: \(names) spins in \(quote(loop(only))), and no other thread can end the loop."
            let cost = sleeps(only.task) ? "The loop wakes up again and again" : "The loop uses the processor"
            words =
                "Each round sees the same values as the one before. The loop waits for a change, but each thread that could make it has ended or is blocked itself. \(cost) and makes no progress."
            // (Where another order lets the loop end, the change is made on each code path.)
            order = dependsOnOrder && !asksForCancellation(only) ? deciding : nil
            hint = asksForCancellation(only) ? Self.cancelIt : order?.hint ?? Self.makeTheChange
            if let order { words = "\(order.words) \(words)" }
            if let forgotten = forgottenRelease(only) {
                return explanation(
                    summary, [forgotten.words, words] + others.map(sentence),
                    forgotten.locations + [location(only.task, loop(only), "spins (busy-waits)")] + others.flatMap(locations),
                    hint: forgotten.hint)
            }
        } else {
            if let mutual = waitForEachOther(turning, others) { return mutual }
            summary = "Busy waiting without end: \(names) spin, and none of them makes progress."
            words =
                "Each loop waits for a change that only another thread can make: \(Wording.list(turning.map { quote(loop($0)) })). But each thread that could make it spins too, is blocked, or has ended."
            order = dependsOnOrder ? deciding : nil
            if let order { words = "\(order.words) \(words)" }
            hint = order?.hint ?? Self.makeTheChange
        }
        return explanation(
            summary, [words] + others.map(sentence),
            (order?.locations ?? []) + turning.map { location($0.task, loop($0), "spins (busy-waits)") } + others.flatMap(locations),
            hint: hint)
    }

    private static let cancelIt = "Keep the task, and call cancel() on it on every code path, before any code waits for its end."
    private static let makeTheChange =
        "Make the change on every code path. And wait with a condition, a semaphore or a group instead of polling: a blocked thread sleeps until something changes."

    /// The place of a loop: its last step in the files, if the read itself is in a library.
    func loop(_ waiting: ExplorationReport.Waiting) -> [UInt] {
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
