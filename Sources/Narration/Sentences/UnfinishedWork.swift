import Words
import Trace

/// Work that was unfinished when the trace ended: an item that still ran, a thread that still
/// waited.
struct UnfinishedWork: Sendable {
    var subject: String
    var text: String
    var source: Trace.Place.Location?

    /// At most this many of each kind are listed; all others are only counted.
    static let limit = 20

    static func all(_ trace: Trace, _ state: TraceState, _ names: Names) -> [UnfinishedWork] {
        if trace.scheduleEndsInCrash { return [lost(trace)].compactMap { $0 } }
        return unfinishedItems(trace, state, names) + [circle(trace, state, names)].compactMap { $0 } + waits(trace, state, names)
            + tasks(trace, state, names) + [lost(trace)].compactMap { $0 }
            + trace.coverage.choice.predicates.map { UnfinishedWork(subject: "the trace", text: $0) }
    }

    /// "when the process ended", as far as the trace knows.
    static func moment(_ trace: Trace) -> String {
        switch trace.ending {
        case .killed: "when the process \(trace.ending.endedBySignal ?? "")"
        case .exited: "when the process ended"
        case .stopped: trace.origin != .recorder ? "when the schedule ended" : "when the recording ended"
        case .unknown: trace.origin != .recorder ? "at the end" : "when the trace broke off"
        }
    }

    private static func unfinishedItems(_ trace: Trace, _ state: TraceState, _ names: Names) -> [UnfinishedWork] {
        var unfinished: [UnfinishedWork] = []
        var more = 0
        for queue in state.queues.indices {
            for item in state.queues[queue].running where trace.isUnfinished(Int(item)) && !trace.runsToTheEndByDesign(Int(item)) {
                guard unfinished.count < limit else {
                    more += 1
                    continue
                }
                let lane = Int(state.items[Int(item)].lane)
                let facts = trace.items[Int(item)]
                if state.items[Int(item)].hasReturned {
                    let text = "\(names.item(Int(item))) had not finished \(moment(trace)): \(names.unannounced(Int(item)))"
                    unfinished.append(UnfinishedWork(subject: names.queue(queue), text: text, source: source(facts, trace)))
                    continue
                }
                let on = names.isOwn(Int(item), lane: lane) ? "" : " on \(names.lane(lane))"
                let since = facts.began.map { " after \(names.duration(max(0, trace.duration - $0)))" } ?? ""
                unfinished.append(
                    UnfinishedWork(
                        subject: names.queue(queue),
                        text: "\(names.item(Int(item))) was still running\(on) \(moment(trace))\(since)",
                        source: source(facts, trace)))
            }
        }
        for queue in state.queues.indices where !trace.coverage.hasGaps {
            let held = state.queues[queue]
            guard let first = held.waiting.first ?? held.delayed.first else { continue }
            if trace.queues[queue].kind == .operation {
                operations(held, in: queue, trace, state, names, into: &unfinished, more: &more)
                continue
            }
            guard unfinished.count < limit else {
                more += held.waiting.count + held.delayed.count
                continue
            }
            let count = held.waiting.count + held.delayed.count
            let what =
                count == 1
                ? "\(names.item(first)) never started" : "\(names.item(first)) and \(Wording.count(count - 1, "other item")) never started"
            let why =
                held.isSuspended
                ? ": the queue was still suspended"
                : held.waiting.isEmpty ? notYet(trace.items[first], trace, names) : ""
            unfinished.append(UnfinishedWork(subject: names.queue(queue), text: what + why, source: source(trace.items[first], trace)))
        }
        if more > 0 {
            unfinished.append(
                UnfinishedWork(subject: "the end", text: "\(Wording.count(more, "more item")) had not ended \(moment(trace))"))
        }
        return unfinished
    }

    /// Each operation has its own reason.
    private static func operations(
        _ held: StateOfQueue, in queue: Int, _ trace: Trace, _ state: TraceState, _ names: Names, into unfinished: inout [UnfinishedWork],
        more: inout Int
    ) {
        let told = Array(held.waiting.prefix(max(0, min(5, limit - unfinished.count))))
        for item in told {
            let obstacles = state.obstacles(of: item, trace)
            let why = obstacles.isEmpty ? "" : ": " + obstacles.map(names.words).joined(separator: "; ")
            unfinished.append(
                UnfinishedWork(
                    subject: names.queue(queue), text: "\(names.item(item)) never started\(why)", source: source(trace.items[item], trace)))
        }
        let left = held.waiting.count - told.count
        if left > 0, unfinished.count < limit {
            unfinished.append(UnfinishedWork(subject: names.queue(queue), text: "\(Wording.count(left, "more operation")) never started"))
        } else {
            more += left
        }
    }

    private static func circle(_ trace: Trace, _ state: TraceState, _ names: Names) -> UnfinishedWork? {
        guard let circle = state.operationCircle(trace), let first = circle.first else { return nil }
        return UnfinishedWork(
            subject: names.queue(trace.items[first.item].queue), text: names.sentence(circle),
            source: source(trace.items[first.item], trace))
    }

    private static func notYet(_ item: Trace.Item, _ trace: Trace, _ names: Names) -> String {
        if item.how == .groupNotify, let group = item.group, !trace.objects[group].isFullyKnown { return "" }
        return switch item.how {
        case .groupNotify: ": \(item.group.map(names.object) ?? "its group") was never empty"
        case .workItemNotify where trace.origin != .recorder || isOpen(item.followed, trace): ": the block that it follows had not ended"
        case .workItemNotify: ": the trace does not show that the block which it follows has ended"
        default: ": it was not due yet"
        }
    }

    /// Whether an item is known that has not ended, and that its queue can not have skipped.
    private static func isOpen(_ item: Int?, _ trace: Trace) -> Bool {
        item.map { trace.items[$0].ended == nil && trace.items[$0].cancelled == nil } ?? false
    }

    /// Items that were still running, and should not have been.
    static func countRunning(_ trace: Trace, _ state: TraceState) -> Int {
        return state.queues.indices.reduce(0) { count, queue in
            count + state.queues[queue].running.lazy.filter { trace.isUnfinished(Int($0)) && !trace.runsToTheEndByDesign(Int($0)) }.count
        }
    }

    private static func waits(_ trace: Trace, _ state: TraceState, _ names: Names) -> [UnfinishedWork] {
        let waiting = trace.coverage.hasGaps ? [] : state.waiting(trace).filter { $0.wait.kind != .apply }
        var unfinished = waiting.prefix(limit).map { waiting in
            UnfinishedWork(
                subject: names.lane(waiting.lane),
                text:
                    "was still waiting for \(WaitWording.target(waiting.wait, names)) \(moment(trace)), after \(names.duration(max(0, trace.duration - waiting.wait.began)))"
                    + WaitWording.reason(waiting, state, names),
                source: trace.events.indices.contains(Int(waiting.wait.event))
                    ? source(Int(trace.events[Int(waiting.wait.event)].place), trace) : nil)
        }
        if waiting.count > limit {
            unfinished.append(
                UnfinishedWork(
                    subject: "the end",
                    text:
                        "\(Wording.count(waiting.count - limit, "more thread")) \(waiting.count - limit == 1 ? "was" : "were") still waiting"
                ))
        }
        return unfinished
    }

    private static func tasks(_ trace: Trace, _ state: TraceState, _ names: Names) -> [UnfinishedWork] {
        // A task that has run, without a wait or an end since, is covered by its stretches.
        let hasRun = Set(trace.items.lazy.filter { $0.began != nil }.compactMap(\.task))
        let open = state.tasks.indices.filter { task in
            // A task can have ended before the part that is known.
            guard let created = trace.tasks[task].created, trace.coverage.isWhole(from: created) else { return false }
            return switch state.tasks[task].phase {
            case .ended, .unseen: false
            case .created: !hasRun.contains(trace.tasks[task].id)
            default: true
            }
        }
        var unfinished = open.prefix(limit).map { task in
            let phase =
                switch state.tasks[task].phase {
                case .suspended: "was still suspended"
                case .running: "was still running"
                default: "never started"
                }
            return UnfinishedWork(
                subject: names.task(task, id: trace.tasks[task].id), text: "\(phase) \(moment(trace))",
                source: trace.tasks[task].place.flatMap { source($0, trace) })
        }
        if open.count > limit {
            unfinished.append(UnfinishedWork(subject: "the end", text: "\(Wording.count(open.count - limit, "more task")) had not ended"))
        }
        return unfinished
    }

    private static func lost(_ trace: Trace) -> UnfinishedWork? {
        guard trace.droppedRecords > 0 else { return nil }
        return UnfinishedWork(
            subject: "the trace",
            text:
                "\(Wording.count(trace.droppedRecords, "record")) did not fit into the recorder's buffer, so some events are missing here\(Summary.knownPart(trace, Names(trace: trace)))"
        )
    }

    private static func source(_ item: Trace.Item, _ trace: Trace) -> Trace.Place.Location? {
        item.place.flatMap { source($0, trace) }
    }

    private static func source(_ index: Int, _ trace: Trace) -> Trace.Place.Location? {
        trace.places.indices.contains(index) ? trace.places[index].call ?? trace.places[index].closure : nil
    }
}

/// The words for a waiting thread and its target, shared by the state panel and the unfinished work.
enum WaitWording {
    static func target(_ wait: StateOfWait, _ names: Names) -> String {
        let target = Int(wait.target)
        switch wait.kind {
        case .sleep: return "its sleep to be over"
        case .apply: return "all iterations"
        case .sync, .workItem, .operation:
            return names.item(target) + (wait.kind == .sync && target >= 0 ? " on \(names.queue(names.trace.items[target].queue))" : "")
        case .operationQueue: return names.queue(target)
        case .task: return names.task(target, id: 0) + " to end"
        case .taskGroup: return "a child task to end"
        case .continuation: return "its continuation to be resumed"
        case .stream: return "an element of a stream"
        case .processor: return "the processor"
        case .kernel:
            let facts = names.trace.waits.indices.contains(Int(wait.facts)) ? names.trace.waits[Int(wait.facts)] : nil
            return facts?.kernelWords(object: target >= 0 ? names.object(target) : nil) ?? "the kernel"
        default: return target >= 0 ? names.object(target) : "something that the trace does not name"
        }
    }

    /// " (its count is 1)", " (held by worker 2)"; where the wait is over, that the thread has not
    /// yet woken up.
    static func reason(_ waiting: TraceState.Waiting, _ state: TraceState, _ names: Names) -> String {
        if let reached = reached(waiting, state) { return " (\(reached), but it is not awake yet)" }
        let target = Int(waiting.wait.target)
        switch waiting.wait.kind {
        case .group where state.objects.indices.contains(target):
            return state.objects[target].value.map { " (its count is \(Wording.grouped(Int($0))))" } ?? ""
        case .semaphore:
            return state.objects.indices.contains(target) && state.objects[target].value == nil ? "" : " (it has not been signalled)"
        case .condition:
            return state.objects.indices.contains(target) && state.objects[target].value == nil ? "" : " (it has not been signalled since)"
        case .mutex, .readLock, .writeLock:
            return waiting.holders.isEmpty ? "" : " (held by \(Wording.shortList(waiting.holders.map(names.lane))))"
        case .once: return waiting.holders.isEmpty ? "" : " (run by \(Wording.shortList(waiting.holders.map(names.lane))))"
        case .sync, .workItem, .operation:
            guard state.items.indices.contains(target) else { return "" }
            if state.items[target].phase == .running {
                return waiting.holders.isEmpty ? "" : " (running on \(names.lane(waiting.holders[0])))"
            }
            return waiting.holders.isEmpty
                ? "" : " (not started; its queue is busy on \(Wording.shortList(waiting.holders.map(names.lane))))"
        default: return ""
        }
    }

    /// The state that ends the wait, if it has been reached.
    private static func reached(_ waiting: TraceState.Waiting, _ state: TraceState) -> String? {
        let wait = waiting.wait
        let target = Int(wait.target)
        if wait.kind == .operationQueue, state.queues.indices.contains(target) {
            let isEmpty = state.queues[target].waiting.isEmpty && state.queues[target].running.isEmpty
            return isEmpty && state.queues[target].isFullyKnown ? "already empty" : nil
        }
        if wait.kind == .sync || wait.kind == .workItem || wait.kind == .operation {
            return state.items.indices.contains(target) && state.items[target].phase == .ended ? "already ended" : nil
        }
        guard TraceState.namesObject(wait.kind), state.objects.indices.contains(target) else { return nil }
        let object = state.objects[target]
        switch wait.kind {
        case .group: return object.value.map { $0 <= 0 } == true ? "already empty" : nil
        case .semaphore, .condition:
            guard let value = object.value, value > 0 else { return nil }
            return value >= object.waiters.count ? "signalled" : "signalled for \(value) of \(object.waiters.count) waiting threads"
        // A lock without a known holder may still be held: the trace does not always show the
        // holder.
        case .mutex, .writeLock: return object.holders.isEmpty && wait.valueBefore ?? 0 > 0 ? "already free" : nil
        case .once: return object.isDone ? "already run" : nil
        default: return nil
        }
    }
}
