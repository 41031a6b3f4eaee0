import Trace

/// Puts traces together by hand: queues, threads, items and waits, with times in microseconds.
struct TraceBuilder {
    var trace = Trace()

    init(threads: Int = 4) {
        trace.lanes = (0..<threads).map {
            Trace.Lane(name: $0 == 0 ? "main thread" : "worker \($0)", threadID: UInt64($0), isMain: $0 == 0)
        }
        trace.program = "/tmp/album"
        trace.ending = .exited(code: 0)
    }

    mutating func queue(_ label: String, _ kind: Trace.Queue.Kind, target: Int? = nil) -> Int {
        trace.queues.append(Trace.Queue(address: UInt64(0xA000 + trace.queues.count), label: label, kind: kind, target: target))
        return trace.queues.count - 1
    }

    mutating func object(_ kind: Trace.SyncObject.Kind, _ label: String) -> Int {
        trace.objects.append(Trace.SyncObject(kind: kind, address: UInt64(0xB000 + trace.objects.count), label: label))
        return trace.objects.count - 1
    }

    /// An item; nil for what never came.
    @discardableResult
    mutating func item(
        _ label: String, on queue: Int, enqueued: Double?, _ began: Double?, _ ended: Double?, thread: Int? = nil, barrier: Bool = false,
        how: Trace.Item.How = .async, by: Int? = nil, from: Int? = 0, after: [Int] = [], task: UInt64? = nil
    ) -> Int {
        var item = Trace.Item(id: UInt64(trace.items.count + 1), how: how, isBarrier: barrier, queue: queue, label: label)
        item.enqueued = enqueued.map(nanoseconds)
        item.began = began.map(nanoseconds)
        item.ended = ended.map(nanoseconds)
        item.lane = began == nil ? nil : thread
        item.enqueuedOnLane = from
        item.enqueuedByItem = by
        item.dependencies = after
        item.task = task
        item.callerWaits = how == .sync
        trace.items.append(item)
        for time in [enqueued, began, ended] { if let time { reach(time) } }
        return trace.items.count - 1
    }

    @discardableResult
    mutating func wait(
        _ kind: Trace.Wait.Kind, thread: Int, item: Int? = nil, for object: Int? = nil, awaiting: Int? = nil, _ began: Double,
        _ ended: Double?,
        timedOut: Bool = false, endedBy: Int? = nil
    ) -> Int {
        trace.waits.append(
            Trace.Wait(
                kind: kind, lane: thread, item: item, object: object, awaitedItem: awaiting, began: nanoseconds(began),
                ended: ended.map(nanoseconds), timedOut: timedOut, timeout: timedOut ? nanoseconds((ended ?? began) - began) : nil,
                endedBy: endedBy))
        reach(ended ?? began)
        return trace.waits.count - 1
    }

    mutating func hold(_ object: Int, thread: Int, item: Int? = nil, _ began: Double, _ ended: Double?) {
        trace.holdings.append(
            Trace.Holding(object: object, lane: thread, item: item, began: nanoseconds(began), ended: ended.map(nanoseconds)))
        reach(ended ?? began)
    }

    @discardableResult
    mutating func event(_ kind: Event.Kind, at time: Double, thread: Int, object: UInt64 = 0) -> Int {
        trace.events.append(Event(time: nanoseconds(time), kind: kind, lane: thread, object: object))
        reach(time)
        return trace.events.count - 1
    }

    private func nanoseconds(_ microseconds: Double) -> Int64 { Int64((microseconds * 1_000).rounded()) }

    private mutating func reach(_ time: Double) { trace.duration = max(trace.duration, nanoseconds(time)) }
}
