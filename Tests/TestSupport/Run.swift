import Trace

/// Builds a trace by hand: each call adds the event and keeps the facts that a reader would derive from it.
package struct Run {
    package var trace = Trace()
    private var now: Int64 = 0
    private var openWaits: [Int: Int] = [:]

    package init(lanes: [String] = ["main", "worker 1", "worker 2", "worker 3"]) {
        trace.lanes = lanes.enumerated().map { Trace.Lane(name: $1, threadID: UInt64(100 + $0), isMain: $0 == 0) }
    }

    /// Goes to a moment, in microseconds.
    package mutating func at(_ microseconds: Int64) { now = microseconds * 1_000 }

    /// Goes to a step of an explored run.
    package mutating func now(_ step: Int64) { now = step }

    package mutating func event(
        _ kind: Event.Kind, _ lane: Int, object: UInt64 = 0, argument: UInt64 = 0, detail: UInt16 = 0, place: Int = -1
    ) {
        trace.events.append(
            Event(time: now, kind: kind, detail: detail, lane: lane, object: object, argument: argument, place: place))
        trace.duration = max(trace.duration, now)
    }

    package mutating func place(_ file: String, _ line: Int, closureLine: Int? = nil) -> Int {
        trace.places.append(
            Trace.Place(
                call: .init(function: "f", file: file, line: line),
                closure: closureLine.map { .init(function: "closure", file: file, line: $0) }))
        return trace.places.count - 1
    }

    package mutating func queue(_ label: String, _ kind: Trace.Queue.Kind, target: Int? = nil, created: Bool = false) -> Int {
        let index = trace.queues.count
        trace.queues.append(Trace.Queue(address: UInt64(0x1000 + index * 16), label: label, kind: kind, target: target))
        if created {
            event(
                .queueCreated, 0, object: trace.queues[index].address, argument: target.map { trace.queues[$0].address } ?? 0,
                detail: UInt16(kind.rawValue))
        }
        return index
    }

    package mutating func object(_ label: String, _ kind: Trace.SyncObject.Kind, firstValue: Int64? = nil) -> Int {
        let index = trace.objects.count
        trace.objects.append(Trace.SyncObject(kind: kind, address: UInt64(0x2000 + index * 16), label: label, firstValue: firstValue))
        return index
    }

    @discardableResult package mutating func enqueue(
        _ label: String, on queue: Int, by lane: Int = 0, how: Trace.Item.How = .async, barrier: Bool = false, group: Int? = nil,
        place: Int = -1,
        id: UInt64? = nil, dependencies: [Int] = []
    ) -> Int {
        let index = trace.items.count
        let waits = how == .sync || how == .asyncAndWait
        trace.items.append(
            Trace.Item(
                id: id ?? UInt64(0x10_000 + index * 16), how: how, isBarrier: barrier, queue: queue, label: label, enqueued: now,
                enqueuedOnLane: lane,
                place: place < 0 ? nil : place, group: group, dependencies: dependencies, callerWaits: waits))
        event(
            .itemEnqueued, lane, object: trace.items[index].id, argument: trace.queues[queue].address,
            detail: UInt16(how.rawValue) | (barrier ? 0x100 : 0) | (group == nil ? 0 : 0x200) | (waits ? 0x400 : 0), place: place)
        return index
    }

    package mutating func begin(_ item: Int, on lane: Int) {
        trace.items[item].began = now
        trace.items[item].lane = lane
        event(.itemBegan, lane, object: trace.items[item].id, argument: trace.queues[trace.items[item].queue].address)
    }

    package mutating func end(_ item: Int) {
        trace.items[item].ended = now
        event(
            .itemEnded, trace.items[item].lane ?? 0, object: trace.items[item].id, argument: trace.queues[trace.items[item].queue].address)
    }

    package mutating func cancel(_ item: Int, by lane: Int = 0) {
        trace.items[item].cancelled = now
        event(trace.items[item].how == .operation ? .operationCancelled : .itemCancelled, lane, object: trace.items[item].id)
    }

    /// An operation queue gets a width.
    package mutating func widen(_ queue: Int, to width: Int) {
        trace.queues[queue].widths.append(.init(time: now, limit: width))
        event(.queueWidth, 0, object: trace.queues[queue].address, argument: UInt64(bitPattern: Int64(width)))
    }

    package mutating func suspend(_ queue: Int) {
        trace.queues[queue].suspensions.append(.init(began: now))
        event(.queueSuspended, 0, object: trace.queues[queue].address)
    }

    package mutating func resume(_ queue: Int) {
        trace.queues[queue].suspensions[trace.queues[queue].suspensions.count - 1].ended = now
        event(.queueResumed, 0, object: trace.queues[queue].address)
    }

    package mutating func prioritise(_ item: Int, _ priority: Int) {
        trace.items[item].operation.priority = priority
        trace.items[item].operation.priorityWhenAdded = priority
        event(.operationPriority, 0, object: trace.items[item].id, argument: UInt64(bitPattern: Int64(priority)), detail: 1)
    }

    /// The `start()` of an asynchronous operation returns.
    package mutating func returnFromStart(_ item: Int) {
        trace.items[item].operation.startReturned = now
        event(.operationReturned, trace.items[item].lane ?? 0, object: trace.items[item].id)
    }

    package mutating func on(_ object: Int, _ kind: Event.Kind, by lane: Int, argument: UInt64 = 0, detail: UInt16 = 0, place: Int = -1) {
        event(kind, lane, object: trace.objects[object].address, argument: argument, detail: detail, place: place)
    }

    package mutating func wait(
        _ kind: Trace.Wait.Kind, for object: Int?, by lane: Int, timeout: Int64? = nil, item: Int? = nil, place: Int = -1
    ) {
        openWaits[lane] = trace.waits.count
        trace.waits.append(Trace.Wait(kind: kind, lane: lane, object: object, awaitedItem: item, began: now, timeout: timeout))
        let address = item.map { trace.items[$0].id } ?? object.map { trace.objects[$0].address } ?? 0
        event(.waitBegan, lane, object: address, argument: timeout.map { UInt64($0) } ?? .max, detail: UInt16(kind.rawValue), place: place)
    }

    package mutating func waitOver(by lane: Int, timedOut: Bool = false, endedBy: Int? = nil) {
        guard let wait = openWaits.removeValue(forKey: lane) else { return }
        trace.waits[wait].ended = now
        trace.waits[wait].timedOut = timedOut
        trace.waits[wait].endedBy = endedBy
        let facts = trace.waits[wait]
        let address = facts.awaitedItem.map { trace.items[$0].id } ?? facts.object.map { trace.objects[$0].address } ?? 0
        event(.waitEnded, lane, object: address, detail: UInt16(facts.kind.rawValue) | (timedOut ? 0x100 : 0))
    }
}
