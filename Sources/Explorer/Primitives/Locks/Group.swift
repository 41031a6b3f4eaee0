import CInterposition

/// A dispatch group: a count of enters that no leave has matched.
struct Group: Primitive {
    static let kind = PrimitiveKind.group
    var count: Int32 = 0
    /// The blocks to be submitted when it is empty.
    var notifications = NotificationList()
    /// It counts the writers that wait for a read-write lock (ReadWriteLock.swift).
    var isOfWriters = false

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool { operation.kind != .groupWait || count == 0 }
    func visible(to task: Int, by kind: Operation.Kind) -> UInt64 { UInt64(UInt32(bitPattern: count)) << 1 }
    var contradiction: String? { count < 0 ? "a group was left more often than entered" : nil }
}

extension Execution {
    func answerGroups(_ call: interleave_call) -> Int64 {
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_GROUP_ENTER: enter(object(call.object | 1, as: Group.self), isManual: true, place: call.caller)
        case INTERLEAVE_GROUP_LEAVE: leave(group: object(call.object | 1, as: Group.self), isManual: true, place: call.caller)
        case INTERLEAVE_GROUP_WAIT: return wait(forGroup: object(call.object | 1, as: Group.self), timeOut: call.value, place: call.caller)
        default: return notify(call)
        }
        return 0
    }

    /// An enter of a group that no leave has been matched with.
    struct GroupEntry: BitwiseCopyable {
        var group: Int32
        var task: Int
        var time: UInt32
        var isMatched = false
    }

    func enter(_ group: Int32, isManual: Bool, place: UInt) {
        // (If a task calls `notify` before this enter is made, the pending operation changes.)
        arrive(
            at: Operation(
                kind: objects[group, Group.self].notifications.isEmpty ? .groupEnter : .groupEnterNotified, object: group, place: place))
        commit(tasks.pending[current])
        objects[group, Group.self].count += 1
        if isLogging && isManual { log(.groupEntered, UInt64(objects[group].key & ~1), place: place) }
        if isManual { groupEntries.append(GroupEntry(group: group, task: current, time: detector.time(of: current))) }
    }

    /// - Parameter isManual: a `leave()` in the program; else the end of an item that was submitted
    ///   with the group.
    func leave(group: Int32, isManual: Bool, place: UInt) {
        // The last `leave()` submits the notify blocks before it returns. That order is visible if
        // the task does anything afterwards.
        let endsInOrder = isManual || (tasks[current].job.queue >= 0 && queues[tasks[current].job.queue].kind == .serial)
        let isUncertain = isManual && !hasEntered(group)
        let isOrdered = isUncertain || (endsInOrder && !objects[group, Group.self].notifications.isEmpty)
        arrive(at: Operation(kind: isOrdered ? .groupLeaveOrdered : .groupLeave, object: group, target: endsInOrder ? 1 : 0, place: place))
        var operation = tasks.pending[current]
        if !isUncertain { operation.kind = .groupLeave }
        if endsInOrder && !objects[group, Group.self].notifications.isEmpty { operation.kind = .groupLeaveOrdered }
        commit(operation)
        if objects[group, Group.self].count == 0 {
            misuse(.unbalancedLeave, place: place)
        }
        detector.release(current, into: &objects[group].released, keeping: true)
        if !objects[group, Group.self].notifications.isEmpty { exploration.search.release(current, into: &objects[group].ordered) }
        objects[group, Group.self].count -= 1
        if isLogging && isManual { log(.groupLeft, UInt64(objects[group].key & ~1), place: place) }
        if objects[group, Group.self].count == 0 {
            comes(to: group, at: detector.time(ofRow: objects[group].released))
            submitNotifications(ofGroup: group)
        }
    }

    /// Whether an enter that surely happens before this leave has no other leave. Then no
    /// interleaving makes this leave come too early.
    private func hasEntered(_ group: Int32) -> Bool {
        // The latest enter first: tasks that know less than this one have only the earlier ones to
        // choose from.
        for index in (0..<groupEntries.count).reversed() where groupEntries[index].group == group && !groupEntries[index].isMatched {
            if detector.hasSeen(groupEntries[index].time, of: groupEntries[index].task, by: current) {
                groupEntries[index].isMatched = true
                return true
            }
        }
        return false
    }

    /// - Parameter timeOut: nanoseconds from now.
    /// - Returns: 1 if it timed out.
    func wait(forGroup group: Int32, timeOut: UInt64, place: UInt) -> Int64 {
        if timeOut == .max {
            visit(Operation(kind: .groupWait, object: group, place: place))
        } else if !wait(.groupTimedWait, group, timeOut: timeOut, place: place, isOver: { objects[group, Group.self].count == 0 }) {
            return 1
        }
        detector.acquire(current, from: objects[group].released)
        return 0
    }

    /// Waits for an object, for a limited time.
    /// - Parameter timeOut: nanoseconds from now.
    /// - Returns: false if it timed out.
    func wait(_ kind: Operation.Kind, _ object: Int32, timeOut: UInt64, place: UInt, isOver: () -> Bool) -> Bool {
        deferred.wait(current)
        visit(
            Operation(
                kind: kind, mayTimeOut: timeOut > 0, object: object, isDeferred: isToBeDeferred(as: current, place: place), place: place))
        if isOver() {
            deferred.serve(.init(place: place, task: current))
            return true
        }
        passLimit(timeOut, of: object)
        return false
    }

    func notify(_ call: interleave_call) -> Int64 {
        let group = object(call.other | 1, as: Group.self)
        guard let queue = queue(call.object), let function = call.function else { return refusedQueue(call.caller) }
        visit(Operation(kind: .groupNotify, object: group, place: call.caller))
        orderMeetings(at: group)
        var job = Job(queue: queue, work: call.work, how: ExecutionRecorder.How.groupNotify.rawValue, closure: call.closure)
        note(barrier: call, in: &job)
        let notification = Notification(
            job: job, function: function, context: call.context, task: current, place: call.caller,
            item: isLogging ? announce(job, group: group, place: call.caller) : 0)
        append(notification, to: &objects[group, Group.self].notifications)
        if objects[group, Group.self].count == 0 { submitNotifications(ofGroup: group) }
        return 0
    }

    /// Blocks that are to run when a group is empty, if the group never becomes empty.
    var pendingNotifications: [Failure.Waiting] {
        (0..<Int32(truncatingIfNeeded: objects.count)).compactMap { group in
            guard objects[group].kind == .group, objects[group, Group.self].count > 0,
                let notification = first(of: objects[group, Group.self].notifications)
            else { return nil }
            return Failure.Waiting(
                task: notification.task, place: notification.place, cause: .notification, object: Int(group), holders: [])
        }
    }

    /// A notify block was added: pending enters and leaves become ordered from now on.
    private func orderMeetings(at group: Int32) {
        for task in 0..<tasks.count where tasks[task].state == .alive && tasks.pending[task].object == group {
            if tasks.pending[task].kind == .groupEnter { tasks.pending[task].kind = .groupEnterNotified }
            if tasks.pending[task].kind == .groupLeave && tasks.pending[task].target == 1 { tasks.pending[task].kind = .groupLeaveOrdered }
        }
    }

    private func submitNotifications(ofGroup group: Int32) {
        submit(objects[group, Group.self].notifications.take(), of: group)
    }
}

extension Operation.Kind {
    static func ofGroups(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.groupEnter, .groupEnter), (.groupEnter, .groupEnterNotified), (.groupEnterNotified, .groupEnter): .independent
        case (.groupEnterNotified, .groupEnterNotified): .independent
        case (.groupEnter, .groupLeave), (.groupLeave, .groupEnter), (.groupLeave, .groupLeave): .independent
        case (.groupLeave, .groupWait), (.groupLeaveOrdered, .groupWait): .enables
        case (.groupWait, .groupWait), (.groupWait, .groupTimedWait), (.groupTimedWait, .groupWait): .independent
        case (.groupTimedWait, .groupTimedWait), (.groupWait, .groupNotify), (.groupNotify, .groupWait): .independent
        // (It is open which of several leaves is last. So a task that checks whether the group is
        // empty is ordered with each leave.)
        case (.groupTimedWait, .groupNotify), (.groupNotify, .groupTimedWait): .independent
        default: .conflicts
        }
    }
}
