import CInterposition

/// Synchronization through libdispatch: groups, semaphores, work items.
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

    /// An enter of a group that no leave has been matched with.
    struct GroupEntry: BitwiseCopyable {
        var group: Int32
        var task: Int
        var time: UInt32
        var isMatched = false
    }

    // MARK: groups

    func enter(_ group: Int32, isManual: Bool, place: UInt) {
        // (If a task calls `notify` before this enter is made, the pending operation changes.)
        arrive(at: Operation(kind: objects[group].firstNotification < 0 ? .groupEnter : .groupEnterNotified, object: group, place: place))
        commit(tasks.pending[current])
        objects[group].value += 1
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
        let isOrdered = isUncertain || (endsInOrder && objects[group].firstNotification >= 0)
        arrive(at: Operation(kind: isOrdered ? .groupLeaveOrdered : .groupLeave, object: group, target: endsInOrder ? 1 : 0, place: place))
        var operation = tasks.pending[current]
        if !isUncertain { operation.kind = .groupLeave }
        if endsInOrder && objects[group].firstNotification >= 0 { operation.kind = .groupLeaveOrdered }
        commit(operation)
        if objects[group].value == 0 {
            misuse(.unbalancedLeave, place: place)
        }
        detector.release(current, into: &objects[group].released, keeping: true)
        if objects[group].firstNotification >= 0 { exploration.search.release(current, into: &objects[group].ordered) }
        objects[group].value -= 1
        if isLogging && isManual { log(.groupLeft, UInt64(objects[group].key & ~1), place: place) }
        if objects[group].value == 0 { hand(overNotificationsOf: group) }
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
        } else {
            rests.wait(current)
            visit(
                Operation(
                    kind: .groupTimedWait, mayTimeOut: timeOut > 0, object: group, rests: hasToRest(as: current, place: place), place: place
                ))
            if objects[group].value > 0 {
                detector.elapsed[current] &+= timeOut
                return 1
            }
            rests.serve(.init(place: place, task: current))
        }
        detector.acquire(current, from: objects[group].released)
        return 0
    }

    func notify(_ call: interleave_call) -> Int64 {
        let group = object(call.other | 1)
        guard let queue = queue(call.object), let function = call.function else { return refusedQueue(call.caller) }
        visit(Operation(kind: .groupNotify, object: group, place: call.caller))
        orderMeetings(at: group)
        var job = Job(queue: queue, work: call.work, how: ExecutionRecorder.How.groupNotify.rawValue, closure: call.closure)
        note(barrier: call, in: &job)
        append(
            Notification(
                job: job, function: function, context: call.context, task: current, place: call.caller,
                item: isLogging ? announce(job, group: group, place: call.caller) : 0), to: group)
        if objects[group].value == 0 { hand(overNotificationsOf: group) }
        return 0
    }

    /// Blocks that are to run when a group is empty, if the group never becomes empty.
    var pendingNotifications: [Failure.Waiting] {
        (0..<Int32(truncatingIfNeeded: objects.count)).compactMap { group in
            let first = Int(objects[group].firstNotification)
            guard first >= 0, objects[group].value > 0 else { return nil }
            let notification = notifications[first]
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

    private func append(_ notification: Notification, to index: Int32) {
        let new = Int32(truncatingIfNeeded: notifications.count)
        notifications.append(notification)
        detector.release(current, into: &notifications[Int(new)].released, keeping: false)
        if objects[index].lastNotification >= 0 {
            notifications[Int(objects[index].lastNotification)].next = new
        } else {
            objects[index].firstNotification = new
        }
        objects[index].lastNotification = new
    }

    private func hand(overNotificationsOf index: Int32) {
        var cursor = objects[index].firstNotification
        objects[index].firstNotification = -1
        objects[index].lastNotification = -1
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

    // MARK: semaphores

    func makeSemaphore(_ key: UInt, value: Int) -> Int64 {
        let index = newObject(key | 1)
        objects[index].value = Int32(clamping: value)
        objects[index].first = Int32(clamping: value)
        objects[index].isKnown = true
        if isLogging { log(.semaphoreCreated, UInt64(key), argument: UInt64(clamping: value)) }
        return 0
    }

    /// - Returns: 1 if it timed out.
    func wait(forSemaphore key: UInt, timeOut: UInt64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if !objects[index].isKnown { return refused("a semaphore that was made before the exploration", place: place) }
        let isEndless = timeOut == .max
        if !isEndless { rests.wait(current) }
        var operation = arrive(
            at: Operation(
                kind: isEndless ? .semaphoreWait : .semaphoreTry, mayTimeOut: !isEndless && timeOut > 0, object: index,
                rests: !isEndless && hasToRest(as: current, place: place), place: place))
        if timeOut == .max {
            if objects[index].value > 1 { operation.kind = .semaphoreWaitSpare }
        } else if objects[index].value == 0 {
            operation.kind = .semaphoreRefused
        }
        commit(operation)
        if operation.kind == .semaphoreRefused {
            detector.elapsed[current] &+= timeOut
            return 1
        }
        if !isEndless { rests.serve(.init(place: place, task: current)) }
        objects[index].value -= 1
        if objects[index].first == 0 && isThread(current) { objects.pass(index, by: current) }
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func signal(semaphore key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        if !objects[index].isKnown { return refused("a semaphore that was made before the exploration", place: place) }
        visit(Operation(kind: .semaphoreSignal, object: index, place: place))
        detector.release(current, into: &objects[index].released, keeping: true)
        objects[index].value += 1
        return 0
    }

    // MARK: work items

    func touchWork(_ key: UInt, cancels: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        visit(Operation(kind: cancels ? .workCancel : .workRead, object: index, place: place))
        if cancels { objects[index].version &+= 1 }
        return 0
    }

    /// A work item has run, or was skipped because it is cancelled.
    func endWork(_ key: UInt, place: UInt) {
        let index = object(key | 1)
        var operation = arrive(at: Operation(kind: .workEnd, object: index, place: place))
        if objects[index].runs > 0 { operation.kind = .workEndAgain }
        commit(operation)
        detector.release(current, into: &objects[index].released, keeping: true)
        objects[index].isDone = true
        objects[index].runs += 1
        objects[index].version &+= 1
        hand(overNotificationsOf: index)
    }

    /// A work item's own code has ended. If the program called it directly, this is the item's end.
    func performed(_ key: UInt, place: UInt) -> Int64 {
        if tasks[current].performing != key { endWork(key, place: place) }
        return 0
    }

    /// The last reference to a work item is dropped. Its notify blocks then run, though the item
    /// has never run.
    func letGo(ofWork key: UInt, place: UInt) -> Int64 {
        if let index = objects.find(key | 1), !objects[index].isDone, objects[index].firstNotification >= 0 { endWork(key, place: place) }
        return forget(key)
    }

    func wait(forWork key: UInt, timeOut: UInt64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if timeOut == .max {
            visit(Operation(kind: .workWait, object: index, place: place))
        } else {
            rests.wait(current)
            visit(
                Operation(
                    kind: .workTimedWait, mayTimeOut: timeOut > 0, object: index, rests: hasToRest(as: current, place: place), place: place)
            )
            if !objects[index].isDone {
                detector.elapsed[current] &+= timeOut
                return 1
            }
            rests.serve(.init(place: place, task: current))
        }
        if objects[index].wasAwaited { return misuse(.itemAwaitedTwice, place: place) }
        if objects[index].runs > 1 { return misuse(.itemRunAndAwaited, place: place) }
        objects[index].wasAwaited = true
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func notifyWork(_ call: interleave_call) -> Int64 {
        let index = object(call.other | 1)
        guard let queue = queue(call.object), let function = call.function else { return refusedQueue(call.caller) }
        visit(Operation(kind: .workNotify, object: index, place: call.caller))
        if objects[index].runs > 1 { return misuse(.itemRunAndNotified, place: call.caller) }
        let job = Job(queue: queue, work: call.work, how: ExecutionRecorder.How.itemNotify.rawValue, closure: call.closure)
        append(
            Notification(
                job: job, function: function, context: call.context, task: current, place: call.caller,
                item: isLogging ? announce(job, place: call.caller) : 0), to: index)
        if objects[index].isDone { hand(overNotificationsOf: index) }
        return 0
    }
}
