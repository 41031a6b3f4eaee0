import Words
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
                "\(actor) calls \(item.how == .sync ? "sync" : "asyncAndWait") with \(name) and blocks until it has run"
            case .after: "\(actor) submits \(name), to start \(due(item)) (asyncAfter), and continues"
            case .groupNotify:
                "\(actor) submits \(name), to run as soon as \(item.group.map { names.object($0) } ?? "its group") is empty, and continues"
            case .workItemNotify: "\(actor) submits \(name), to run as soon as another block has ended, and continues"
            case .sourceHandler: "\(name) is queued because its source fired"
            case .sourceCancelHandler: "\(name) is queued because its source was cancelled"
            case .applyIteration:
                "\(actor) starts a concurrentPerform: \(iterations(item)), shared between this thread and others"
            case .operation: "\(actor) adds \(name)\(priorityWhenAdded(item))"
            case .taskJob: "\(name) can run now and is submitted to \(isMainQueue(item.queue) ? "the main queue" : "the thread pool")"
            case .actorJob: "\(name) asks to run on the actor"
            default: "\(actor) submits \(name) and continues"
            }
        if let group = item.group, !folded.contains(group), after.objects.indices.contains(group), let value = after.objects[group].value {
            let count = Wording.grouped(Int(value))
            text += item.how == .groupNotify ? "; its count is \(count)" : "; the count of \(names.object(group)) is now \(count)"
        }
        if let cycle = selfWait(item) { return Words(subject: names.queue(item.queue), text: "\(text); \(cycle)", isWarning: true) }
        return Words(subject: names.queue(item.queue), text: why.isEmpty ? text : "\(text); \(why)", place: callPlace(item))
    }

    /// Iterations submitted by the same call, from this one on. The call submits all of them before
    /// it runs any.
    private func iterations(_ item: Trace.Item) -> String {
        var count = 0, firstBegan = Int64.max
        for other in trace.items[subject...] {
            guard other.how == .applyIteration, other.isOfSameCall(as: item), other.enqueued ?? 0 <= firstBegan else { break }
            count += 1
            firstBegan = min(firstBegan, other.began ?? .max)
        }
        return Wording.count(count, "iteration")
    }

    private func isMainQueue(_ queue: Int) -> Bool { trace.queues.indices.contains(queue) && trace.queues[queue].kind == .main }

    private func due(_ item: Trace.Item) -> String {
        guard let delay = item.delay else { return "later" }
        return "in \(Wording.duration(delay)) at the earliest"
    }

    private func callPlace(_ item: Trace.Item) -> Trace.Place.Location? {
        item.place.flatMap { trace.places.indices.contains($0) ? trace.places[$0].call : nil }
    }

    /// The deadlock of a `sync` onto the queue on which the caller itself runs.
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

    private func priorityWhenAdded(_ item: Trace.Item) -> String {
        let priority = item.operation.priorityWhenAdded
        return priority == 0 ? "" : " (priority: \(names.priority(priority)))"
    }

    private func whyItWaits(_ item: Trace.Item) -> String {
        guard item.how != .after, after.items[subject].phase == .waiting, trace.queues.indices.contains(item.queue) else { return "" }
        let state = after.items[subject]
        let kind = trace.queues[item.queue].kind
        if kind == .operation {
            let obstacles = after.obstacles(of: subject, trace)
            if state.isCancelled, obstacles.isEmpty { return "it was cancelled, so it waits for nothing" }
            if !obstacles.isEmpty { return obstacles.map(names.words).joined(separator: "; ") }
            return state.ahead == 0 ? "nothing is ahead of it" : ""
        }
        if state.isCancelled { return "it was cancelled, so it waits for nothing" }
        if state.cameSuspended { return "the queue is suspended, so it stays queued until the queue is resumed" }
        if !state.openDependencies.isEmpty {
            return
                "it must wait until \(Wording.shortList(state.openDependencies.map { names.item(Int($0)) })) \(state.openDependencies.count == 1 ? "has" : "have") ended"
        }
        // Items from before the known part can be ahead of it, too.
        guard let ahead = state.ahead else {
            return kind == .concurrent && state.barrierAhead >= 0 ? waitForBarrier(state) : ""
        }
        if let target = trace.queues.serialTarget(of: item.queue) {
            guard let others = aheadThroughTarget() else { return "nothing is ahead of it" }
            return "\(names.queue(target)) runs one item of all its queues at a time, so it waits for \(others)"
        }
        if isOneAtATime(item.queue) {
            return ahead == 0 ? "nothing is ahead of it" : "only one item at a time runs here, so it waits for \(aheadNames(state))"
        }
        if kind == .concurrent, item.isBarrier {
            return ahead == 0 ? "nothing is ahead of it" : "a barrier runs alone, so it waits for \(aheadNames(state)) to finish"
        }
        if kind == .concurrent, state.barrierAhead >= 0 { return waitForBarrier(state) }
        let running = before.running(on: item.queue)
        return running == 0
            ? "" : "it does not wait for \(running == 1 ? "the item that is" : "the \(running) items that are") already running"
    }

    /// The barrier before it, which is running, or has not started yet.
    private func waitForBarrier(_ state: StateOfItem) -> String {
        let barrier = Int(state.barrierAhead), isRunning = after.items[barrier].phase == .running
        return "it waits for \(names.item(barrier)), which \(isRunning ? "is running, alone" : "is queued before it, and must run alone")"
    }

    /// The items of all queues with the same serial target that were ahead of it and had not ended; nil if there were none.
    private func aheadThroughTarget() -> String? {
        guard let answer = links.turns?.answer(trace, item: subject, limit: 1), answer.ahead > 0 else { return nil }
        return answer.ahead == 1 ? answer.blockers.first.map { names.item($0.item) } : Wording.count(answer.ahead, "item")
    }

    /// "barrier add(_:) #2", or "3 items".
    private func aheadNames(_ state: StateOfItem) -> String {
        state.ahead == 1 && state.lastAhead >= 0 ? names.item(Int(state.lastAhead)) : Wording.count(Int(state.ahead ?? 0), "item")
    }

    // MARK: Began

    func began() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        if item.began == nil {
            let text = "\(who) takes \(names.item(subject)) only to mark it as finished: it was cancelled before it could run"
            return Words(subject: names.queue(item.queue), text: text, place: closurePlace(item))
        }
        var parts: [String] = []
        if item.how == .completion {
            parts.append("\(who) runs \(names.item(subject))")
        } else if item.operation.isByHand {
            parts.append("\(who) starts \(names.item(subject)) by hand, with start(): it runs on this thread, without a queue")
        } else if item.callerWaits, item.enqueuedOnLane == lane {
            parts.append("\(who) runs \(names.item(subject)) itself (sync)")
        } else {
            parts.append(names.isOwn(subject, lane: lane) ? "\(names.item(subject)) starts" : "\(names.item(subject)) starts on \(who)")
        }
        if before.items[subject].isCancelled { parts.append("it was cancelled, so it should return immediately") }
        if let waited = whyItWaited(item) { parts.append(waited) }
        if let behind = whatItOvertakes(item) { parts.append(behind) }
        if let beside = whatRunsBeside(item) { parts.append(beside.text) }
        let isWarning = whatRunsBeside(item)?.isWarning ?? false
        return Words(
            subject: names.queue(item.queue), text: parts.joined(separator: "; "), isWarning: isWarning, place: closurePlace(item))
    }

    /// Operations that were added earlier and are ready, and that it goes before because of its priority.
    private func whatItOvertakes(_ item: Trace.Item) -> String? {
        guard item.how == .operation, before.queues.indices.contains(item.queue) else { return nil }
        let mine = before.items[subject].priority
        let behind = before.queues[item.queue].waiting.filter { other in
            guard other < subject, before.items[other].priority < mine, !before.items[other].isCancelled else { return false }
            return after.obstacles(of: other, trace).allSatisfy {
                switch $0 {
                case .width, .turn: true
                default: false
                }
            }
        }
        guard let first = behind.first else { return nil }
        let theirs = Int(before.items[first].priority)
        let level = behind.count == 1 ? " (\(names.priority(Int(mine))), not \(names.priority(theirs)))" : ""
        return "it goes before \(names.items(behind)), because its priority is higher\(level)"
    }

    private func whyItWaited(_ item: Trace.Item) -> String? {
        guard let enqueued = item.enqueued, item.how != .applyIteration else { return nil }
        let state = before.items[subject]
        let waited = names.duration(event.time - enqueued)
        let kind = trace.queues.indices.contains(item.queue) ? trace.queues[item.queue].kind : .concurrent
        if item.how == .after {
            guard let due = item.due, trace.origin == .recorder else {
                return item.delay.map { "its delay of \(Wording.duration($0)) is over" } ?? "that is \(waited) after it was submitted"
            }
            return "that is \(waited) after it was submitted, \(names.duration(max(0, event.time - due))) later than asked"
        }
        // A cancelled item is skipped or returns immediately, so it did not wait for anything.
        if state.isCancelled { return nil }
        if item.how == .groupNotify, let group = item.group {
            // (It may have been entered again.)
            let isEmpty = before.objects.indices.contains(group) && before.objects[group].value.map { $0 <= 0 } ?? true
            return "\(names.object(group)), which it waited for, \(isEmpty ? "is" : "was") empty"
        }
        if item.how == .groupNotify { return nil }
        if item.how == .workItemNotify {
            let hasEnded = item.followed.map { before.items[$0].phase == .ended } ?? false
            return hasEnded ? "the block that it follows has ended" : "the block that it follows has ended, or was released"
        }
        if let delay = links.delays.delay(of: subject) { return names.words(delay, dependencies: item.dependencies) }
        if state.cameSuspended { return "it waited \(waited) for the queue to be resumed" }
        if !item.dependencies.isEmpty {
            return "it waited \(waited); \(Wording.shortList(item.dependencies.map { names.item($0) })) had to end first"
        }
        // A task enters a free actor on the thread on which it already runs.
        if kind == .actor, state.ahead == 0 { return "the actor was free" }
        if state.ahead != nil, trace.queues.serialTarget(of: item.queue) != nil, let others = aheadThroughTarget() {
            return "it waited \(waited) for \(others) to end"
        }
        if isOneAtATime(item.queue) || item.isBarrier && kind == .concurrent, state.ahead ?? 0 > 0 {
            return "it waited \(waited) for \(aheadNames(state)) to end"
        }
        if kind == .concurrent, state.barrierAhead >= 0 { return "it waited \(waited) for \(names.item(Int(state.barrierAhead))) to end" }
        if item.callerWaits, item.enqueuedOnLane == lane { return state.ahead == nil ? nil : "nothing was ahead of it" }
        // Items from before the known part can have been ahead of it.
        if state.ahead == nil, kind != .global, kind != .main { return "it waited \(waited)" }
        if names.isOwn(subject, lane: lane) { return "it waited \(waited) for its turn" }
        // Only this thread could run it.
        let isOnMain = kind == .main && trace.lanes.indices.contains(lane) && trace.lanes[lane].isMain
        return isOnMain ? "it waited \(waited) for the main thread" : "it waited \(waited) for a thread"
    }

    private func whatRunsBeside(_ item: Trace.Item) -> (text: String, isWarning: Bool)? {
        guard after.queues.indices.contains(item.queue) else { return nil }
        let queue = after.queues[item.queue]
        let others = after.running(on: item.queue) - 1
        let kind = trace.queues[item.queue].kind
        if item.isBarrier, kind == .global {
            let beside = others > 0 ? ": \(Wording.count(others, "other item")) \(others == 1 ? "runs" : "run") at the same time" : ""
            return ("on a global queue a barrier has no effect\(beside)", others > 0)
        }
        if item.isBarrier, kind == .concurrent {
            if others > 0 {
                return ("yet \(Wording.count(others, "other item")) of this queue \(others == 1 ? "runs" : "run") at the same time", true)
            }
            let waiting = queue.waiting.count
            return (
                waiting == 0 || !queue.isFullyKnown
                    ? "it runs alone, and later items will wait for it"
                    : "\(Wording.count(waiting, "later item")) now \(waiting == 1 ? "waits" : "wait") for it", false
            )
        }
        if isOneAtATime(item.queue) || others == 0 || kind == .processor || item.operation.isByHand || item.how == .completion {
            return nil
        }
        let least = queue.isFullyKnown ? "" : "at least "
        return ("\(least)\(Wording.count(others + 1, "item")) of this queue now run at the same time", false)
    }

    // MARK: Ended

    func ended() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        let name = names.item(subject)
        var parts: [String] = []
        if before.items[subject].phase == .running, before.items[subject].hasReturned, let began = item.began {
            parts.append("\(name) announces that it is finished, \(names.duration(event.time - began)) after it started")
        } else if before.items[subject].phase == .running, let began = item.began {
            parts.append("\(name) \(howItEnds(item)) after \(names.duration(event.time - began))\(howItGoesOn(item))")
        } else {
            parts.append(
                "\(name) counts as finished without having run"
                    + (before.items[subject].isCancelled ? ", because it was cancelled\(cancelledBefore)" : ""))
        }
        if before.items[subject].phase == .running, before.items[subject].isCancelled { parts.append(howItWasCancelled(item)) }
        if item.callerWaits {
            let caller = item.enqueuedOnLane ?? lane
            // (Most callers of `sync` run the block themselves.)
            parts.append(item.lane == caller ? "its `sync` returns" : "\(names.lane(caller)), which waited for it, continues")
        }
        if let group = item.group, item.how != .groupNotify, !folded.contains(group), let left = groupLeft(group) { parts.append(left) }
        if let next = whatMayStart(item) ?? dependentsThatMayStart() { parts.append(next) }
        return Words(subject: names.queue(item.queue), text: parts.joined(separator: "; "), place: closurePlace(item))
    }

    /// " 2.1 ms before".
    private var cancelledBefore: String {
        let cancelled = before.items[subject].cancelledAt
        return cancelled < 0 ? "" : " \(names.duration(event.time - cancelled)) before"
    }

    private func howItWasCancelled(_ item: Trace.Item) -> String {
        guard item.how == .operation, before.items[subject].cancelledAt >= 0 else { return "it had been cancelled" }
        return before.items[subject].ranWhenCancelled
            ? "it was cancelled\(cancelledBefore), while it was running, and its own code ended it"
            : "it was cancelled\(cancelledBefore), before it started, and its code ran all the same"
    }

    /// The operations whose last open dependency has ended now.
    private func dependentsThatMayStart() -> String? {
        let ready = (links.dependents[subject] ?? []).filter { other in
            after.items[other].phase == .waiting && !after.items[other].isCancelled
                && after.items[other].openDependencies.allSatisfy { after.items[Int($0)].phase == .ended }
        }
        guard !ready.isEmpty else { return nil }
        return "\(names.items(ready)) no longer \(ready.count == 1 ? "waits" : "wait") for another operation"
    }

    /// How an item's end reads: a Swift task's stretch on a thread or actor has ended, and the task
    /// may continue later.
    private func howItEnds(_ item: Trace.Item) -> String {
        if item.how == .actorJob { return "leaves the actor" }
        guard item.how == .taskJob, trace.origin != .recorder, let task = trace.tasks.firstIndex(where: { $0.id == item.task }) else {
            let isLast = stretches.next(after: subject, trace) == nil
            return isLast ? (trace.coverage.hasGaps || !trace.coverage.choice.isAll ? "leaves its thread" : "ends") : "is suspended"
        }
        return before.tasks[task].phase == .ended ? "ends" : "is suspended"
    }

    private func howItGoesOn(_ item: Trace.Item) -> String {
        guard item.how == .taskJob, let next = stretches.next(after: subject, trace) else { return "" }
        let home = trace.items[next].queue
        let isActor = trace.queues.indices.contains(home) && trace.queues[home].kind == .actor
        let place = (isActor ? "on the actor " : "on ") + names.queue(home)
        return trace.items[next].began == nil ? ", to continue \(place)" : "; it continues later \(place)"
    }

    private func whatMayStart(_ item: Trace.Item) -> String? {
        guard after.queues.indices.contains(item.queue) else { return nil }
        let queue = after.queues[item.queue]
        let kind = trace.queues[item.queue].kind
        guard queue.isFullyKnown, let first = queue.waiting.first, kind == .concurrent || isOneAtATime(item.queue) else { return nil }
        if queue.isSuspended {
            return
                "the queue is suspended: \(Wording.count(queue.waiting.count, "item")) \(queue.waiting.count == 1 ? "stays" : "stay") queued"
        }
        if isOneAtATime(item.queue) { return "next is \(names.item(first))" }
        if trace.items[first].isBarrier {
            return queue.running.isEmpty
                ? "now \(names.item(first)) can start, alone"
                : "\(names.item(first)) still waits for \(Wording.count(queue.running.count, "item")) to end"
        }
        guard item.isBarrier else { return nil }
        return "the \(queue.waiting.count == 1 ? "item" : "\(queue.waiting.count) items") after it can start"
    }

    func cancelled() -> Words {
        guard let item = facts(subject) else { return unknownItem }
        let name = names.item(subject)
        let effect =
            switch before.items[subject].phase {
            case .running: "it is already running and continues: only its own code can stop it"
            case .ended: "it has already ended, so nothing changes"
            case .unseen where !trace.coverage.isWhole: "the trace does not show whether it has started"
            default: "it has not started, so its queue will skip it"
            }
        return Words(subject: names.queue(item.queue), text: "\(actor) cancels \(name); \(effect)")
    }
}

extension Trace.Item {
    /// Whether another iteration was submitted on the same line, by the same item of the same
    /// thread, to the same queue.
    func isOfSameCall(as other: Trace.Item) -> Bool {
        enqueuedOnLane == other.enqueuedOnLane && queue == other.queue && place == other.place && enqueuedByItem == other.enqueuedByItem
    }
}
