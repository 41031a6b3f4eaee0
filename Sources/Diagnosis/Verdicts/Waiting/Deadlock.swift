import Words
import Explorer

extension Scene {
    /// No thread can continue.
    func deadlock() -> Explanation {
        if finding.verdict == .poolExhaustion { return poolExhaustion() }
        let waiting = waitingForHolders
        let cycle = Self.cycle(waiting)
        if let explained = heldPermits(waiting) { return explained }
        if cycle.count == 1, let explained = barrierBetween(cycle[0]) ?? withLock(cycle[0], waiting) { return explained }
        if cycle.isEmpty, let explained = neverNotified(waiting) ?? lockDuringWait(waiting) { return explained }
        if cycle.isEmpty, let explained = fullQueue(waiting) { return explained }
        let culprit = Self.culprit(waiting)
        if let explained = withForgottenUnlock(among: cycle.count == 1 ? cycle : cycle.isEmpty ? waiting : []) { return explained }
        if cycle.isEmpty, let culprit, let explained = forgottenLeave(culprit) ?? unsignalled(culprit) ?? heldUp(among: waiting, culprit) {
            return explained
        }
        let stuck = cycle.isEmpty ? waiting : cycle
        let others = waiting.filter { one in !stuck.contains(one) && ![.end, .group].contains(one.cause) }
        let summary: String
        if cycle.count > 1 {
            summary = "Deadlock: \(Wording.list(cycle.map { name($0.task) })) wait for each other for ever."
        } else if let only = cycle.first {
            let turn = only.cause == .queue ? ": for its turn on \(TaskNames.queue(only.label))" : ""
            summary = "Deadlock: \(name(only.task)) waits for itself\(turn)."
        } else if let only = culprit {
            summary = "Deadlock: \(name(only.task)) waits for \(thing(only)), and no running thread can end that wait."
        } else {
            summary = "Deadlock: no thread can continue."
        }
        let isUnannounced = cycle.isEmpty && stuck.contains { unannounced($0) != nil }, inDeinit = cycle.first.flatMap(waitInDeinit)
        let reasons =
            stuck.compactMap(suspension) + stuck.compactMap(readiness) + (isUnannounced ? stuck.compactMap(announcement) : [])
            + [cycle.count == 1 ? trap(cycle[0]) : ""]
        let calls = inDeinit == nil ? callsUnderLocks(cycle) : nil
        let cancelled = isUnannounced && dependsOnOrder ? stuck.lazy.compactMap(unannounced).compactMap(cancelledBeforeStart).first : nil
        var told = explanation(
            summary,
            [inDeinit?.words ?? cancelled?.words ?? ""] + (stuck + others.prefix(3)).map(sentence) + [calls?.words ?? ""] + reasons,
            (cancelled?.locations ?? []) + stuck.flatMap(locations) + (calls?.locations ?? [])
                + others.filter { $0.cause == .change }.map { location($0.task, loop($0), "polls for a change") },
            hint: inDeinit?.hint ?? cancelled?.hint ?? calls?.hint
                ?? hint(cycle.isEmpty ? culprit.map { [$0] } ?? stuck : cycle, isCycle: !cycle.isEmpty),
            isGeneral: cycle.isEmpty && !isUnannounced && !stuck.contains { $0.cause == .handlers })
        told.isKnownOnlyInPart = cycle.count == 1 && inDeinit == nil
        // (No operation depends on another one by itself: the order of other steps has made the circle.)
        if cycle.count > 1, cycle.allSatisfy({ [.dependency, .operation].contains($0.cause) }), let deciding {
            told.isKnownOnlyInPart = true
            told.hint = deciding.hint
        }
        return told
    }

    /// A thread waits for a lock that a function has acquired and not released.
    private func withForgottenUnlock(among waiting: [ExplorationReport.Waiting]) -> Explanation? {
        for one in waiting {
            for holder in one.holders.sorted() {
                guard let forgotten = forgottenUnlock(holder, one) else { continue }
                let thing = one.cause == .semaphore ? "a semaphore" : "a lock"
                let whose = holder == one.task ? "it acquired itself and did not release" : "\(name(holder)) acquired and did not release"
                var told = explanation(
                    "Deadlock: \(name(one.task)) waits for \(thing) that \(whose).", [forgotten.words, sentence(one)],
                    forgotten.locations + locations(one), hint: forgotten.hint)
                told.isKnownOnlyInPart = dependsOnOrder
                return told
            }
        }
        return nil
    }

    /// Thread A holds a lock and waits on a semaphore. Thread B, which would signal the semaphore,
    /// is blocked on that lock.
    private func withLock(_ only: ExplorationReport.Waiting, _ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        guard only.cause == .semaphore,
            let other = waiting.first(where: { $0.cause == .lock && $0.task != only.task && $0.holders == [only.task] })
        else { return nil }
        return explanation(
            "Deadlock: \(name(only.task)) waits for a semaphore, and \(name(other.task)) for a lock that \(name(only.task)) holds.",
            [sentence(only), sentence(other)], locations(only) + locations(other),
            hint: "Wait for the semaphore before you acquire the lock. The thread that calls signal() can need that lock first.")
    }

    /// All threads of the pool wait, and the code that could wake them has no thread (thread-pool
    /// exhaustion).
    private func poolExhaustion() -> Explanation {
        let starving = finding.waiting.filter { $0.cause == .worker }, stuck = finding.waiting.filter { $0.cause != .worker }
        let behind = Wording.list(starving.map { name($0.task) })
        return explanation(
            "Thread-pool exhaustion: all threads of the pool wait, and \(behind) cannot start without one.",
            stuck.map(sentence) + [
                "\(behind.capitalizedFirst) \(starving.count == 1 ? "is" : "are") ready to run, but a waiting thread cannot run other work."
            ],
            stuck.flatMap(locations),
            hint:
                "Do not let a block or a task wait for another one that needs a thread too. `await` it, or use `notify` or a continuation. "
                + "Or let fewer of them run at the same time.")
    }

    // MARK: the circular wait

    /// The smallest circular wait: one thread that waits for itself, before two; empty if there is
    /// none.
    static func cycle(_ waiting: [ExplorationReport.Waiting]) -> [ExplorationReport.Waiting] {
        let byTask = Dictionary(waiting.map { ($0.task, $0) }, uniquingKeysWith: { first, _ in first })
        var shortest: [Int] = []
        for start in waiting {
            var previous: [Int: Int] = [:], reached = [start.task], next = 0, last: Int?
            while next < reached.count, last == nil {
                let task = reached[next]
                next += 1
                for holder in byTask[task]?.holders ?? [] where byTask[holder] != nil {
                    if holder == start.task {
                        last = last ?? task
                    } else if previous[holder] == nil {
                        previous[holder] = task
                        reached.append(holder)
                    }
                }
            }
            guard var task = last else { continue }
            var circle = [task]
            while task != start.task, let before = previous[task] {
                task = before
                circle.insert(task, at: 0)
            }
            if shortest.isEmpty || circle.count < shortest.count { shortest = circle }
        }
        return shortest.compactMap { byTask[$0] }
    }

    /// The threads that represent a deadlock without a circular wait: not a thread that only waits
    /// for others to end.
    private static func culprit(_ waiting: [ExplorationReport.Waiting]) -> ExplorationReport.Waiting? {
        let ends: [Failure.Waiting.Cause] = [.end, .task, .taskGroup, .workItem, .operation, .operationQueue]
        let others = waiting.filter { !ends.contains($0.cause) }
        return others.first { $0.cause != .group } ?? others.first ?? waiting.first
    }

    /// The holders that each thread waits for. For a semaphore with a positive first value, they
    /// are the threads that have acquired it and not signalled back.
    var waitingForHolders: [ExplorationReport.Waiting] {
        finding.waiting.map { waiting in
            var waiting = waiting
            // The blocks of the main queue run on the main thread, when it has nothing else to do.
            if isForMainQueue(waiting), waiting.holders.isEmpty, mainThreadWaits { waiting.holders = [0] }
            guard waiting.cause == .semaphore, let object = object(of: waiting) else { return waiting }
            let began = log.entries.last { $0.event == .semaphoreCreated && $0.object == object }
            if began.map({ $0.argument > 0 }) ?? false {
                waiting.holders = Set(log.entries.map(\.task)).sorted().filter { surplus(of: $0, object) > 0 }
            }
            return waiting
        }
    }

    /// The object that a thread waits for, as numbered in the log.
    func object(of waiting: ExplorationReport.Waiting) -> UInt64? {
        log.entries.last { $0.task == waiting.task && $0.event == .waitBegan }?.object
    }

    /// How many times a thread has acquired a semaphore and not signalled it back.
    private func surplus(of task: Int, _ semaphore: UInt64) -> Int {
        log.entries.filter { $0.task == task && $0.object == semaphore }.reduce(0) { sum, entry in
            switch entry.event {
            case .semaphoreSignalled: sum - 1
            case .waitEnded where entry.detail >> 8 & 1 == 0: sum + 1
            default: sum
            }
        }
    }

    /// Whether the main thread itself is blocked.
    var mainThreadWaits: Bool { log.names.first == "main" && finding.waiting.contains { $0.task == 0 } }

    func isForMainQueue(_ waiting: ExplorationReport.Waiting) -> Bool {
        waiting.cause == .queue && TaskNames.queue(waiting.label) == TaskNames.queue("main")
    }

    /// libdispatch does not even let the thread begin this wait.
    private func trap(_ waiting: ExplorationReport.Waiting) -> String {
        waiting.cause == .queue && waiting.holders.contains(waiting.task)
            ? "In a real run, libdispatch usually detects that a thread would wait for itself, and stops the program with a trap." : ""
    }

    /// The queue whose operations are waited for was suspended, and not resumed.
    private func suspension(_ waiting: ExplorationReport.Waiting) -> String? {
        guard let entry = suspended(waiting) else { return nil }
        return
            "\(TaskNames.queue(waiting.label).capitalizedFirst) has been suspended since \(quote(entry.places)): its operations cannot start before it is resumed."
    }

    /// An operation that continues after its `start()` ends without a sign.
    private func announcement(_ waiting: ExplorationReport.Waiting) -> String? {
        unannounced(waiting).map { name in
            "The start() of operation \(name) has returned. After that the queue reads `isFinished` again only if the operation calls didChangeValue(forKey: \"isFinished\"), and it has not done so: a change of the variable alone is not noticed."
        }
    }

    private func readiness(_ waiting: ExplorationReport.Waiting) -> String? {
        neverReady(waiting).map { "\($0.capitalizedFirst) is in a queue and never became ready, although it waits for no other operation." }
    }

    func suspended(_ waiting: ExplorationReport.Waiting) -> ExecutionRecord.Entry? {
        guard waiting.cause == .operationQueue, let queue = object(of: waiting) else { return nil }
        let latest = log.entries.last { [.queueSuspended, .queueResumed].contains($0.event) && $0.object == queue }
        return latest?.event == .queueSuspended ? latest : nil
    }
}
