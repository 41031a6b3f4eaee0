// Queries for claims about queues.

extension Trace {
    /// The items of the queue with this label that began, in the order in which they were
    /// submitted.
    public func items(onQueue label: String) -> [Item] {
        items.filter { $0.began != nil && queues[$0.queue].label == label }
    }

    /// The items that began on queues with this label prefix ("caller "), in the order in which
    /// they were submitted.
    public func items(onQueuesNamed prefix: String) -> [Item] {
        items.filter { $0.began != nil && queues[$0.queue].label.hasPrefix(prefix) }
    }

    /// The largest number of these items that ran at the same instant.
    public func mostAtOnce(_ items: some Sequence<Item>) -> Int {
        var changes: [(time: Int64, change: Int)] = []
        for item in items {
            guard let span = span(item) else { continue }
            changes.append((span.lowerBound, 1))
            changes.append((span.upperBound, -1))
        }
        // If one item ends at the instant at which another begins, they do not overlap.
        changes.sort { ($0.time, $0.change) < ($1.time, $1.change) }
        var running = 0
        var most = 0
        for change in changes {
            running += change.change
            most = max(most, running)
        }
        return most
    }

    /// The other items that ran at the same time as this one.
    public func overlapping(_ item: Item, among items: some Sequence<Item>) -> [Item] {
        guard let span = span(item) else { return [] }
        return items.filter { other in
            guard other.id != item.id, let otherSpan = self.span(other) else { return false }
            return otherSpan.overlaps(span)
        }
    }

    /// The items that were certainly submitted after this one: the call that submitted this one had
    /// returned before.
    ///
    /// A submission is recorded just before the call. If two threads submit at nearly the same
    /// time, the records alone do not show which item came first. The next record of the submitting
    /// thread proves that its call had returned.
    public func enqueued(after item: Item, among items: some Sequence<Item>) -> [Item] {
        guard let enqueued = item.enqueued, let lane = item.enqueuedOnLane else { return [] }
        guard let returned = events.first(where: { Int($0.lane) == lane && $0.time > enqueued })?.time else { return [] }
        return items.filter { other in other.id != item.id && other.enqueued.map { $0 >= returned } ?? false }
    }

    /// From its begin to its end. An item that never ended runs until the end of the trace.
    private func span(_ item: Item) -> Range<Int64>? {
        guard let began = item.began else { return nil }
        return began..<max(began, item.ended ?? duration)
    }
}
