import Explorer
import Trace

/// A wait in words.
extension Scene {
    func sentence(_ waiting: ExplorationReport.Waiting) -> String {
        var words = "\(name(waiting.task).capitalizedFirst) waits for \(thing(waiting))"
        // (What waits for handlers is code of the runtime's, which goes on behind the program's.)
        if waiting.cause != .handlers { words += " in \(quote(stack(waiting)))" }
        let holders = waiting.holders.filter { $0 != waiting.task }
        if isForMainQueue(waiting), waiting.holders == [0], log.names.first == "main" {
            words +=
                waiting.task == 0
                ? ": the blocks of the main queue run on the main thread, one after the other, and that is what waits here"
                : ", whose blocks the main thread runs, one after the other; and that waits itself"
        } else if let way = heldBelow(waiting) {
            words +=
                ", which hands its work on to \(TaskNames.queue(way.target)); there \(waiting.holders.first.map(name) ?? "somebody") has its turn since \(quote(way.begun.places))"
        } else if waiting.holders.contains(waiting.task) {
            words +=
                isOfOperation(waiting)
                ? ", and that is not over before it is itself"
                : waiting.cause == .initialiser ? ", and is in that first use itself" : ", which it has itself"
            if !isOfOperation(waiting), let taken = taken(by: waiting.task, waiting) { words += " since \(quote(taken.places))" }
        } else if waiting.isInactive || waiting.isSuspended {
            words += waiting.isInactive ? ": that queue was never activated" : ": that queue is suspended"
        } else if waiting.cause == .dependency {
            words += ", on which it depends"
        } else if waiting.cause == .taskGroup, let first = holders.first {
            words += holders.count == 1 ? ": that is \(name(first))" : ": those are \(Self.list(holders.map(name)))"
        } else if !holders.isEmpty && ![.end, .task].contains(waiting.cause) && !isOfOperation(waiting) {
            let have =
                switch waiting.cause {
                case .initialiser: ["is in", "are in"]
                case .handlers: ["calls", "call"]
                default: ["has", "have"]
                }
            if let holder = keptForEver(waiting), let taken = taken(by: holder, waiting) {
                words += ", which \(name(holder)) took in \(quote(taken.places)) and did not give back: it has come to its end"
            } else {
                words += ", which \(Self.list(holders.map(name))) \(have[holders.count == 1 ? 0 : 1])"
                if let holder = holders.first, let taken = taken(by: holder, waiting) { words += " since \(quote(taken.places))" }
            }
        }
        return words + "."
    }

    func thing(_ waiting: ExplorationReport.Waiting) -> String {
        switch waiting.cause {
        case .lock: "a lock"
        case .readLock: "a lock for reading"
        case .condition: "a signal"
        case .end: waiting.holders.first.map { "the end of \(name($0))" } ?? "the end of a thread"
        case .initialiser: "the first use of a variable to be over"
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
        case .handlers: "the handlers of its cancellation to return"
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
    func taken(by holder: Int, _ waiting: ExplorationReport.Waiting) -> Chronicle.Entry? {
        let object = object(of: waiting)
        switch waiting.cause {
        case .lock, .readLock:
            return log.entries.last { $0.task == holder && $0.event == .lockAcquired && $0.object == object }
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

    /// Where a task came to take a semaphore for the first time that it has not given back; nil where it has taken none.
    private func semaphoreTaken(by task: Int, _ semaphore: UInt64) -> Chronicle.Entry? {
        var asked: Chronicle.Entry?, taken: [Chronicle.Entry] = []
        for entry in log.entries where entry.task == task && entry.object == semaphore {
            switch entry.event {
            case .waitBegan: asked = entry
            // (Having waited is no call: its place is that of the wait's beginning. One that has timed out has taken nothing.)
            case .waitEnded where entry.detail >> 8 & 1 == 0: taken += [asked].compactMap { $0 }
            case .semaphoreSignalled: _ = taken.popLast()
            default: break
            }
        }
        return taken.first
    }

    /// Of a queue with a target: what the first holder runs by way of another queue that has the same target, and what that is called.
    private func heldBelow(_ waiting: ExplorationReport.Waiting) -> (target: String, begun: Chronicle.Entry)? {
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

    /// Who has a lock that is waited for, and has ended; nil: whoever has it might still give it back.
    func keptForEver(_ waiting: ExplorationReport.Waiting) -> Int? {
        guard [.lock, .readLock].contains(waiting.cause) else { return nil }
        let ends: [Event.Kind] = [.itemEnded, .threadEnded, .taskEnded]
        return waiting.holders.first { holder in
            guard holder != waiting.task, let moment = log.entries.lastIndex(where: { $0.task == holder && $0.event == .lockAcquired })
            else { return false }
            return log.entries[moment...].contains { $0.task == holder && ends.contains($0.event) }
        }
    }

    /// What a task has asked a queue for, and waits for now.
    func request(_ waiting: ExplorationReport.Waiting) -> Chronicle.Entry? {
        log.entries.last { $0.event == .itemEnqueued && $0.task == waiting.task && $0.detail >> 10 & 1 == 1 && !hasBegun($0.object) }
    }

    func hasBegun(_ item: UInt64) -> Bool { log.entries.contains { $0.event == .itemBegan && $0.object == item } }

    /// Whether what is handed to a queue runs on another: itself, its target, or that one's.
    func leads(_ queue: UInt64, to other: UInt64) -> Bool {
        var queue = queue, seen: Set<UInt64> = []
        while queue != other {
            let entry = log.entries.last { [.queueCreated, .queueTargeted].contains($0.event) && $0.object == queue }
            guard let target = entry?.argument, target != 0, seen.insert(queue).inserted else { return false }
            queue = target
        }
        return true
    }

    /// The item that a task is in, of a queue or of one that leads there.
    func running(by task: Int, on queue: UInt64) -> UInt64? {
        log.entries.last { begin in
            begin.event == .itemBegan && begin.task == task && leads(begin.argument, to: queue)
                && !log.entries.contains { $0.event == .itemEnded && $0.object == begin.object }
        }?.object
    }

    /// Where a task waits, with the functions that led there.
    func stack(_ waiting: ExplorationReport.Waiting) -> [UInt] {
        log.entries.last { $0.task == waiting.task && $0.places.first == waiting.place && waiting.place != 0 }?.places ?? [waiting.place]
    }

    func locations(_ waiting: ExplorationReport.Waiting) -> [Explanation.Location?] {
        var all: [Explanation.Location?] = waiting.holders.map { holder in
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
        case .semaphore: "takes the semaphore that \(who) will wait for"
        case .queue where taken(by: holder, waiting)?.task == holder: "has its turn on \(TaskNames.queue(waiting.label))"
        case .queue: "hands over \(name(holder))"
        default: "takes the lock that \(who) will wait for"
        }
    }
}
