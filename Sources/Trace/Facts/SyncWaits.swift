/// Recognises the waits of `sync`, which writes no wait records: from the enqueue to the begin the
/// caller is blocked.
///
/// Every `sync` takes a moment to begin. It waited when others held it up as it came, or when it took far longer than that moment.
struct SyncWaits {
    /// Enqueues whose items have not begun: the event, and whether others held it up.
    private var waiting: [Int: (event: Int, heldUp: Bool)] = [:]

    /// Nanoseconds that a `sync` needs when it does not have to wait.
    private static let moment: Int64 = 500
    /// Nanoseconds after which it must have waited, even if no other item was seen ahead of it.
    private static let long: Int64 = 50_000

    mutating func enqueued(_ item: Int, event: Int, heldUp: Bool) { waiting[item] = (event, heldUp) }

    /// The item begins on the thread that submitted it.
    mutating func began(
        _ number: Int, _ item: Trace.Item, at time: Int64, lastEnd: Int, lastEndLane: Int, isExplored: Bool
    ) -> Trace.Wait? {
        guard let entry = waiting.removeValue(forKey: number), let enqueued = item.enqueued, let lane = item.enqueuedOnLane else {
            return nil
        }
        let length = time - enqueued
        let waited = entry.heldUp ? length > (isExplored ? 0 : Self.moment) : !isExplored && length >= Self.long
        guard waited else { return nil }
        let endedBy = lastEnd > entry.event && lastEndLane != lane ? lastEnd : nil
        return wait(number, item, lane: lane, began: enqueued, ended: time, endedBy: endedBy)
    }

    /// The item has run on another thread: its caller waited until the end.
    mutating func ended(_ number: Int, _ item: Trace.Item, waiting lane: Int, at time: Int64, event: Int) -> Trace.Wait? {
        guard waiting.removeValue(forKey: number) != nil, let enqueued = item.enqueued else { return nil }
        return wait(number, item, lane: lane, began: enqueued, ended: time, endedBy: event)
    }

    /// The item was cancelled before it began: its queue skips it, and the caller continues then.
    mutating func cancelled(_ number: Int) { waiting[number] = nil }

    /// The callers that still wait when the trace ends.
    func unfinished(_ items: [Trace.Item]) -> [Trace.Wait] {
        waiting.keys.sorted().compactMap { number in
            let item = items[number]
            guard let enqueued = item.enqueued, let lane = item.enqueuedOnLane else { return nil }
            return wait(number, item, lane: lane, began: enqueued, ended: nil, endedBy: nil)
        }
    }

    private func wait(_ number: Int, _ item: Trace.Item, lane: Int, began: Int64, ended: Int64?, endedBy: Int?) -> Trace.Wait {
        Trace.Wait(
            kind: .sync, lane: lane, item: item.enqueuedByItem, awaitedItem: number, began: began, ended: ended, endedBy: endedBy,
            place: item.place)
    }
}
