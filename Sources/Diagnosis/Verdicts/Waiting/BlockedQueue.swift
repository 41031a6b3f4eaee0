import Explorer
import Trace

/// A thread that keeps others from running because it waits.
extension Scene {
    /// A thread has its turn on a queue and asks for another turn. A barrier came between the two,
    /// or the second turn is itself a barrier.
    func barrierBetween(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard waiting.cause == .queue, let asked = request(waiting), let moment = log.entries.lastIndex(of: asked),
            running(by: waiting.task, on: asked.argument) != nil
        else { return nil }
        let queue = TaskNames.queue(waiting.label), who = name(waiting.task), begun = taken(by: waiting.task, waiting)
        let has = "\(who.capitalizedFirst) runs on \(queue)\(begun.map { " in \(quote($0.places))" } ?? "")"
        let first = begun.flatMap { location(waiting.task, $0.places, taking(waiting)) }
        let last = location(waiting.task, stack(waiting), "calls sync on that queue, and waits for ever")
        if asked.detail >> 8 & 1 == 1 {
            return explanation(
                "Deadlock: \(who) runs on \(queue) and submits a barrier there with sync, so it waits for itself.",
                [
                    "\(has), and submits a barrier there in \(quote(stack(waiting))). A barrier runs alone: it waits for all blocks submitted before it. The block that submits the barrier is one of them."
                ],
                [first, last], hint: "Submit the barrier after the other block has finished, or make the whole work one barrier.")
        }
        guard
            let barrier = log.entries[..<moment].last(where: {
                $0.event == .itemEnqueued && $0.argument == asked.argument && $0.detail >> 8 & 1 == 1 && !hasBegun($0.object)
            })
        else { return nil }
        return explanation(
            "Deadlock: \(who) waits for a barrier on \(queue), and the barrier waits for \(who).",
            [
                "\(has), and calls sync on that queue in \(quote(stack(waiting))). Meanwhile \(name(barrier.task)) has submitted a barrier in \(quote(barrier.places)). A barrier runs alone: it waits until the first block has finished. All later blocks wait for the barrier, and so does the second block of \(who). Without a barrier in between, both blocks could run at the same time, so the program usually works."
            ], [first, location(barrier.task, barrier.places, "submits a barrier"), last],
            hint:
                "Do not call sync on a queue from a block that runs there, not even to read. Move the shared code to a function that expects to be on the queue."
        )
    }

    private func taking(_ waiting: ExplorationReport.Waiting) -> String { "runs on \(TaskNames.queue(waiting.label))" }

    /// A thread that waits and thereby keeps others from running, or a queue that runs nothing.
    func heldUp(among waiting: [ExplorationReport.Waiting], _ culprit: ExplorationReport.Waiting) -> Explanation? {
        // A thread that waits for a group, or for all operations, waits for threads that wait for
        // something else.
        let outer: [Failure.Waiting.Cause] = [.group, .operationQueue, .end, .task, .taskGroup]
        let inner = waiting.filter { !outer.contains($0.cause) }
        return (inner + [culprit] + waiting).lazy.compactMap(heldUp).first ?? idle(culprit)
    }

    /// A thread waits, and has a queue whose next items cannot run before it continues. One of
    /// those items might end its wait.
    func heldUp(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        let isForOperation = [.operation, .operationQueue].contains(waiting.cause)
        guard isForOperation || [.semaphore, .condition, .group, .continuation, .workItem, .end].contains(waiting.cause) else { return nil }
        for queue in log.entries where queue.event == .queueCreated {
            guard let kind = Trace.Queue.Kind(rawValue: Int(queue.detail)), kind != .concurrent, kind != .global else { continue }
            if kind == .operation && !isForOperation { continue }
            let isMain = kind == .main, holds = running(by: waiting.task, on: queue.object)
            guard holds != nil || isMain && waiting.task == 0 && log.names.first == "main" else { continue }
            let items = unbegun.filter { leads($0.argument, to: queue.object) }
            guard let next = items.first(where: { source.position(place(of: $0)) != nil }) else { continue }
            let who = name(waiting.task), has = kind == .actor ? "the actor \(queue.text ?? "")" : TaskNames.queue(queue.text ?? "")
            let on = next.argument == queue.object ? has : TaskNames.queue(label(ofQueue: next.argument))
            let by = on == has ? "" : "The target of \(on) is \(has). "
            let begun = isMain ? nil : log.entries.last { $0.event == .itemEnqueued && $0.object == holds }
            return explanation(
                "Deadlock: \(who) waits for \(thing(waiting)). While it waits, the next work on \(has) cannot start.",
                [
                    sentence(waiting),
                    "\(handed(items, next, on)) \(by)\(why(kind, has, who)). If \(who) is waiting for that work, it waits for ever.",
                ],
                [
                    begun.flatMap { location($0.task, $0.places, $0.task == waiting.task ? "begins on \(has)" : "submits \(who)") },
                    location(next.task, place(of: next), "submits this to \(on)"),
                ] + locations(waiting), hint: hintAgainstHolding(kind))
        }
        return nil
    }

    /// Why the next work there has to wait for the waiting thread.
    private func why(_ kind: Trace.Queue.Kind, _ queue: String, _ who: String) -> String {
        switch kind {
        case .main:
            "The blocks of the main queue, and the main actor's tasks, run on the main thread when it has nothing else to do. Here it waits"
        case .actor: "\(queue.capitalizedFirst) runs one task at a time, and \(who) is there"
        case .operation: "\(who.capitalizedFirst) runs on \(queue) itself, and keeps its place there while it waits"
        default: "\(queue.capitalizedFirst) runs one block after the other, and \(who) is in the current block"
        }
    }

    private func hintAgainstHolding(_ kind: Trace.Queue.Kind) -> String {
        switch kind {
        case .main:
            "Never wait on the main thread for work on the main queue or the main actor. Use notify(queue:) or `await` and continue from there, or let the other work run on another queue."
        case .actor: "Do not block a thread on an actor. `await` the other work, so that other tasks can run on the actor meanwhile."
        case .operation:
            "Do not wait inside an operation for another operation of the same queue. Put the later code into its own operation, and let it depend on the other."
        default:
            "Do not wait inside a block for a later block of the same queue. Continue from that later block, or let one of the two run on another queue."
        }
    }

    /// A thread waits, and a queue has work but runs nothing: it is suspended, or was never
    /// activated.
    private func idle(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard [.semaphore, .condition, .group, .continuation, .workItem].contains(waiting.cause) else { return nil }
        for queue in log.entries where queue.event == .queueCreated {
            guard [Trace.Queue.Kind.serial.rawValue, Trace.Queue.Kind.concurrent.rawValue].contains(Int(queue.detail)) else { continue }
            let items = unbegun.filter { $0.argument == queue.object }, label = TaskNames.queue(queue.text ?? "")
            guard let next = items.first(where: { source.position(place(of: $0)) != nil }) else { continue }
            let latest = log.entries.last { [.queueSuspended, .queueResumed].contains($0.event) && $0.object == queue.object }
            let suspended = latest?.event == .queueSuspended ? latest : nil
            guard suspended != nil || latest == nil && isMadeInactive(queue) else { continue }
            let state = suspended == nil ? "was never activated" : "is suspended"
            return explanation(
                "Deadlock: \(name(waiting.task)) waits for \(thing(waiting)), and work submitted to \(label) cannot start: that queue \(state).",
                [
                    sentence(waiting),
                    "\(handed(items, next, label)) \(suspended.map { "The queue has been suspended since \(quote($0.places)), and" } ?? "Made as `.initiallyInactive`, the queue") runs nothing \(suspended == nil ? "before its activate()" : "before its resume()"). If \(name(waiting.task)) is waiting for that work, it waits for ever.",
                ],
                [
                    suspended.flatMap { location($0.task, $0.places, "suspends \(label)") },
                    location(next.task, place(of: next), "submits this to \(label)"),
                ] + locations(waiting),
                hint: suspended == nil
                    ? "Call activate() before any thread waits for the queue's work."
                    : "Each suspend() needs its resume() on every code path, before any thread waits for the queue.")
        }
        return nil
    }

    /// Whether the lines that create a queue say so.
    private func isMadeInactive(_ queue: ExecutionRecord.Entry) -> Bool {
        guard let place = source.position(queue.places) else { return false }
        return (place.line...place.line + 3).contains { place.file.line($0).contains("initiallyInactive") }
    }

    func handed(_ items: [ExecutionRecord.Entry], _ next: ExecutionRecord.Entry, _ queue: String) -> String {
        let count = items.count == 1 ? "One work item is" : "\(items.count) work items are"
        return "\(count) queued on \(queue) and cannot start: \(quote(place(of: next)))\(items.count == 1 ? "" : " is the first")."
    }

    /// Items that were submitted to queues and have not begun.
    var unbegun: [ExecutionRecord.Entry] { log.entries.filter { $0.event == .itemEnqueued && !hasBegun($0.object) } }

    /// Whether a submitted item that has not begun would call a method: its closure is searched,
    /// line by line.
    func isYetToCall(_ method: String) -> Bool {
        unbegun.contains { item in [[item.closure], item.places].contains { source.block($0, contains: ".\(method)(") } }
    }

    private func label(ofQueue queue: UInt64) -> String {
        log.entries.last { $0.event == .queueCreated && $0.object == queue }?.text ?? ""
    }

    /// The place where an item was submitted, or else the place of its closure.
    func place(of entry: ExecutionRecord.Entry) -> [UInt] { source.position(entry.places) == nil ? [entry.closure] : entry.places }
}
