/// The blocks that are submitted together, when a group is empty or a work item has ended: a list of the execution's notifications.
struct NotificationList: BitwiseCopyable {
    fileprivate var first: Int32 = -1
    fileprivate var last: Int32 = -1

    var isEmpty: Bool { first < 0 }

    /// Returns the list, and leaves an empty one.
    mutating func take() -> NotificationList {
        defer { self = NotificationList() }
        return self
    }
}

extension Execution {
    /// A block that is submitted when a group is empty or a work item has ended.
    struct Notification: BitwiseCopyable {
        var job: Job
        var function: TaskFunction
        var context: UnsafeMutableRawPointer?
        /// The task that asked for it, and where.
        var task: Int
        var place: UInt
        /// The clock of that task when it asked.
        var released: Int32 = -1
        var next: Int32 = -1
        /// Its number in the log.
        var item: UInt64 = 0
    }

    func first(of list: NotificationList) -> Notification? { list.isEmpty ? nil : notifications[Int(list.first)] }

    func append(_ notification: Notification, to list: inout NotificationList) {
        let new = Int32(truncatingIfNeeded: notifications.count)
        notifications.append(notification)
        detector.release(current, into: &notifications[Int(new)].released, keeping: false)
        if list.last >= 0 { notifications[Int(list.last)].next = new } else { list.first = new }
        list.last = new
    }

    /// Submits the blocks of a group or a work item.
    func submit(_ list: NotificationList, of index: Int32) {
        var cursor = list.first
        let released = objects[index].released
        // The last task submits the blocks on behalf of all.
        exploration.search.acquire(current, from: objects[index].ordered)
        while cursor >= 0 {
            let notification = notifications[Int(cursor)]
            cursor = notification.next
            let task = start(
                notification.job, notification.function, notification.context, place: notification.place, announced: notification.item)
            detector.acquire(Int(task), from: released)
            detector.acquire(Int(task), from: notification.released)
        }
    }
}
