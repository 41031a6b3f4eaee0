extension Derivation {
    mutating func item(_ event: Event, at index: Int, extra: UInt64) -> Int? {
        switch event.kind {
        case .itemEnqueued: enqueued(event, at: index, extra: extra)
        case .itemBegan: began(event, at: index, extra: extra)
        case .itemEnded: ended(event, at: index)
        default: cancelled(event)
        }
    }

    private mutating func enqueued(_ event: Event, at index: Int, extra: UInt64) -> Int {
        let lane = Int(event.lane)
        let queue = queues.seen(event.argument)
        let how = Trace.Item.How(rawValue: Int(event.detail & 0xFF)) ?? .async
        if how == .operation, let known = operations.unplaced(event.object, items) {
            // The operation was added a moment ago, and now its queue is known.
            items.update(known) { $0.queue = queue }
            activity.enqueued(queue, isBarrier: false)
            return known
        }
        let isBarrier = event.detail & TraceFormat.Enqueue.barrier != 0
        var item = Trace.Item(
            id: event.object, how: how, isBarrier: isBarrier, queue: queue, enqueued: event.time, enqueuedOnLane: lane,
            enqueuedByItem: items.running(on: lane), place: event.place < 0 ? nil : Int(event.place),
            callerWaits: event.detail & TraceFormat.Enqueue.callerWaits != 0)
        if event.detail & TraceFormat.Enqueue.inGroup != 0, extra != 0 {
            let group = objects.seen(.group, extra)
            objects.entered(group)
            item.group = group
        } else if how == .groupNotify, extra != 0 {
            item.group = objects.seen(.group, extra)
        } else if how == .after {
            let delay = min(Int64(clamping: extra), TraceClock.latest)
            item.delay = delay
            item.due = isExplored ? TraceClock.latest : event.time + delay
        } else if how == .taskJob || how == .actorJob, extra != 0 {
            item.task = extra
            _ = tasks.seen(extra)
        }
        let number = items.enqueued(item)
        if item.follows { notified(number, item: extra, at: event.time) }
        if item.callerWaits {
            let exclusive = queues.exclusive(queue)
            let kind = queues.queues[queue].kind
            syncs.enqueued(
                number, event: index, heldUp: activity.holdsUp(queue, exclusive: exclusive, isBarrier: isBarrier, kind: kind))
        }
        count(queue) { $0.enqueued($1, isBarrier: isBarrier) }
        return number
    }

    private mutating func began(_ event: Event, at index: Int, extra: UInt64) -> Int {
        let lane = Int(event.lane)
        let how = Trace.Item.How(rawValue: Int(event.detail & 0xFF)) ?? .async
        let isWithoutQueue = event.argument == 0 && (how == .completion || how == .operation)
        let queue = queues.seen(isWithoutQueue ? QueueLives.none : event.argument)
        let number = items.began(
            event.object, how: how, queue: queue, lane: lane, place: event.place < 0 ? nil : Int(event.place), at: event.time)
        if how == .operation, items.items[number].enqueued == nil {
            items.update(number) { $0.operation.isByHand = true }
            operations.added(event.object, item: number)
        }
        if how == .completion, let operation = items.newest(extra) { items.update(number) { $0.operation.completes = operation } }
        let item = items.items[number]
        if isExplored, item.how == .after, item.due != nil { items.update(number) { $0.due = event.time } }
        // Nothing in the trace has let it come: its group was left by a cancelled item, for example.
        if item.follows, item.enqueued != nil, item.due == nil { items.update(number) { $0.due = event.time } }
        if item.queue < 0 { items.update(number) { $0.queue = queue } }
        let home = item.queue < 0 ? queue : item.queue
        if item.how == .operation, item.cancelled != nil { passed.began(event.object, lane: lane) }
        if item.enqueued != nil, item.cancelled == nil, item.queue >= 0 { count(home) { $0.left($1, isBarrier: item.isBarrier) } }
        count(home) { $0.began($1, isBarrier: item.isBarrier) }
        if item.callerWaits, item.enqueuedOnLane == lane {
            let exclusive = queues.exclusive(home)
            let last = activity[exclusive ?? home]
            let wait = syncs.began(
                number, item, at: event.time, lastEnd: Int(last.lastEnd), lastEndLane: Int(last.lastEndLane), isExplored: isExplored)
            if let wait { waits.add(wait) }
        }
        return number
    }

    private mutating func ended(_ event: Event, at index: Int) -> Int? {
        let lane = Int(event.lane)
        guard let number = items.ended(event.object, lane: lane, at: event.time, event: index) else { return nil }
        if passed.areWatched, passed.ended(event.object, lane: lane) {
            // It has not run: its queue started it only to finish it.
            items.update(number) { ($0.began, $0.lane) = (nil, nil) }
        }
        let item = items.items[number]
        if item.queue >= 0 { count(item.queue) { $0.ended($1, isBarrier: item.isBarrier, event: index, lane: lane) } }
        if let group = item.group, item.how != .groupNotify {
            objects.left(group, event: index, lane: lane)
            left(group, at: event.time)
        }
        come(notifications.take(item: item.id), at: event.time)
        if item.callerWaits, let waiting = item.enqueuedOnLane, waiting != item.lane {
            if let wait = syncs.ended(number, item, waiting: waiting, at: event.time, event: index) { waits.add(wait) }
        }
        return number
    }

    private mutating func cancelled(_ event: Event) -> Int? {
        guard let number = items.newest(event.object) else { return nil }
        let before = items.items[number]
        // The event is about this item, although it changes nothing.
        if before.ended != nil { return number }
        let result = items.cancelled(event.object, at: event.time)
        if before.began == nil { syncs.cancelled(number) }
        if result != nil, before.began == nil, before.cancelled == nil, before.enqueued != nil, before.queue >= 0 {
            count(before.queue) { $0.left($1, isBarrier: before.isBarrier) }
        }
        return result
    }

    /// Counts for a queue and for the queue that makes it exclusive, when that is another one.
    private mutating func count(_ queue: Int, _ change: (inout QueueActivity, Int) -> Void) {
        change(&activity, queue)
        if let exclusive = queues.exclusive(queue), exclusive != queue { change(&activity, exclusive) }
    }
}
