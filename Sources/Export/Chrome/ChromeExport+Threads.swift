import Trace
import Words

/// The tracks of the threads: what each runs, submits, and waits for; and the arrows between them.
extension ChromeExport {
    /// A slice of a thread.
    struct Slice {
        enum Kind: UInt8 { case item, wait, submission, wake }
        var start: Int64
        var end: Int64
        var index: Int32
        var kind: Kind

        /// A call has no length in a trace. An arrow needs a slice to begin at, so it gets this much, or less if something follows.
        var isCall: Bool { kind == .submission || kind == .wake }
    }

    func threads(_ pieces: inout EventPieces) {
        let reasons = StartReasons(trace)
        var lanes = slices()
        for lane in lanes.indices {
            lanes[lane].sort { one, other in
                one.start != other.start
                    ? one.start < other.start : one.end != other.end ? one.end > other.end : one.kind.rawValue < other.kind.rawValue
            }
            write(lanes[lane], of: lane, reasons, &pieces)
            lanes[lane] = []
        }
    }

    private func slices() -> [[Slice]] {
        var lanes = [[Slice]](repeating: [], count: trace.lanes.count)
        func add(_ lane: Int?, _ start: Int64, _ end: Int64, _ index: Int, _ kind: Slice.Kind) {
            guard let lane, lanes.indices.contains(lane) else { return }
            lanes[lane].append(Slice(start: start, end: max(start, end), index: Int32(clamping: index), kind: kind))
        }
        for index in trace.items.indices {
            if let began = trace.items.began(index) {
                add(trace.items.lane(index), began, leftThread(index), index, .item)
            }
            if let enqueued = trace.items.enqueued(index) {
                add(trace.items[index].enqueuedOnLane, enqueued, enqueued, index, .submission)
            }
        }
        for (index, wait) in trace.waits.enumerated() where isThreadsWait(wait) {
            add(wait.lane, wait.began, wait.ended ?? end, index, .wait)
            if let event = wakingEvent(wait) {
                add(Int(trace.events.lane(event)), trace.events.time(event), trace.events.time(event), index, .wake)
            }
        }
        return lanes
    }

    /// The moment at which an item left its thread. An asynchronous operation leaves it when `start()` returns.
    func leftThread(_ index: Int) -> Int64 {
        let item = trace.items[index]
        return item.operation.startReturned ?? item.ended ?? end
    }

    /// Whether a thread was blocked. (While a Swift task is suspended, its thread runs others; in an explored run a task has its own lane.)
    func isThreadsWait(_ wait: Trace.Wait) -> Bool { !wait.passedAtOnce && (isInSteps || !wait.kind.isOfTask) }

    /// The call that ended a wait; nil: it is not known, or it was the end of an item, which has its own slice.
    private func wakingEvent(_ wait: Trace.Wait) -> Int? {
        guard let event = wait.endedBy, trace.events.indices.contains(event), trace.events.kind(event) != .itemEnded, wait.ended != nil
        else {
            return nil
        }
        return event
    }

    /// Writes the slices of a thread. A slice that ends after the one around it would break its track, so it is asynchronous.
    private func write(_ slices: [Slice], of lane: Int, _ reasons: StartReasons, _ pieces: inout EventPieces) {
        var open: [Int64] = []
        // The length of a call that is shown: a microsecond, in an explored run half a step.
        let shortest: Int64 = isInSteps ? 0 : 1_000
        for (position, slice) in slices.enumerated() {
            while let last = open.last, last <= slice.start, !(last == slice.start && slice.isCall && slice.end == last) {
                open.removeLast()
            }
            var slice = slice
            if slice.isCall {
                let next = position + 1 < slices.count ? slices[position + 1].start : .max
                slice.end = min(slice.start + shortest, next, open.last ?? .max)
                write(slice, of: lane, &pieces)
                continue
            }
            let overlaps = open.last.map { slice.end > $0 } ?? false
            if !overlaps { open.append(slice.end) }
            if slice.kind == .item {
                item(Int(slice.index), slice, lane, overlaps, reasons, &pieces)
            } else {
                wait(Int(slice.index), slice, lane, overlaps, &pieces)
            }
        }
    }

    private func begin(_ slice: Slice, _ name: String, _ lane: Int, _ overlaps: Bool, _ pieces: inout EventPieces) {
        pieces.begin(overlaps ? "b" : "X", name, process: process, thread: thread(lane), at: slice.start)
        if overlaps {
            pieces.field("id", "t\(slice.kind.rawValue).\(slice.index)")
        } else {
            pieces.field("dur", time: slice.end - slice.start)
        }
        pieces.field("cat", slice.kind == .item ? "item" : slice.kind == .wait ? "wait" : "call")
    }

    private func finish(_ slice: Slice, _ name: String, _ lane: Int, _ overlaps: Bool, _ pieces: inout EventPieces) {
        pieces.end()
        guard overlaps else { return }
        pieces.begin("e", name, process: process, thread: thread(lane), at: slice.end)
        pieces.field("id", "t\(slice.kind.rawValue).\(slice.index)")
        pieces.field("cat", slice.kind == .item ? "item" : "wait")
        pieces.end()
    }

    private func item(
        _ index: Int, _ slice: Slice, _ lane: Int, _ overlaps: Bool, _ reasons: StartReasons, _ pieces: inout EventPieces
    ) {
        let item = trace.items[index], name = names.item(index)
        begin(slice, name, lane, overlaps, &pieces)
        pieces.beginArguments()
        pieces.field("queue", names.queue(item.queue))
        pieces.field("kind", names.how(item.how, isBarrier: item.isBarrier))
        if let enqueued = item.enqueued {
            let arrival = max(enqueued, item.due ?? enqueued)
            pieces.field("waited_us", time: max(0, slice.start - arrival))
            if arrival > enqueued { pieces.field("due_after_us", time: arrival - enqueued) }
        }
        let blockers = reasons.blockers(of: index, item)
        if !blockers.isEmpty { pieces.field("blocked_by", blockers.map { "\(names.item($0.item)) (\($0.words))" }.joined(separator: ", ")) }
        if let by = item.enqueuedByItem { pieces.field("submitted_by", names.item(by)) }
        if let on = item.enqueuedOnLane { pieces.field("submitted_on", names.lane(on)) }
        if let place = place(item.place) { pieces.field("place", place) }
        if let task = item.task { pieces.field("task", Int(clamping: task)) }
        if item.ended == nil { pieces.field("unfinished", 1) }
        pieces.endArguments()
        finish(slice, name, lane, overlaps, &pieces)
        if item.enqueued != nil, item.enqueuedOnLane != nil { arrow("f", "submit", 2 * index, lane, slice.start, &pieces) }
        if overlaps { return }
        // The threads that the end of this item woke.
        for wait in reasons.waits(endedBy: index) { arrow("s", "wake", 2 * wait + 1, lane, max(slice.start, slice.end - 1), &pieces) }
    }

    private func wait(_ index: Int, _ slice: Slice, _ lane: Int, _ overlaps: Bool, _ pieces: inout EventPieces) {
        let wait = trace.waits[index], name = names.waitForms(wait)[0]
        begin(slice, name, lane, overlaps, &pieces)
        pieces.beginArguments()
        if let place = place(wait.place) { pieces.field("place", place) }
        if wait.timedOut { pieces.field("timed_out", 1) }
        if let event = wait.endedBy, trace.events.indices.contains(event) {
            pieces.field("ended_by", names.lane(Int(trace.events.lane(event))))
            if let item = trace.item(ofEvent: event) { pieces.field("ended_by_item", names.item(item)) }
        }
        if wait.ended == nil { pieces.field("unfinished", 1) }
        pieces.endArguments()
        finish(slice, name, lane, overlaps, &pieces)
        guard !overlaps, wait.ended != nil, wait.endedBy != nil else { return }
        arrow("f", "wake", 2 * index + 1, lane, max(slice.start, slice.end - 1), &pieces)
    }

    /// A submission, or a signal.
    private func write(_ slice: Slice, of lane: Int, _ pieces: inout EventPieces) {
        let index = Int(slice.index)
        if slice.kind == .submission {
            begin(slice, "submit \(names.item(index))", lane, false, &pieces)
            pieces.beginArguments()
            pieces.field("queue", names.queue(trace.items.queue(index)))
            let hasBegun = trace.items.began(index) != nil
            if !hasBegun { pieces.field(trace.items.cancelled(index) == nil ? "never_began" : "cancelled", 1) }
            pieces.endArguments()
            pieces.end()
            if hasBegun { arrow("s", "submit", 2 * index, lane, slice.start, &pieces) }
        } else {
            let wait = trace.waits[index]
            begin(slice, "wakes \(names.lane(wait.lane))", lane, false, &pieces)
            pieces.beginArguments()
            if let object = wait.object { pieces.field("object", names.object(object)) }
            pieces.endArguments()
            pieces.end()
            arrow("s", "wake", 2 * index + 1, lane, slice.start, &pieces)
        }
    }

    /// One end of an arrow. It belongs to the slice around the moment.
    private func arrow(_ phase: StaticString, _ kind: String, _ number: Int, _ lane: Int, _ time: Int64, _ pieces: inout EventPieces) {
        pieces.begin(phase, kind, process: process, thread: thread(lane), at: time)
        pieces.field("cat", "arrow")
        pieces.field("id", number)
        pieces.raw(",\"bp\":\"e\"")
        pieces.end()
    }
}
