import Explorer

extension Scene {
    /// Nobody can go on.
    func deadlock() -> Explanation {
        let waiting = waitingForTakers
        let cycle = cycle(waiting)
        let stuck = cycle.isEmpty ? waiting : cycle
        let sentences = stuck.map(sentence) + stuck.compactMap(suspension)
        let summary: String
        if finding.verdict == .poolExhaustion {
            return poolExhaustion()
        } else if cycle.count > 1 {
            summary = "Deadlock: \(Self.list(cycle.map { name($0.task) })) wait for each other for ever."
        } else if let only = cycle.first {
            summary = "Deadlock: \(name(only.task)) waits for itself."
        } else if let only = Self.culprit(waiting) {
            summary = "Deadlock: \(name(only.task)) waits for \(thing(only)), and nobody is left who could let it go on."
        } else {
            summary = "Deadlock: nobody can go on."
        }
        return explanation(summary, sentences, stuck.flatMap(locations), hint: hint(stuck, isCycle: !cycle.isEmpty))
    }

    /// All threads of the pool wait, and who could let them go on has none.
    private func poolExhaustion() -> Explanation {
        let starving = finding.waiting.filter { $0.cause == .worker }, stuck = finding.waiting.filter { $0.cause != .worker }
        let behind = Self.list(starving.map { name($0.task) })
        return explanation(
            "No thread is left: all threads of the pool wait, and \(behind) cannot begin without one.",
            stuck.map(sentence) + [
                "\(behind.capitalizedFirst) \(starving.count == 1 ? "stands" : "stand") ready, but a thread that waits is of no use to others."
            ],
            stuck.flatMap(locations),
            hint:
                "Do not let a block or a task wait for another that needs a thread too: `await` it, or be told by `notify` or a continuation; "
                + "or let fewer of them begin at a time.")
    }

    /// A signal came when nobody slept.
    func lostWakeup() -> Explanation {
        let sleepers = finding.waiting.filter { $0.cause == .condition && $0.wasSignalled }
        let locations = sleepers.flatMap { sleeper -> [Explanation.Location?] in
            let asleep = log.entries.last { $0.event == .waitBegan && $0.task == sleeper.task }
            let early = log.entries.last { $0.event == .conditionSignalled && $0.object == asleep?.object && $0.task != sleeper.task }
            return [
                early.flatMap { location($0.task, $0.places, "signals: nobody sleeps yet") },
                location(sleeper.task, asleep?.places ?? [sleeper.place], "falls asleep, after the signal"),
            ]
        }
        let who = sleepers.first.map { name($0.task) } ?? "a thread"
        return explanation(
            "Lost wake-up: the signal that \(who) waits for came before it fell asleep, and no other comes.",
            [
                "A condition remembers nothing: a signal wakes who sleeps at that moment, and is gone. Here it was given first; "
                    + "\(who) fell asleep after it and sleeps for ever."
            ], locations,
            hint:
                "Keep what is waited for in a variable under the same lock, set it before the signal, and wait in a loop: `while !isReady { condition.wait() }`. Whoever comes late sees "
                + "that it is so already, and does not sleep.")
    }

    // MARK: who waits for whom

    /// The tasks that wait for each other in a circle; empty where there is none.
    private func cycle(_ waiting: [ExplorationReport.Waiting]) -> [ExplorationReport.Waiting] {
        let byTask = Dictionary(waiting.map { ($0.task, $0) }, uniquingKeysWith: { first, _ in first })
        for start in waiting {
            var path: [Int] = [], next: Int? = start.task
            while let task = next, let waiting = byTask[task], !path.contains(task) {
                path.append(task)
                next = waiting.holders.first { byTask[$0] != nil }
            }
            if let end = next, let first = path.firstIndex(of: end) {
                return path[first...].compactMap { byTask[$0] }
            }
        }
        return []
    }

    /// Who stands for a deadlock without a circle: not somebody who only waits for others to end.
    private static func culprit(_ waiting: [ExplorationReport.Waiting]) -> ExplorationReport.Waiting? {
        let others = waiting.filter { $0.cause != .end }
        return others.first { $0.cause != .group } ?? others.first ?? waiting.first
    }

    /// Who waits; for a semaphore that began with something to give, its holders are those who took and have not given back.
    private var waitingForTakers: [ExplorationReport.Waiting] {
        finding.waiting.map { waiting in
            guard waiting.cause == .semaphore, let object = object(of: waiting) else { return waiting }
            var waiting = waiting
            let began = log.entries.last { $0.event == .semaphoreCreated && $0.object == object }
            if began.map({ $0.argument > 0 }) ?? false {
                waiting.holders = Set(log.entries.map(\.task)).sorted().filter { surplus(of: $0, object) > 0 }
            }
            return waiting
        }
    }

    /// What a task waits for, as the log numbers it.
    private func object(of waiting: ExplorationReport.Waiting) -> UInt64? {
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

    func sentence(_ waiting: ExplorationReport.Waiting) -> String {
        var words = "\(name(waiting.task).capitalizedFirst) waits for \(thing(waiting)) in \(quote([waiting.place]))"
        let holders = waiting.holders.filter { $0 != waiting.task }
        if waiting.holders.contains(waiting.task) {
            words += isOfOperation(waiting) ? ", and that is not over before it is itself" : ", which it has itself"
        } else if waiting.cause == .dependency {
            words += ", on which it depends"
        } else if !holders.isEmpty && waiting.cause != .end && !isOfOperation(waiting) {
            words += ", which \(Self.list(holders.map(name))) \(holders.count == 1 ? "has" : "have")"
            if let holder = holders.first, let taken = taken(by: holder, waiting) { words += " since \(quote(taken.places))" }
        }
        return words + "."
    }

    /// That the queue whose operations are waited for was suspended, and not resumed.
    private func suspension(_ waiting: ExplorationReport.Waiting) -> String? {
        guard let entry = suspended(waiting) else { return nil }
        return
            "\(TaskNames.queue(waiting.label).capitalizedFirst) is suspended since \(quote(entry.places)): no operation in it begins before somebody resumes it."
    }

    private func suspended(_ waiting: ExplorationReport.Waiting) -> Chronicle.Entry? {
        guard waiting.cause == .operationQueue, let queue = object(of: waiting) else { return nil }
        let latest = log.entries.last { [.queueSuspended, .queueResumed].contains($0.event) && $0.object == queue }
        return latest?.event == .queueSuspended ? latest : nil
    }

    private func thing(_ waiting: ExplorationReport.Waiting) -> String {
        switch waiting.cause {
        case .lock: "a lock"
        case .readLock: "a lock for reading"
        case .condition: "a signal"
        case .end: waiting.holders.first.map { "the end of \(name($0))" } ?? "the end of a thread"
        case .initialiser: "the first use of a variable to be over"
        case .queue: "its turn on \(TaskNames.queue(waiting.label))"
        case .group: "a group to be empty"
        case .semaphore: "a semaphore"
        case .workItem: "a work item's end"
        case .task: waiting.holders.first.map { "the result of \(name($0))" } ?? "a task's result"
        case .taskGroup: "a child of its task group to end"
        case .continuation: waiting.isListening ? "the next element of a stream" : "its continuation to be resumed"
        case .dependency, .operation: "the end of \(waiting.holders.first.map(name) ?? named(waiting.label))"
        case .operationQueue: "the end of all operations of \(TaskNames.queue(waiting.label))"
        case .worker: "a thread of the pool"
        case .change: "a change of what it looks at again and again"
        }
    }

    /// An operation that no task runs: nobody has started it.
    private func named(_ label: String) -> String { label.isEmpty ? "an operation" : "operation “\(label)”" }

    /// What an operation waits for says itself who is to end.
    private func isOfOperation(_ waiting: ExplorationReport.Waiting) -> Bool {
        [.dependency, .operation, .operationQueue].contains(waiting.cause)
    }

    /// Where somebody took what another waits for.
    private func taken(by holder: Int, _ waiting: ExplorationReport.Waiting) -> Chronicle.Entry? {
        let object = object(of: waiting)
        switch waiting.cause {
        case .lock, .readLock:
            return log.entries.last { $0.task == holder && $0.event == .lockAcquired && $0.object == object }
        // It knows where it came to take it: having waited is no call.
        case .semaphore: return log.entries.last { $0.task == holder && $0.event == .waitBegan && $0.object == object }
        default: return nil
        }
    }

    func locations(_ waiting: ExplorationReport.Waiting) -> [Explanation.Location?] {
        var all: [Explanation.Location?] = waiting.holders.map { holder in
            taken(by: holder, waiting).flatMap {
                location(
                    holder, $0.places,
                    "takes the \(waiting.cause == .semaphore ? "semaphore" : "lock") that \(name(waiting.task)) will wait for")
            }
        }
        all.append(suspended(waiting).flatMap { location($0.task, $0.places, "suspends \(TaskNames.queue(waiting.label))") })
        let entry = log.entries.last { $0.task == waiting.task && $0.places.first == waiting.place }
        all.append(location(waiting.task, entry?.places ?? [waiting.place], "waits for \(thing(waiting)) for ever"))
        return all
    }

    private func hint(_ stuck: [ExplorationReport.Waiting], isCycle: Bool) -> String {
        let causes = Set(stuck.map(\.cause))
        if causes.contains(.queue) {
            return
                "`sync` waits until the queue has come to the block: never call it from a block that runs on the same queue, nor on a queue that waits for this one. Use `async`, or do the work where you are."
        }
        if causes.contains(.group) {
            return
                "Each enter() needs its leave() on every way through the code: `defer { group.leave() }` right behind the beginning of the work."
        }
        if causes == [.semaphore] && isCycle && stuck.count > 1 {
            return "Take the semaphores in the same order everywhere, or let in fewer at once than there are to be had."
        }
        if causes.contains(.semaphore) {
            return "Each wait() needs a signal() on every way through the code, from somebody who is not waiting for the same semaphore."
        }
        if causes.contains(.condition) {
            return "Somebody has to signal after every change of what is waited for: broadcast() where more than one may be waiting."
        }
        if causes.contains(.dependency) {
            return isCycle
                ? "No operation begins before all that it depends on have finished: take out one addDependency(_:), so that the operations can be put into an order."
                : "An operation begins when all that it depends on have finished: add each of those to a queue, or start it."
        }
        if stuck.contains(where: { suspended($0) != nil }) {
            return "Set `isSuspended = false` on every way through the code before anybody waits for the queue."
        }
        if causes.contains(.operation) || causes.contains(.operationQueue) {
            return isCycle
                ? "An operation that waits for its own queue, or for itself, waits for its own end. Let another operation depend on those that are to be waited for, and put what comes after into that."
                : "An operation that goes on after start() has returned is finished only when `isFinished` says so and didChangeValue(forKey: \"isFinished\") was called: see that every way through it comes there; and that its queue is not suspended."
        }
        if isCycle {
            return stuck.count == 1
                ? "Give the lock back before taking it again, or split the function: one that takes the lock, and one that expects it to be taken."
                : "Take the locks in the same order everywhere, or protect all of it with one lock."
        }
        return "Look at who should have let it go on: was a lock not given back, or did a thread end too early?"
    }
}
