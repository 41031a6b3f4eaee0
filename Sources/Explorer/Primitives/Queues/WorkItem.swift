import CInterposition

/// A work item of libdispatch (`DispatchWorkItem`).
struct WorkItem: Primitive {
    static let kind = PrimitiveKind.workItem
    /// How often it has begun, and how often it has run.
    var begun: Int32 = 0
    var runs: Int32 = 0
    var isDone = false
    /// A task has waited for it.
    var wasAwaited = false
    /// The blocks to be submitted when it has ended.
    var notifications = NotificationList()

    init() {}

    func allows(_ operation: Operation, to task: Int) -> Bool { operation.kind != .workWait || isDone }
    var contradiction: String? { isDone == (runs > 0) ? nil : "a work item has run, and is not done" }
}

extension Execution {
    func answerWorkItems(_ call: interleave_call) -> Int64 {
        let key = call.object, place = call.caller
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_WORK_PERFORMED: return performed(key, place: place)
        case INTERLEAVE_WORK_BEGINS: beginWork(key, place: place)
        case INTERLEAVE_WORK_ENDED: endWork(key, place: place)
        case INTERLEAVE_WORK_LET_GO: return letGo(ofWork: key, place: place)
        case INTERLEAVE_WORK_CANCEL: return touchWork(key, cancels: true, place: place)
        case INTERLEAVE_WORK_TEST: return touchWork(key, cancels: false, place: place)
        case INTERLEAVE_WORK_WAIT: return wait(forWork: key, timeOut: call.value, place: place)
        default: return notifyWork(call)
        }
        return 0
    }

    /// A work item's code is about to run.
    func beginWork(_ key: UInt, place: UInt) {
        guard let index = objects.find(key | 1) else { return }
        objects[index, WorkItem.self].begun += 1
        // The item runs again. That must not happen after a wait for it.
        if objects[index, WorkItem.self].begun > 1 { visit(Operation(kind: .workBeginAgain, object: index, place: place)) }
        if objects[index, WorkItem.self].wasAwaited { misuse(.itemRunAndAwaited, place: place) }
    }

    func touchWork(_ key: UInt, cancels: Bool, place: UInt) -> Int64 {
        let index = object(key | 1, as: WorkItem.self)
        visit(Operation(kind: cancels ? .workCancel : .workRead, object: index, place: place))
        if cancels { objects[index].version &+= 1 }
        return 0
    }

    /// A work item has run, or was skipped because it is cancelled.
    func endWork(_ key: UInt, place: UInt) {
        let index = object(key | 1, as: WorkItem.self)
        var operation = arrive(at: Operation(kind: .workEnd, object: index, place: place))
        if objects[index, WorkItem.self].runs > 0 { operation.kind = .workEndAgain }
        commit(operation)
        detector.release(current, into: &objects[index].released, keeping: true)
        objects[index, WorkItem.self].isDone = true
        comes(to: index, at: detector.elapsed[current])
        objects[index, WorkItem.self].runs += 1
        objects[index].version &+= 1
        submitNotifications(ofWork: index)
    }

    /// A work item's own code has ended. If the program called it directly, this is the item's end.
    func performed(_ key: UInt, place: UInt) -> Int64 {
        if tasks[current].performing != key { endWork(key, place: place) }
        return 0
    }

    /// The last reference to a work item is dropped. Its notify blocks then run, though the item
    /// has never run.
    func letGo(ofWork key: UInt, place: UInt) -> Int64 {
        if let index = objects.find(key | 1), objects[index].kind == .workItem, !objects[index, WorkItem.self].isDone,
            !objects[index, WorkItem.self].notifications.isEmpty
        {
            endWork(key, place: place)
        }
        return forget(key)
    }

    func wait(forWork key: UInt, timeOut: UInt64, place: UInt) -> Int64 {
        let index = object(key | 1, as: WorkItem.self)
        if timeOut == .max {
            visit(Operation(kind: .workWait, object: index, place: place))
        } else if !wait(.workTimedWait, index, timeOut: timeOut, place: place, isOver: { objects[index, WorkItem.self].isDone }) {
            return 1
        }
        if objects[index, WorkItem.self].wasAwaited { return misuse(.itemAwaitedTwice, place: place) }
        if objects[index, WorkItem.self].runs > 1 { return misuse(.itemRunAndAwaited, place: place) }
        objects[index, WorkItem.self].wasAwaited = true
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    func notifyWork(_ call: interleave_call) -> Int64 {
        let index = object(call.other | 1, as: WorkItem.self)
        guard let queue = queue(call.object), let function = call.function else { return refusedQueue(call.caller) }
        visit(Operation(kind: .workNotify, object: index, place: call.caller))
        if objects[index, WorkItem.self].runs > 1 { return misuse(.itemRunAndNotified, place: call.caller) }
        let job = Job(queue: queue, work: call.work, how: ExecutionRecorder.How.itemNotify.rawValue, closure: call.closure)
        let notification = Notification(
            job: job, function: function, context: call.context, task: current, place: call.caller,
            item: isLogging ? announce(job, place: call.caller) : 0)
        append(notification, to: &objects[index, WorkItem.self].notifications)
        if objects[index, WorkItem.self].isDone { submitNotifications(ofWork: index) }
        return 0
    }

    private func submitNotifications(ofWork index: Int32) { submit(objects[index, WorkItem.self].notifications.take(), of: index) }
}

extension Operation.Kind {
    static func ofWorkItems(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.workRead, .workRead), (.workRead, .workEnd), (.workEnd, .workRead): .independent
        case (.workRead, .workEndAgain), (.workEndAgain, .workRead), (.workBeginAgain, .workBeginAgain): .independent
        case (.workBeginAgain, .workRead), (.workRead, .workBeginAgain), (.workBeginAgain, .workEnd), (.workEnd, .workBeginAgain),
            (.workBeginAgain, .workEndAgain), (.workEndAgain, .workBeginAgain):
            .independent
        case (.workWait, .workWait), (.workWait, .workRead), (.workRead, .workWait): .independent
        case (.workRead, .workNotify), (.workNotify, .workRead), (.workTimedWait, .workTimedWait): .independent
        case (.workEnd, .workWait): .enables
        // The begin of an operation's item, and a task that waits for the operation.
        case (.workRead, .operationWait): .independent
        default: .conflicts
        }
    }
}
