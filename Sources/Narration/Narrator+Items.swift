import Trace

extension Narrator {
    private func facts(_ item: Int) -> Trace.Item? { trace.items.indices.contains(item) ? trace.items[item] : nil }

    private var unknownItem: Words {
        Words(subject: who, text: "something happens to an item that the trace does not name")
    }

    func isOneAtATime(_ queue: Int) -> Bool {
        guard trace.queues.indices.contains(queue) else { return false }
        return switch trace.queues[queue].kind {
        case .serial, .main, .actor: true
        default: false
        }
    }

    private func closurePlace(_ item: Trace.Item) -> Trace.Place.Location? {
        item.place.flatMap { trace.places.indices.contains($0) ? trace.places[$0].closure ?? trace.places[$0].call : nil }
    }

    // MARK: Enqueued

    func enqueued() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        let name = names.item(subject)
        let why = whyItWaits(item)
        var text =
            switch item.how {
            case .sync, .asyncAndWait:
                "\(actor) asks for \(name) and waits until it has run (\(item.how == .sync ? "sync" : "asyncAndWait"))"
            case .after: "\(actor) hands over \(name), to start \(due(item)) (asyncAfter), and goes on"
            case .groupNotify:
                "\(actor) asks for \(name) as soon as \(item.group.map { names.object($0) } ?? "its group") is empty, and goes on"
            case .workItemNotify: "\(actor) asks for \(name) as soon as another block has ended, and goes on"
            case .sourceHandler: "\(name) comes to the queue, because its source fired"
            case .sourceCancelHandler: "\(name) comes to the queue, because its source was cancelled"
            case .applyIteration:
                "\(actor) starts a concurrentPerform: \(iterations(item)), which it and other threads share out among them"
            case .operation: "\(actor) adds \(name)"
            case .taskJob: "\(name) can run now and is handed to \(isMainQueue(item.queue) ? "the main thread" : "the pool of threads")"
            case .actorJob: "\(name) asks to run on the actor"
            default: "\(actor) hands over \(name) and goes on"
            }
        if let group = item.group, after.objects.indices.contains(group) {
            let inside = Wording.count(Int(after.objects[group].value), "member")
            text += item.how == .groupNotify ? "; it has \(inside) inside" : "; \(names.object(group)) now has \(inside) inside"
        }
        if let cycle = selfWait(item) { return Words(subject: names.queue(item.queue), text: "\(text); \(cycle)", isWarning: true) }
        return Words(subject: names.queue(item.queue), text: why.isEmpty ? text : "\(text); \(why)", place: callPlace(item))
    }

    /// Iterations that were handed over by the same call, from this one on.
    private func iterations(_ item: Trace.Item) -> String {
        let count = trace.items[subject...].prefix {
            $0.how == .applyIteration && $0.enqueuedOnLane == item.enqueuedOnLane && $0.queue == item.queue
        }
        return Wording.count(count.count, "iteration")
    }

    private func isMainQueue(_ queue: Int) -> Bool { trace.queues.indices.contains(queue) && trace.queues[queue].kind == .main }

    private func due(_ item: Trace.Item) -> String {
        guard let delay = item.delay else { return "later" }
        return "in \(Wording.duration(delay)) at the earliest"
    }

    private func callPlace(_ item: Trace.Item) -> Trace.Place.Location? {
        item.place.flatMap { trace.places.indices.contains($0) ? trace.places[$0].call : nil }
    }

    /// `sync` onto the queue that the caller is on.
    private func selfWait(_ item: Trace.Item) -> String? {
        guard item.callerWaits, before.lanes.indices.contains(lane), before.queues.indices.contains(item.queue) else { return nil }
        for case .item(let running) in before.lanes[lane].activities {
            let own = trace.items[Int(running)]
            guard own.queue == item.queue, isOneAtATime(item.queue) || own.isBarrier || item.isBarrier else { continue }
            if trace.queues[item.queue].kind == .global { continue }
            return "but this thread is itself running \(names.item(Int(running))) on this queue, and each waits for the other: deadlock"
        }
        return nil
    }

    private func whyItWaits(_ item: Trace.Item) -> String {
        guard item.how != .after, after.items[subject].phase == .waiting, trace.queues.indices.contains(item.queue) else { return "" }
        let state = after.items[subject]
        let kind = trace.queues[item.queue].kind
        if state.isCancelled { return "it was cancelled, so it waits for nothing" }
        if state.cameSuspended { return "the queue is suspended, so it stays there until the queue is resumed" }
        if !state.openDependencies.isEmpty {
            return
                "it must wait until \(Wording.list(state.openDependencies.map { names.item(Int($0)) })) \(state.openDependencies.count == 1 ? "has" : "have") ended"
        }
        let ahead = Int(state.ahead)
        if kind == .operation { return ahead == 0 ? "nothing is ahead of it" : "" }
        if isOneAtATime(item.queue) {
            return ahead == 0 ? "nothing is ahead of it" : "one at a time here, so it waits for \(aheadNames(state)) ahead of it"
        }
        if kind == .concurrent, item.isBarrier {
            return ahead == 0 ? "nothing is ahead of it" : "a barrier must be alone, so \(aheadNames(state)) must end first"
        }
        if kind == .concurrent, state.barrierAhead >= 0 {
            return "it waits behind \(names.item(Int(state.barrierAhead))), which must be alone"
        }
        let running = before.running(on: item.queue)
        return running == 0 ? "" : "it need not wait for \(running == 1 ? "the item that runs" : "the \(running) items that run") already"
    }

    /// "barrier add(_:) #2", or "3 items".
    private func aheadNames(_ state: StateOfItem) -> String {
        state.ahead == 1 && state.lastAhead >= 0 ? names.item(Int(state.lastAhead)) : Wording.count(Int(state.ahead), "item")
    }

    // MARK: Began

    func began() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        if item.began == nil {
            let text = "\(who) takes \(names.item(subject)) only to mark it as finished: it was cancelled before it could run"
            return Words(subject: names.queue(item.queue), text: text, place: closurePlace(item))
        }
        var parts: [String] = []
        if item.callerWaits, item.enqueuedOnLane == lane {
            parts.append("\(who) runs \(names.item(subject)) itself (sync)")
        } else {
            parts.append(names.isOwn(subject, lane: lane) ? "\(names.item(subject)) starts" : "\(names.item(subject)) starts on \(who)")
        }
        if before.items[subject].isCancelled { parts.append("it was cancelled, so it should end at once") }
        if let waited = whyItWaited(item) { parts.append(waited) }
        if let beside = whatRunsBeside(item) { parts.append(beside.text) }
        let isWarning = whatRunsBeside(item)?.isWarning ?? false
        return Words(
            subject: names.queue(item.queue), text: parts.joined(separator: "; "), isWarning: isWarning, place: closurePlace(item))
    }

    private func whyItWaited(_ item: Trace.Item) -> String? {
        guard let enqueued = item.enqueued, item.how != .applyIteration else { return nil }
        let state = before.items[subject]
        let waited = names.duration(event.time - enqueued)
        let kind = trace.queues.indices.contains(item.queue) ? trace.queues[item.queue].kind : .concurrent
        if item.how == .after {
            guard let due = item.due, trace.origin == .recorder else {
                return item.delay.map { "its delay of \(Wording.duration($0)) is over" } ?? "that is \(waited) after it was handed over"
            }
            return "that is \(waited) after it was handed over, \(names.duration(max(0, event.time - due))) later than asked"
        }
        // One that was cancelled is passed over or ends at once, whatever it was to wait for.
        if state.isCancelled { return nil }
        if item.how == .groupNotify { return item.group.map { "\(names.object($0)), which it waited for, is empty" } }
        if item.how == .workItemNotify { return "the block that it follows has ended, or was let go" }
        if state.cameSuspended { return "it waited \(waited) for the queue to be resumed" }
        if !item.dependencies.isEmpty {
            return "it waited \(waited); \(Wording.list(item.dependencies.map { names.item($0) })) had to end first"
        }
        if kind == .operation { return "it waited \(waited)" }
        // A free actor is entered on the thread on which the task runs: it needs no other.
        if kind == .actor, state.ahead == 0 { return "nobody was inside" }
        if isOneAtATime(item.queue) || item.isBarrier && kind == .concurrent, state.ahead > 0 {
            return "it waited \(waited) for \(aheadNames(state)) to end"
        }
        if kind == .concurrent, state.barrierAhead >= 0 { return "it waited \(waited) for \(names.item(Int(state.barrierAhead))) to end" }
        if item.callerWaits, item.enqueuedOnLane == lane { return "nothing was ahead of it" }
        return names.isOwn(subject, lane: lane) ? "it waited \(waited) for its turn" : "it waited \(waited) for a thread"
    }

    private func whatRunsBeside(_ item: Trace.Item) -> (text: String, isWarning: Bool)? {
        guard after.queues.indices.contains(item.queue) else { return nil }
        let queue = after.queues[item.queue]
        let others = after.running(on: item.queue) - 1
        let kind = trace.queues[item.queue].kind
        if item.isBarrier, kind == .global {
            let beside = others > 0 ? ": \(Wording.count(others, "other item")) \(others == 1 ? "runs" : "run") beside it" : ""
            return ("on a global queue a barrier has no effect\(beside)", others > 0)
        }
        if item.isBarrier, kind == .concurrent {
            if others > 0 {
                return ("yet \(Wording.count(others, "other item")) of this queue \(others == 1 ? "runs" : "run") beside it", true)
            }
            let waiting = queue.waiting.count
            return (
                waiting == 0
                    ? "it is alone, and later items will wait for it"
                    : "\(Wording.count(waiting, "later item")) now \(waiting == 1 ? "waits" : "wait") for it", false
            )
        }
        if isOneAtATime(item.queue) || others == 0 { return nil }
        return ("\(Wording.count(others + 1, "item")) of this queue now run at once", false)
    }

    // MARK: Ended

    func ended() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        let name = names.item(subject)
        var parts: [String] = []
        if before.items[subject].phase == .running, let began = item.began {
            parts.append("\(name) \(howItEnds(item)) after \(names.duration(event.time - began))\(howItGoesOn(item))")
        } else {
            parts.append(
                "\(name) counts as finished without having run" + (before.items[subject].isCancelled ? ", because it was cancelled" : ""))
        }
        if before.items[subject].phase == .running, before.items[subject].isCancelled { parts.append("it had been cancelled") }
        if item.callerWaits { parts.append("\(names.lane(item.enqueuedOnLane ?? lane)), which waited for it, goes on") }
        if let group = item.group, item.how != .groupNotify, let left = groupLeft(group) { parts.append(left) }
        if let next = whatMayStart(item) { parts.append(next) }
        return Words(subject: names.queue(item.queue), text: parts.joined(separator: "; "), place: closurePlace(item))
    }

    /// A task's stretch on a thread or an actor is over; the task itself may not be.
    private func howItEnds(_ item: Trace.Item) -> String {
        if item.how == .actorJob { return "leaves the actor" }
        guard item.how == .taskJob, trace.origin == .explorer, let task = trace.tasks.firstIndex(where: { $0.id == item.task }) else {
            return stretches.next(after: subject, trace) == nil ? "ends" : "gives up its thread"
        }
        return before.tasks[task].phase == .ended ? "ends" : "gives up its thread"
    }

    private func howItGoesOn(_ item: Trace.Item) -> String {
        guard item.how == .taskJob, let next = stretches.next(after: subject, trace) else { return "" }
        let home = trace.items[next].queue
        let isActor = trace.queues.indices.contains(home) && trace.queues[home].kind == .actor
        let place = (isActor ? "at the actor " : "on ") + names.queue(home)
        return trace.items[next].began == nil ? ", to go on \(place)" : "; it goes on later \(place)"
    }

    private func whatMayStart(_ item: Trace.Item) -> String? {
        guard after.queues.indices.contains(item.queue) else { return nil }
        let queue = after.queues[item.queue]
        let kind = trace.queues[item.queue].kind
        guard let first = queue.waiting.first, kind == .concurrent || isOneAtATime(item.queue) else { return nil }
        if queue.isSuspended {
            return
                "the queue is suspended: \(Wording.count(queue.waiting.count, "item")) \(queue.waiting.count == 1 ? "stays" : "stay") waiting"
        }
        if isOneAtATime(item.queue) { return "next is \(names.item(first))" }
        if trace.items[first].isBarrier {
            return queue.running.isEmpty
                ? "now \(names.item(first)) may start, alone"
                : "\(names.item(first)) still waits for \(Wording.count(queue.running.count, "item")) to end"
        }
        guard item.isBarrier else { return nil }
        return "the \(queue.waiting.count == 1 ? "item" : "\(queue.waiting.count) items") behind it may go on"
    }

    func cancelled() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        let name = names.item(subject)
        let effect =
            switch before.items[subject].phase {
            case .running: "it is running already and goes on: only its own code can stop it"
            case .ended: "it has ended already, so nothing changes"
            default: "it has not started, so its queue will pass it over"
            }
        return Words(subject: names.queue(item.queue), text: "\(actor) cancels \(name); \(effect)")
    }
}
