import Words
import Explorer
import Trace

/// A wait in words.
extension Scene {
    func sentence(_ waiting: ExplorationReport.Waiting) -> String {
        var words = "\(name(waiting.task).capitalizedFirst) waits for \(thing(waiting))"
        // (A Swift task needs its own lock in the runtime's code, which continues after the program's.)
        if waiting.cause != .handlers || waiting.lockedTask != waiting.task { words += " in \(quote(stack(waiting)))" }
        let inFront = waitingInFront(waiting), holders = waiting.holders.filter { $0 != waiting.task && !inFront.contains($0) }
        if isForMainQueue(waiting), waiting.holders == [0], log.names.first == "main" {
            words +=
                waiting.task == 0
                ? ". The main thread runs the blocks of the main queue, one after the other. Here the main thread itself waits"
                : ". The main thread runs the blocks of the main queue, one after the other. But the main thread is waiting too"
        } else if let way = heldBelow(waiting) {
            words +=
                ". The target of that queue is \(TaskNames.queue(way.target)). There \(waiting.holders.first.map(name) ?? "another block") has been running since \(quote(way.begun.places))"
        } else if waiting.holders.contains(waiting.task) {
            words +=
                isOfOperation(waiting)
                ? ". This cannot happen before \(name(waiting.task)) has finished itself"
                : waiting.cause == .initialiser ? ", and is in that first use itself" : ", which it already holds"
            if !isOfOperation(waiting), let taken = taken(by: waiting.task, waiting) { words += " since \(quote(taken.places))" }
        } else if waiting.isInactive || waiting.isSuspended {
            words += waiting.isInactive ? ": that queue was never activated" : ": that queue is suspended"
        } else if waiting.cause == .dependency {
            words += ", on which it depends"
            if let name = unannounced(waiting) {
                words += ". The start() of \(named(name)) has returned, and it has not announced that it is finished"
            }
        } else if waiting.cause == .taskGroup, let first = holders.first {
            words += holders.count == 1 ? ": that is \(name(first))" : ": those are \(Wording.list(holders.map(name)))"
        } else if !holders.isEmpty && ![.end, .task].contains(waiting.cause) && !isOfOperation(waiting) {
            let have =
                switch waiting.cause {
                case .initialiser: ["is in", "are in"]
                default: ["holds", "hold"]
                }
            if let holder = keptForEver(waiting), let taken = taken(by: holder, waiting) {
                words += ", which \(name(holder)) acquired in \(quote(taken.places)) and did not release: it has finished"
            } else {
                words += ", which \(Wording.list(holders.map(name))) \(have[holders.count == 1 ? 0 : 1])"
                if waiting.cause == .handlers { words += " while it calls the cancellation handlers" }
                if let holder = holders.first, let taken = taken(by: holder, waiting) { words += " since \(quote(taken.places))" }
            }
        }
        if !inFront.isEmpty {
            words +=
                ". \(Wording.list(inFront.map(name)).capitalizedFirst) \(inFront.count == 1 ? "waits" : "wait") for the same queue, and was first"
        }
        return words + "."
    }

    /// The threads that wait for their own turn on the same queue, and were there before this one.
    func waitingInFront(_ waiting: ExplorationReport.Waiting) -> [Int] {
        guard waiting.cause == .queue, let queue = request(waiting)?.argument else { return [] }
        return waiting.holders.filter { holder in
            holder != waiting.task && running(by: holder, on: queue) == nil
                && finding.waiting.contains { $0.task == holder && $0.cause == .queue && request($0)?.argument == queue }
        }
    }

    func thing(_ waiting: ExplorationReport.Waiting) -> String {
        switch waiting.cause {
        case .lock: "a lock"
        case .readLock: "a lock for reading"
        case .condition: "a signal"
        case .end: waiting.holders.first.map { "the end of \(name($0))" } ?? "the end of a thread"
        case .initialiser: "the first use of a variable to finish"
        case .queue: "its turn on \(TaskNames.queue(waiting.label))"
        case .group, .notification: "\(group(waiting)) to be empty"
        case .semaphore: "a semaphore"
        case .workItem: "a work item's end"
        case .task: waiting.holders.first.map { "the result of \(name($0))" } ?? "a task's result"
        case .taskGroup: "a child of its task group to end"
        case .continuation: waiting.isListening ? "the next element of a stream" : "its continuation to be resumed"
        case .dependency, .operation: "the end of \(waiting.holders.first.map(name) ?? named(waiting.label))"
        case .operationQueue: "the end of all operations of \(TaskNames.queue(waiting.label))"
        case .worker: "a thread of the pool"
        case .barrier: "the other threads at a barrier"
        case .pipe: "a pipe: for bytes in it, room in it, or the close of its last write end"
        case .handlers:
            "the runtime's lock of \(waiting.lockedTask.map { $0 == waiting.task ? "its own task" : name($0) } ?? "a task")"
        case .change, .reaction: "a change to what it polls"
        }
    }

    /// An operation that was not started, so that no thread runs it.
    private func named(_ label: String) -> String { label.isEmpty ? "an operation" : "operation \(label)" }

    /// The name of an asynchronous operation that is waited for: its `start()` has returned, and it has not announced that it is finished.
    func unannounced(_ waiting: ExplorationReport.Waiting) -> String? {
        guard isOfOperation(waiting) else { return nil }
        let ended = Set(log.entries.lazy.filter { $0.event == .itemEnded }.map(\.object))
        let names = log.entries.lazy.filter { $0.event == .operationReturned && !ended.contains($0.object) }.map { returned in
            log.entries.last { $0.event == .operationAdded && $0.object == returned.object }?.text ?? ""
        }
        return waiting.cause == .operationQueue ? names.first : names.first { $0 == waiting.label }
    }

    /// Whether the description of an operation's wait already names the operation that must finish.
    private func isOfOperation(_ waiting: ExplorationReport.Waiting) -> Bool {
        [.dependency, .operation, .operationQueue].contains(waiting.cause)
    }

    /// The place where a thread acquired what another thread waits for.
    func taken(by holder: Int, _ waiting: ExplorationReport.Waiting) -> ExecutionRecord.Entry? {
        let object = object(of: waiting)
        switch waiting.cause {
        case .lock, .readLock:
            return log.entries.last { $0.task == holder && $0.event == .lockAcquired && $0.object == object }
        case .initialiser: return log.entries.last { $0.task == holder && $0.event == .onceBegan && $0.object == object }
        case .semaphore: return object.flatMap { semaphoreTaken(by: holder, $0) }
        case .queue:
            if let below = heldBelow(waiting), waiting.holders.first == holder { return below.begun }
            guard let queue = request(waiting)?.argument else { return nil }
            return running(by: holder, on: queue).flatMap { item in
                log.entries.last { $0.event == .itemEnqueued && $0.object == item }
            }
        default: return nil
        }
    }

    /// The place of a thread's first semaphore wait that it has not signalled back yet; nil: there
    /// is none.
    private func semaphoreTaken(by task: Int, _ semaphore: UInt64) -> ExecutionRecord.Entry? {
        var asked: ExecutionRecord.Entry?, taken: [ExecutionRecord.Entry] = []
        for entry in log.entries where entry.task == task && entry.object == semaphore {
            switch entry.event {
            case .waitBegan: asked = entry
            // (The end of a wait is not a call: its place is where the wait began. A wait that
            // timed out has acquired nothing.)
            case .waitEnded where entry.detail >> 8 & 1 == 0: taken += [asked].compactMap { $0 }
            case .semaphoreSignalled: _ = taken.popLast()
            default: break
            }
        }
        return taken.first
    }

    /// For a queue with a target: the item that the first holder runs through another queue with
    /// the same target, and that target's name.
    private func heldBelow(_ waiting: ExplorationReport.Waiting) -> (target: String, begun: ExecutionRecord.Entry)? {
        guard waiting.cause == .queue, let queue = request(waiting)?.argument, let holder = waiting.holders.first,
            running(by: holder, on: queue) == nil
        else { return nil }
        for target in log.entries where target.event == .queueCreated && target.object != queue && leads(queue, to: target.object) {
            guard let item = running(by: holder, on: target.object),
                let begun = log.entries.last(where: { $0.event == .itemEnqueued && $0.object == item })
            else { continue }
            return (target.text ?? "", begun)
        }
        return nil
    }

    /// The finished thread that still holds the lock that is waited for; nil: the holder can still
    /// release it.
    func keptForEver(_ waiting: ExplorationReport.Waiting) -> Int? {
        guard [.lock, .readLock].contains(waiting.cause) else { return nil }
        let ends: [Event.Kind] = [.itemEnded, .threadEnded, .taskEnded]
        return waiting.holders.first { holder in
            guard holder != waiting.task, let moment = log.entries.lastIndex(where: { $0.task == holder && $0.event == .lockAcquired })
            else { return false }
            return log.entries[moment...].contains { $0.task == holder && ends.contains($0.event) }
        }
    }

    /// The item that a thread has submitted to a queue with `sync`, and waits for now.
    func request(_ waiting: ExplorationReport.Waiting) -> ExecutionRecord.Entry? {
        log.entries.last { $0.event == .itemEnqueued && $0.task == waiting.task && $0.detail >> 10 & 1 == 1 && !hasBegun($0.object) }
    }

    func hasBegun(_ item: UInt64) -> Bool { log.entries.contains { $0.event == .itemBegan && $0.object == item } }

    /// Whether items submitted to a queue run on another: the queue itself, its target, or the
    /// target's target.
    func leads(_ queue: UInt64, to other: UInt64) -> Bool {
        var queue = queue, seen: Set<UInt64> = []
        while queue != other {
            let entry = log.entries.last { [.queueCreated, .queueTargeted].contains($0.event) && $0.object == queue }
            guard let target = entry?.argument, target != 0, seen.insert(queue).inserted else { return false }
            queue = target
        }
        return true
    }

    /// The item that a thread is running, of a queue or of one whose target it is.
    func running(by task: Int, on queue: UInt64) -> UInt64? {
        log.entries.last { begin in
            begin.event == .itemBegan && begin.task == task && leads(begin.argument, to: queue)
                && !log.entries.contains { $0.event == .itemEnded && $0.object == begin.object }
        }?.object
    }

    /// The place where a thread waits, with the functions that led there.
    func stack(_ waiting: ExplorationReport.Waiting) -> [UInt] {
        log.entries.last { $0.task == waiting.task && $0.places.first == waiting.place && waiting.place != 0 }?.places ?? [waiting.place]
    }

    func locations(_ waiting: ExplorationReport.Waiting) -> [Explanation.Location?] {
        let inFront = waitingInFront(waiting)
        var all: [Explanation.Location?] = waiting.holders.filter { !inFront.contains($0) }.map { holder in
            taken(by: holder, waiting).flatMap {
                location(waiting.cause == .queue ? $0.task : holder, $0.places, taking(by: holder, waiting))
            }
        }
        all.append(suspended(waiting).flatMap { location($0.task, $0.places, "suspends \(TaskNames.queue(waiting.label))") })
        all.append(location(waiting.task, stack(waiting), "waits for \(thing(waiting)) for ever"))
        return all
    }

    private func taking(by holder: Int, _ waiting: ExplorationReport.Waiting) -> String {
        let who = holder == waiting.task ? "it" : name(waiting.task)
        return switch waiting.cause {
        case .semaphore: "acquires the semaphore that \(who) waits for later"
        case .queue where taken(by: holder, waiting)?.task == holder: "runs on \(TaskNames.queue(waiting.label))"
        case .queue: "submits \(name(holder))"
        case .initialiser: "begins the first use that \(who) waits for later"
        default: "acquires the lock that \(who) waits for later"
        }
    }
}
