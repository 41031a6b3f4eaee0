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

    /// A task waits, and has a queue whose next items cannot run before it has gone on: one of those might let it go on.
    func heldUp(_ waiting: ExplorationReport.Waiting) -> Explanation? {
        guard [.semaphore, .condition, .group, .continuation, .workItem, .end].contains(waiting.cause) else { return nil }
        for queue in log.entries where queue.event == .queueCreated {
            let isMain = Int(queue.detail) == Trace.Queue.Kind.main.rawValue
            let has = isMain ? waiting.task == 0 && log.names.first == "main" : running(by: waiting.task, on: queue.object) != nil
            guard has, isMain || Int(queue.detail) == Trace.Queue.Kind.serial.rawValue else { continue }
            let items = log.entries.filter { $0.event == .itemEnqueued && leads($0.argument, to: queue.object) && !hasBegun($0.object) }
            guard let next = items.first(where: { source.position(place(of: $0)) != nil }) else { continue }
            let who = name(waiting.task), label = TaskNames.queue(queue.text ?? "")
            let on =
                next.argument == queue.object
                ? label : TaskNames.queue(log.entries.last { $0.event == .queueCreated && $0.object == next.argument }?.text ?? "")
            let by = on == label ? "" : "\(on.capitalizedFirst) hands what it gets on to \(label), its target. "
            let why =
                isMain
                ? "The blocks of the main queue, and the main actor's tasks, run on the main thread when it has nothing else to do; here it waits"
                : "\(label.capitalizedFirst) runs one block after the other, and \(who) is in the one before"
            let begun =
                isMain
                ? nil
                : running(by: waiting.task, on: queue.object).flatMap { item in
                    log.entries.last { $0.event == .itemEnqueued && $0.object == item }
                }
            return explanation(
                "Deadlock: \(who) waits for \(thing(waiting)), and keeps what comes next on \(label) from running as long as it waits.",
                [
                    sentence(waiting),
                    "\(items.count == 1 ? "One thing has" : "\(items.count) things have") been handed to \(on) and cannot begin: \(quote(place(of: next)))\(items.count == 1 ? "" : " is the first"). \(by)\(why). If that is what should let it go on, it never comes to it.",
                ],
                [
                    begun.flatMap { location($0.task, $0.places, "hands over \(who)") },
                    location(next.task, place(of: next), "hands this to \(on)"),
                ]
                    + locations(waiting),
                hint: isMain
                    ? "Never wait on the main thread for something that happens on the main queue or the main actor: use notify(queue:) or `await` and go on from there, or let the other work run on another queue."
                    : "Do not wait inside a block for a later block of the same queue: go on from that block, or let one of the two run on another queue."
            )
        }
        return nil
    }

    /// Where an item was handed over, or else where its closure stands.
    private func place(of entry: Chronicle.Entry) -> [UInt] { source.position(entry.places) == nil ? [entry.closure] : entry.places }
}
