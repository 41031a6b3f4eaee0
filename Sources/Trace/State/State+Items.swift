extension TraceState {
    mutating func applyItem(_ event: Event, _ item: Int, _ partner: Int, _ lane: Int, _ trace: Trace, _ subjects: EventSubjects) {
        switch event.kind {
        case .itemEnqueued: enqueue(item, lane, event, trace, subjects)
        case .itemBegan: begin(item, lane, event, trace)
        case .itemEnded: end(item, lane, event, trace)
        case .itemCancelled: cancel(item, event, trace)
        case .operationReady: items[item].isReady = true
        case .operationDepends:
            let isNew = partner >= 0 && !items[item].openDependencies.contains(Int32(partner))
            if isNew, items[partner].phase != .ended { items[item].openDependencies.append(Int32(partner)) }
        case .operationIndependent: items[item].openDependencies.removeAll { $0 == Int32(partner) }
        case .operationCancelled:
            if !items[item].isCancelled, items[item].phase != .ended {
                items[item].cancelledAt = event.time
                items[item].ranWhenCancelled = items[item].phase == .running
            }
            items[item].isCancelled = true
        case .operationPriority: items[item].priority = Int8(clamping: Int64(bitPattern: event.argument))
        case .operationReturned:
            items[item].hasReturned = true
            let thread = Int(items[item].lane)
            if lanes.indices.contains(thread) { lanes[thread].activities.removeAll { $0 == .item(Int32(item)) } }
        default: break
        }
    }

    private mutating func enqueue(_ item: Int, _ lane: Int, _ event: Event, _ trace: Trace, _ subjects: EventSubjects) {
        let facts = trace.items[item]
        guard items[item].phase == .unseen, queues.indices.contains(facts.queue) else { return }
        // Where events tell them, a dependency counts from its event on: it can be added later.
        let dependencies = trace.origin == .recorder && subjects.tellsDependencies ? [] : facts.dependencies
        for dependency in dependencies where items.indices.contains(dependency) && items[dependency].phase != .ended {
            if !items[item].openDependencies.contains(Int32(dependency)) { items[item].openDependencies.append(Int32(dependency)) }
        }
        if let group = facts.group, objects.indices.contains(group) {
            if facts.how != .groupNotify {
                objects[group].count += 1
            } else if objects[group].count > 0 || !objects[group].isCounted {
                objects[group].notified.append(Int32(item))
                return hold(item, facts)
            }
        }
        if facts.how == .workItemNotify {
            // (Without a known item it is held until it begins.)
            guard let followed = facts.followed, items[followed].phase == .ended else {
                if let followed = facts.followed { followers[Int32(followed), default: []].append(Int32(item)) }
                return hold(item, facts)
            }
        }
        if facts.how == .after { return hold(item, facts) }
        putIn(item, facts, lane, event, trace)
    }

    /// It is not for the queue yet: not due, or what it follows has not ended.
    private mutating func hold(_ item: Int, _ facts: Trace.Item) {
        items[item].phase = .delayed
        queues[facts.queue].delayed.insert(item)
    }

    /// Adds an item at the end of its queue.
    private mutating func putIn(_ item: Int, _ facts: Trace.Item, _ lane: Int, _ event: Event, _ trace: Trace) {
        let queue = queues[facts.queue]
        items[item].phase = .waiting
        // An operation may have been cancelled before it was added.
        if let cancelled = facts.cancelled, cancelled <= event.time { items[item].isCancelled = true }
        // The event with its priority comes after this one.
        items[item].priority = Int8(clamping: facts.operation.priorityWhenAdded)
        items[item].cameSuspended = queue.isSuspended
        items[item].ahead = queue.isFullyKnown ? Int32(queue.running.count + queue.waiting.count) : nil
        items[item].lastAhead = queue.waiting.last.map { Int32($0) } ?? queue.running.last ?? -1
        items[item].barrierAhead =
            queue.waitingBarriers.last.map { Int32($0) } ?? queue.running.last { trace.items.isBarrier(Int($0)) } ?? -1
        queues[facts.queue].waiting.insert(item)
        if facts.isBarrier { queues[facts.queue].waitingBarriers.insert(item) }
        if facts.callerWaits, lane >= 0 {
            let wait = StateOfWait(
                kind: .sync, target: Int32(item), began: event.time, timeout: nil, facts: -1, valueBefore: 0, event: Int32(eventCount))
            lanes[lane].activities.append(.wait(wait))
        }
    }

    private mutating func begin(_ item: Int, _ lane: Int, _ event: Event, _ trace: Trace) {
        let queue = trace.items.queue(item)
        takeOut(item, trace)
        // Taken from its queue only to be finished: a cancelled operation.
        guard trace.items.began(item) != nil else { return items[item].phase = .dropped }
        items[item].phase = .running
        items[item].lane = Int32(lane)
        if queues.indices.contains(queue) {
            queues[queue].running.append(Int32(item))
            queues[queue].begun += 1
            queues[queue].mostRunning = max(queues[queue].mostRunning, queues[queue].running.count)
        }
        if lane >= 0 {
            // A caller of `sync` runs the item itself: it no longer waits.
            if case .wait(let wait)? = lanes[lane].activities.last, wait.kind == .sync, wait.target == Int32(item) {
                lanes[lane].activities.removeLast()
            }
            lanes[lane].activities.append(.item(Int32(item)))
        }
    }

    private mutating func end(_ item: Int, _ lane: Int, _ event: Event, _ trace: Trace) {
        let facts = trace.items[item]
        let wasInside = items[item].phase
        takeOut(item, trace)
        let runner = Int(items[item].lane)
        items[item].end()
        if runner >= 0, let position = lanes[runner].activities.lastIndex(of: .item(Int32(item))) {
            // A Swift task that waits does so without its thread.
            let awaits = lanes[runner].activities[position...].filter {
                if case .wait(let wait) = $0 { wait.kind.isOfTask } else { false }
            }
            lanes[runner].activities.replaceSubrange(position..., with: awaits)
        }
        if queues.indices.contains(facts.queue) {
            if let position = queues[facts.queue].running.lastIndex(of: Int32(item)) {
                queues[facts.queue].running.remove(at: position)
            }
            if facts.began != nil { queues[facts.queue].ended += 1 }
        }
        if wasInside != .ended, wasInside != .dropped { leaveGroup(facts, event, trace) }
        if !followers.isEmpty, let blocks = followers.removeValue(forKey: Int32(item)) { come(blocks, event, trace) }
        if facts.callerWaits { releaseCaller(of: item, facts) }
    }

    /// A barrier of an operation queue that was cancelled before it began.
    mutating func drop(_ barrier: Int, _ trace: Trace) {
        takeOut(barrier, trace)
        items[barrier].isCancelled = true
        items[barrier].phase = .dropped
    }

    /// A queue skips a cancelled item; an item that is running continues. A cancelled operation is
    /// still started, and ends immediately.
    private mutating func cancel(_ item: Int, _ event: Event, _ trace: Trace) {
        let facts = trace.items[item]
        items[item].isCancelled = true
        guard facts.how != .operation, facts.began == nil, facts.ended == nil else { return }
        guard items[item].phase == .waiting || items[item].phase == .delayed else { return }
        takeOut(item, trace)
        items[item].phase = .dropped
        leaveGroup(facts, event, trace)
        if facts.callerWaits { releaseCaller(of: item, facts) }
    }

    private mutating func takeOut(_ item: Int, _ trace: Trace) {
        let queue = trace.items.queue(item)
        guard queues.indices.contains(queue) else { return }
        switch items[item].phase {
        case .waiting:
            queues[queue].waiting.remove(item)
            if trace.items.isBarrier(item) { queues[queue].waitingBarriers.remove(item) }
        case .delayed: queues[queue].delayed.remove(item)
        default: break
        }
    }

    private mutating func leaveGroup(_ facts: Trace.Item, _ event: Event, _ trace: Trace) {
        guard let group = facts.group, facts.how != .groupNotify, objects.indices.contains(group) else { return }
        leave(group, event, trace)
    }

    /// One member fewer; with the last one, what was to follow comes to its queue.
    mutating func leave(_ group: Int, _ event: Event, _ trace: Trace) {
        objects[group].count = max(0, objects[group].count - 1)
        guard objects[group].value == 0, !objects[group].notified.isEmpty else { return }
        let notified = objects[group].notified
        objects[group].notified = []
        come(notified, event, trace)
    }

    /// Blocks that were held come to their queues.
    private mutating func come(_ blocks: [Int32], _ event: Event, _ trace: Trace) {
        for item in blocks where items[Int(item)].phase == .delayed {
            takeOut(Int(item), trace)
            putIn(Int(item), trace.items[Int(item)], -1, event, trace)
        }
    }

    private mutating func releaseCaller(of item: Int, _ facts: Trace.Item) {
        guard let caller = facts.enqueuedOnLane, lanes.indices.contains(caller) else { return }
        lanes[caller].activities.removeAll {
            if case .wait(let wait) = $0 { wait.kind == .sync && wait.target == Int32(item) } else { false }
        }
    }
}
