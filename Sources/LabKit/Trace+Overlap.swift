// What claims about queues ask of a trace.

extension Trace {
    /// The items of the queue with this label that began, in the order of their enqueue.
    public func items(onQueue label: String) -> [Item] {
        items.filter { $0.began != nil && queues[$0.queue].label == label }
    }

    /// The items that began on queues whose label begins so ("caller "), in the order of their enqueue.
    public func items(onQueuesNamed prefix: String) -> [Item] {
        items.filter { $0.began != nil && queues[$0.queue].label.hasPrefix(prefix) }
    }

    /// The most of these items that ran at the same instant.
    public func mostAtOnce(_ items: [Item]) -> Int {
        var changes: [(time: Int64, change: Int)] = []
        for item in items {
            guard let span = span(item) else { continue }
            changes.append((span.lowerBound, 1))
            changes.append((span.upperBound, -1))
        }
        // An end at the instant of a beginning comes first: they did not overlap.
        changes.sort { ($0.time, $0.change) < ($1.time, $1.change) }
        var running = 0
        var most = 0
        for change in changes {
            running += change.change
            most = max(most, running)
        }
        return most
    }

    /// Those of the items that ran while this one did, itself left out.
    public func overlapping(_ item: Item, among items: [Item]) -> [Item] {
        guard let span = span(item) else { return [] }
        return items.filter { other in
            guard other.id != item.id, let otherSpan = self.span(other) else { return false }
            return otherSpan.overlaps(span)
        }
    }

    /// Those of the items that were certainly put on their queue after this one: its enqueuing call had returned by then.
    ///
    /// An enqueue is written down just before the call is made, so of two that lie close together on different threads the records alone
    /// cannot tell which came first. The next record of the enqueuing thread proves that the call was over.
    public func enqueued(after item: Item, among items: [Item]) -> [Item] {
        guard let enqueued = item.enqueued, let lane = item.enqueuedOnLane else { return [] }
        guard let returned = events.first(where: { Int($0.lane) == lane && $0.time > enqueued })?.time else { return [] }
        return items.filter { other in other.id != item.id && other.enqueued.map { $0 >= returned } ?? false }
    }

    /// From its beginning to its end; an item that never ended ran until the trace did.
    private func span(_ item: Item) -> Range<Int64>? {
        guard let began = item.began else { return nil }
        return began..<max(began, item.ended ?? duration)
    }
}
