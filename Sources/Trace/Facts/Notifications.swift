/// The `notify` blocks that have not come to their queue yet, by the group or the item that they follow.
struct Notifications {
    private var ofGroups: [Int: [Int]] = [:]
    private var ofItems: [UInt64: [Int]] = [:]
    /// All blocks that follow an item, with that item's id.
    private(set) var followed: [(block: Int, id: UInt64)] = []

    /// A block was submitted that runs when a group is empty; the group is not.
    mutating func add(_ block: Int, group: Int) { ofGroups[group, default: []].append(block) }

    /// A block was submitted that runs when an item has ended.
    mutating func add(_ block: Int, item id: UInt64, hasEnded: Bool) {
        followed.append((block, id))
        if !hasEnded { ofItems[id, default: []].append(block) }
    }

    /// The blocks that come to their queue because a group is empty; they are not kept any longer.
    mutating func take(group: Int) -> [Int] { ofGroups.isEmpty ? [] : ofGroups.removeValue(forKey: group) ?? [] }

    /// The blocks that come to their queue because an item has ended; they are not kept any longer.
    mutating func take(item id: UInt64) -> [Int] { ofItems.isEmpty ? [] : ofItems.removeValue(forKey: id) ?? [] }
}

extension Derivation {
    /// A `notify` block was submitted: where the group is empty, or the item has ended, it comes to its queue now.
    ///
    /// Where the trace does not show what it follows, that is not known before the block begins.
    /// - Parameter followed: the id of the item that it follows; 0: not known.
    mutating func notified(_ block: Int, item followed: UInt64 = 0, at time: Int64) {
        let item = items.items[block]
        guard item.began == nil else { return }
        if item.how == .groupNotify, let group = item.group, objects.objects[group].isFullyKnown {
            if objects.isEmpty(group) {
                items.update(block) { $0.due = time }
            } else {
                notifications.add(block, group: group)
            }
        } else if item.how == .workItemNotify, followed != 0 {
            let hasEnded = items.newest(followed).map { items.items[$0].ended != nil } ?? false
            notifications.add(block, item: followed, hasEnded: hasEnded)
            if hasEnded { items.update(block) { $0.due = time } }
        }
    }

    /// A group was left: the blocks that waited for it come to their queues when nothing is in it any more. That it may be entered again
    /// before they begin changes nothing.
    mutating func left(_ group: Int, at time: Int64) {
        if objects.isEmpty(group) { come(notifications.take(group: group), at: time) }
    }

    /// Blocks come to their queues.
    mutating func come(_ blocks: [Int], at time: Int64) {
        for block in blocks where items.items[block].began == nil { items.update(block) { $0.due = time } }
    }

    /// Names for each block the item that it follows. A block that never began, and that nothing in the trace let come to its queue, never came.
    func finishNotifications(_ items: inout [Trace.Item]) {
        for index in items.indices where items[index].began == nil && items[index].follows && items[index].due == nil {
            items[index].due = TraceClock.latest
        }
        if notifications.followed.isEmpty { return }
        let wanted = Set(notifications.followed.lazy.map(\.id))
        var indices: [UInt64: Int] = [:]
        for index in items.indices where wanted.contains(items[index].id) && indices[items[index].id] == nil {
            indices[items[index].id] = index
        }
        for (block, id) in notifications.followed { items[block].followed = indices[id] }
    }
}

extension Trace.Item {
    /// A `notify` block: it comes to its queue when something else has ended.
    var follows: Bool { how == .groupNotify || how == .workItemNotify }
}
