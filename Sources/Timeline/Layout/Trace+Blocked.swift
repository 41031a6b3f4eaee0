import Trace

extension Trace {
    /// The items that a wait blocks, the inner ones first: the item that waits, and the items around it on the same thread. A thread
    /// that calls `sync` runs the block itself, inside the item that called.
    func itemsBlocked(by wait: Wait) -> [Int] {
        var blocked: [Int] = []
        var next = wait.item
        while let item = next, items.indices.contains(item) {
            blocked.append(item)
            let facts = items[item]
            let isInside = facts.callerWaits && facts.lane != nil && facts.lane == facts.enqueuedOnLane
            next = isInside && facts.enqueuedByItem.map { $0 < item } ?? false ? facts.enqueuedByItem : nil
        }
        return blocked
    }

    /// Whether a wait suspends a Swift task, and blocks no thread.
    ///
    /// In an explored run each task has its own lane, and a task that sleeps runs no item.
    func suspendsTask(_ wait: Wait) -> Bool {
        if wait.kind.isOfTask { return true }
        guard wait.kind == .sleep, wait.item == nil, origin == .explorer else { return false }
        return items.indices.contains { items.lane($0) == wait.lane && items[$0].task != nil }
    }

    /// Whether a wait blocks an item; nil stands for the time in which a thread runs no item.
    func isBlocked(_ item: Int?, by wait: Wait) -> Bool {
        wait.item == item || item.map { itemsBlocked(by: wait).contains($0) } ?? false
    }
}
