import Explorer

extension Scene {
    /// Nobody can go on.
    func deadlock() -> Explanation {
        if finding.verdict == .poolExhaustion { return poolExhaustion() }
        let waiting = waitingForHolders
        let cycle = Self.cycle(waiting)
        if cycle.count == 1, let explained = barrierBetween(cycle[0]) ?? withLock(cycle[0], waiting) { return explained }
        if cycle.isEmpty, let explained = neverNotified(waiting) { return explained }
        let culprit = Self.culprit(waiting)
        if let explained = withForgottenUnlock(among: cycle.count == 1 ? cycle : cycle.isEmpty ? waiting : []) { return explained }
        if cycle.isEmpty, let culprit, let explained = forgottenLeave(culprit) ?? unsignalled(culprit) ?? heldUp(among: waiting, culprit) {
            return explained
        }
        let stuck = cycle.isEmpty ? waiting : cycle
        let others = waiting.filter { one in !stuck.contains(one) && ![.end, .group].contains(one.cause) }
        let summary: String
        if cycle.count > 1 {
            summary = "Deadlock: \(Self.list(cycle.map { name($0.task) })) wait for each other for ever."
        } else if let only = cycle.first {
            let turn = only.cause == .queue ? ": for its turn on \(TaskNames.queue(only.label))" : ""
            summary = "Deadlock: \(name(only.task)) waits for itself\(turn)."
        } else if let only = culprit {
            summary = "Deadlock: \(name(only.task)) waits for \(thing(only)), and nobody is left who could let it go on."
        } else {
            summary = "Deadlock: nobody can go on."
        }
        return explanation(
            summary, (stuck + others.prefix(3)).map(sentence) + stuck.compactMap(suspension) + [cycle.count == 1 ? trap(cycle[0]) : ""],
            stuck.flatMap(locations),
            hint: hint(cycle.isEmpty ? culprit.map { [$0] } ?? stuck : cycle, isCycle: !cycle.isEmpty))
    }

    /// Somebody waits for a lock that a function has taken and not given back.
    private func withForgottenUnlock(among waiting: [ExplorationReport.Waiting]) -> Explanation? {
        for one in waiting {
            for holder in one.holders.sorted() {
                guard let forgotten = forgottenUnlock(holder, one) else { continue }
                let thing = one.cause == .semaphore ? "a semaphore" : "a lock"
                let whose = holder == one.task ? "it took itself and did not release" : "\(name(holder)) took and did not release"
                return explanation(
                    "Deadlock: \(name(one.task)) waits for \(thing) that \(whose).", [forgotten.words, sentence(one)],
                    forgotten.locations + locations(one), hint: forgotten.hint)
            }
        }
        return nil
    }

    /// Who waits for a semaphore that he has taken himself has a lock, too, that another waits for: should that one be about to signal, neither goes on.
    private func withLock(_ only: ExplorationReport.Waiting, _ waiting: [ExplorationReport.Waiting]) -> Explanation? {
        guard only.cause == .semaphore,
            let other = waiting.first(where: { $0.cause == .lock && $0.task != only.task && $0.holders == [only.task] })
        else { return nil }
        return explanation(
            "Deadlock: \(name(only.task)) waits for a semaphore, and \(name(other.task)) for a lock that \(name(only.task)) has.",
            [sentence(only), sentence(other)], locations(only) + locations(other),
            hint: "Wait for the semaphore before you take the lock, not behind it: who is to call signal() may need that lock first.")
    }

    /// All threads of the pool wait, and who could let them go on has none.
    private func poolExhaustion() -> Explanation {
        let starving = finding.waiting.filter { $0.cause == .worker }, stuck = finding.waiting.filter { $0.cause != .worker }
        let behind = Self.list(starving.map { name($0.task) })
        return explanation(
            "No thread is left: all threads of the pool wait, and \(behind) cannot go on without one.",
            stuck.map(sentence) + [
                "\(behind.capitalizedFirst) \(starving.count == 1 ? "stands" : "stand") ready, but a thread that waits is of no use to others."
            ],
            stuck.flatMap(locations),
            hint:
                "Do not let a block or a task wait for another that needs a thread too: `await` it, or be told by `notify` or a continuation; "
                + "or let fewer of them begin at a time.")
    }

    // MARK: who waits for whom

    /// The fewest tasks that wait for each other in a circle: one that waits for itself, before two; empty where there is none.
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

    /// Who stands for a deadlock without a circle: not somebody who only waits for others to end.
    private static func culprit(_ waiting: [ExplorationReport.Waiting]) -> ExplorationReport.Waiting? {
        let ends: [Failure.Waiting.Cause] = [.end, .task, .taskGroup, .workItem, .operation, .operationQueue]
        let others = waiting.filter { !ends.contains($0.cause) }
        return others.first { $0.cause != .group } ?? others.first ?? waiting.first
    }

    /// Who waits for whom; for a semaphore that began with something to give, its holders are those who took and have not given back.
    var waitingForHolders: [ExplorationReport.Waiting] {
        finding.waiting.map { waiting in
            var waiting = waiting
            // The blocks of the main queue run on the main thread, when that has nothing else to do.
            if isForMainQueue(waiting), waiting.holders.isEmpty, mainThreadWaits { waiting.holders = [0] }
            guard waiting.cause == .semaphore, let object = object(of: waiting) else { return waiting }
            let began = log.entries.last { $0.event == .semaphoreCreated && $0.object == object }
            if began.map({ $0.argument > 0 }) ?? false {
                waiting.holders = Set(log.entries.map(\.task)).sorted().filter { surplus(of: $0, object) > 0 }
            }
            return waiting
        }
    }

    /// What a task waits for, as the log numbers it.
    func object(of waiting: ExplorationReport.Waiting) -> UInt64? {
        log.entries.last { $0.task == waiting.task && $0.event == .waitBegan }?.object
    }

    /// How many times a task has taken a semaphore and not given it back.
    private func surplus(of task: Int, _ semaphore: UInt64) -> Int {
        log.entries.filter { $0.task == task && $0.object == semaphore }.reduce(0) { sum, entry in
            switch entry.event {
            case .semaphoreSignalled: sum - 1
            case .waitEnded where entry.detail >> 8 & 1 == 0: sum + 1
            default: sum
            }
        }
    }

    /// Whether the main thread itself stands still.
    var mainThreadWaits: Bool { log.names.first == "main" && finding.waiting.contains { $0.task == 0 } }

    func isForMainQueue(_ waiting: ExplorationReport.Waiting) -> Bool {
        waiting.cause == .queue && TaskNames.queue(waiting.label) == TaskNames.queue("main")
    }

    /// That libdispatch does not even let it come to the wait.
    private func trap(_ waiting: ExplorationReport.Waiting) -> String {
        waiting.cause == .queue && waiting.holders.contains(waiting.task)
            ? "For real, libdispatch as a rule notices that a thread would wait for itself, and stops the program with a trap." : ""
    }

    /// That the queue whose operations are waited for was suspended, and not resumed.
    private func suspension(_ waiting: ExplorationReport.Waiting) -> String? {
        guard let entry = suspended(waiting) else { return nil }
        return
            "\(TaskNames.queue(waiting.label).capitalizedFirst) is suspended since \(quote(entry.places)): no operation in it begins before somebody resumes it."
    }

    func suspended(_ waiting: ExplorationReport.Waiting) -> Chronicle.Entry? {
        guard waiting.cause == .operationQueue, let queue = object(of: waiting) else { return nil }
        let latest = log.entries.last { [.queueSuspended, .queueResumed].contains($0.event) && $0.object == queue }
        return latest?.event == .queueSuspended ? latest : nil
    }
}
