import Explorer
import Trace

/// Who keeps others from running just by waiting.
extension Scene {
    /// A task has its turn on a queue and asks for another; between the two came a barrier, or it asks for one itself.
    func barrierBetween(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard waiting.cause == .queue, let asked = request(waiting), let moment = log.entries.lastIndex(of: asked),
            running(by: waiting.task, on: asked.argument) != nil
        else { return nil }
        let queue = TaskNames.queue(waiting.label), who = name(waiting.task), begun = taken(by: waiting.task, waiting)
        let has = "\(who.capitalizedFirst) has its turn on \(queue)\(begun.map { " in \(quote($0.places))" } ?? "")"
        let first = begun.flatMap { location(waiting.task, $0.places, taking(waiting)) }
        let last = location(waiting.task, stack(waiting), "asks for another turn there, for ever")
        if asked.detail >> 8 & 1 == 1 {
            return explanation(
                "Deadlock: \(who) asks for a barrier on \(queue) while it has its turn there: it waits for itself.",
                [
                    "\(has), and there asks for a barrier in \(quote(stack(waiting))). A barrier has to be alone: it waits for everything that came before it, and that is what asks for it."
                ],
                [first, last], hint: "Ask for the barrier after the other turn is over, or make the whole of it one barrier.")
        }
        guard
            let barrier = log.entries[..<moment].last(where: {
                $0.event == .itemEnqueued && $0.argument == asked.argument && $0.detail >> 8 & 1 == 1 && !hasBegun($0.object)
            })
        else { return nil }
        return explanation(
            "Deadlock: \(who) waits behind a barrier on \(queue), and the barrier waits for \(who).",
            [
                "\(has), and there asks for another turn in \(quote(stack(waiting))). Meanwhile \(name(barrier.task)) has handed over a barrier in \(quote(barrier.places)). A barrier has to be alone: it waits until the first turn is over; and whatever comes after it waits for the barrier, the second turn too. Without a barrier in between both turns could be had at once, so it goes well most of the time."
            ], [first, location(barrier.task, barrier.places, "hands over a barrier"), last],
            hint:
                "Do not call sync on a queue from a block that runs there, not even to read: give the work that both need a function of its own that expects to be on the queue."
        )
    }

    private func taking(_ waiting: ExplorationReport.Waiting) -> String { "has its turn on \(TaskNames.queue(waiting.label))" }

    /// Somebody who waits and thereby keeps others from running, or a queue that runs nothing.
    func heldUp(among waiting: [ExplorationReport.Waiting], _ culprit: ExplorationReport.Waiting) -> Explanation? {
        // Whoever waits for a group, or for all operations, waits for those that wait for something else.
        let outer: [Failure.Waiting.Cause] = [.group, .operationQueue, .end, .task, .taskGroup]
        let inner = waiting.filter { !outer.contains($0.cause) }
        return (inner + [culprit] + waiting).lazy.compactMap(heldUp).first ?? idle(culprit)
    }

    /// A task waits, and has a queue whose next items cannot run before it has gone on: one of those might let it go on.
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
            let by = on == has ? "" : "\(on.capitalizedFirst) hands what it gets on to \(has), its target. "
            let begun = isMain ? nil : log.entries.last { $0.event == .itemEnqueued && $0.object == holds }
            return explanation(
                "Deadlock: \(who) waits for \(thing(waiting)), and keeps what comes next on \(has) from running as long as it waits.",
                [
                    sentence(waiting),
                    "\(handed(items, next, on)) \(by)\(why(kind, has, who)). If that is what should let it go on, it never comes to it.",
                ],
                [
                    begun.flatMap { location($0.task, $0.places, $0.task == waiting.task ? "comes onto \(has)" : "hands over \(who)") },
                    location(next.task, place(of: next), "hands this to \(on)"),
                ] + locations(waiting), hint: hintAgainstHolding(kind))
        }
        return nil
    }

    /// Why what comes next there has to wait for whoever waits.
    private func why(_ kind: Trace.Queue.Kind, _ queue: String, _ who: String) -> String {
        switch kind {
        case .main:
            "The blocks of the main queue, and the main actor's tasks, run on the main thread when it has nothing else to do; here it waits"
        case .actor: "\(queue.capitalizedFirst) lets in one task after the other, and \(who) is there"
        case .operation: "\(who.capitalizedFirst) runs on \(queue) itself, and keeps its place there as long as it waits"
        default: "\(queue.capitalizedFirst) runs one block after the other, and \(who) is in the one before"
        }
    }

    private func hintAgainstHolding(_ kind: Trace.Queue.Kind) -> String {
        switch kind {
        case .main:
            "Never wait on the main thread for something that happens on the main queue or the main actor: use notify(queue:) or `await` and go on from there, or let the other work run on another queue."
        case .actor: "Do not block a thread on an actor: `await` what has to come first, so that others are let in meanwhile."
        case .operation:
            "Do not wait inside an operation for another one of the same queue: put what comes after into an operation of its own, and let it depend on the other."
        default:
            "Do not wait inside a block for a later block of the same queue: go on from that block, or let one of the two run on another queue."
        }
    }

    /// Somebody waits, and a queue has something to run and runs nothing: it is suspended, or was never activated.
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
                "Deadlock: \(name(waiting.task)) waits for \(thing(waiting)), and what was handed to \(label) cannot begin: that queue \(state).",
                [
                    sentence(waiting),
                    "\(handed(items, next, label)) \(suspended.map { "The queue is suspended since \(quote($0.places)), and" } ?? "Made as `.initiallyInactive`, the queue") runs nothing \(suspended == nil ? "before its activate()" : "before its resume()"). If that is what should let \(name(waiting.task)) go on, it never comes to it.",
                ],
                [
                    suspended.flatMap { location($0.task, $0.places, "suspends \(label)") },
                    location(next.task, place(of: next), "hands this to \(label)"),
                ] + locations(waiting),
                hint: suspended == nil
                    ? "Call activate() before anybody waits for what the queue is to run."
                    : "Each suspend() needs its resume() on every way through the code, before anybody waits for the queue.")
        }
        return nil
    }

    /// Whether the lines in which a queue is made say so.
    private func isMadeInactive(_ queue: Chronicle.Entry) -> Bool {
        guard let place = source.position(queue.places) else { return false }
        return (place.line...place.line + 3).contains { place.file.line($0).contains("initiallyInactive") }
    }

    private func handed(_ items: [Chronicle.Entry], _ next: Chronicle.Entry, _ queue: String) -> String {
        let count = items.count == 1 ? "One thing has" : "\(items.count) things have"
        return "\(count) been handed to \(queue) and cannot begin: \(quote(place(of: next)))\(items.count == 1 ? "" : " is the first")."
    }

    /// What was handed to queues and has not begun.
    private var unbegun: [Chronicle.Entry] { log.entries.filter { $0.event == .itemEnqueued && !hasBegun($0.object) } }

    /// Whether something that was handed over and has not begun would call a method: its closure is looked through, line by line.
    func isYetToCall(_ method: String) -> Bool {
        unbegun.contains { item in [[item.closure], item.places].contains { source.block($0, contains: ".\(method)(") } }
    }

    private func label(ofQueue queue: UInt64) -> String {
        log.entries.last { $0.event == .queueCreated && $0.object == queue }?.text ?? ""
    }

    /// Where an item was handed over, or else where its closure stands.
    private func place(of entry: Chronicle.Entry) -> [UInt] { source.position(entry.places) == nil ? [entry.closure] : entry.places }
}
