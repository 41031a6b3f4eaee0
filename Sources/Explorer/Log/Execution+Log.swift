import CInterposition
import TraceRecords

/// Logging of an execution that will be shown.
extension Execution {
    private func address(_ object: Int32) -> UInt64 { object < 0 ? 0 : UInt64(objects[object].key & ~1) }

    /// The operation's address. For a Mutex that does not start its word, the Mutex's own address.
    func address(of operation: Operation) -> UInt64 {
        let address = address(operation.object)
        return operation.mask == 0xFF ? address : address + UInt64(operation.mask.trailingZeroBitCount)
    }

    func log(_ kind: EventKind, _ object: UInt64 = 0, argument: UInt64 = 0, detail: UInt16 = 0, place: UInt = 0) {
        log?.append(
            .init(
                task: current, kind: kind, object: object, argument: argument, detail: detail, place: place,
                callers: log?.callers[current] ?? []))
    }

    /// The call stack of the running task, at the moment it comes to an operation.
    func noteCallers() {
        withUnsafeTemporaryAllocation(of: UInt.self, capacity: 16) { room in
            log?.callers[current] = Array(room.prefix(Int(interleave_calls(room.baseAddress, 16))))
        }
    }

    /// The same, for a step that is recorded but not logged.
    func noteCallersOfStep() {
        withUnsafeTemporaryAllocation(of: UInt.self, capacity: 4) { room in
            stepRecord?.callers[current] = Array(room.prefix(Int(interleave_calls(room.baseAddress, 4))))
        }
    }

    private func beginWait(_ wait: ExecutionRecorder.Wait, for object: UInt64, place: UInt) {
        log?.waiting[current] = wait
        log(.waitBegan, object, argument: .max, detail: wait.rawValue, place: place)
    }

    private func endWait(for object: UInt64, timedOut: Bool = false) {
        guard let wait = log?.waiting.removeValue(forKey: current) else { return }
        log(.waitEnded, object, detail: wait.rawValue | (timedOut ? 1 << 8 : 0))
    }

    /// A lock was tried, or waited for with a time limit, and not acquired: logged as a wait that
    /// timed out.
    func logRefusal(of operation: Operation) {
        let object = address(of: operation)
        beginWait(.mutex, for: object, place: operation.place)
        endWait(for: object, timedOut: true)
    }

    /// Before an operation: logs a wait if the task has to wait.
    func logArrival(_ operation: Operation) {
        if operation.object >= 0 && operation.object == pool { return }
        let blocked = !allows(current)
        let object = address(of: operation)
        switch operation.kind {
        case .lock where blocked, .futexLock where blocked: beginWait(.mutex, for: object, place: operation.place)
        case .readLock where blocked: beginWait(.readLock, for: object, place: operation.place)
        case .onceEnter where blocked: beginWait(.once, for: object, place: operation.place)
        case .join where blocked && tasks[Int(operation.target)].job.how == ExecutionRecorder.How.async.rawValue:
            beginWait(.join, for: UInt64(operation.target + 1), place: operation.place)
        case .groupWait, .groupTimedWait: beginWait(.group, for: object, place: operation.place)
        case .semaphoreWait, .semaphoreTry: beginWait(.semaphore, for: object, place: operation.place)
        case .operationWait:
            beginWait(
                .operation, for: item(ofOperation: Int(objects[operation.object, OperationNumber.self].number)), place: operation.place)
        case .operationQueueWait:
            beginWait(.operationQueue, for: UInt64(operationQueues[Int(operation.target)].address), place: operation.place)
        case .workWait, .workTimedWait: beginWait(.workItem, for: item(ofWork: operation.object), place: operation.place)
        default: break
        }
    }

    /// No task can go on: also logs the waits of tasks that could still go on when they came to
    /// their operation.
    func logWaits() {
        let running = current
        defer { current = running }
        for task in 0..<tasks.count where tasks[task].state == .alive && !neverBegins(task) && log?.waiting[task] == nil {
            current = task
            logArrival(tasks.pending[task])
        }
    }

    /// Logs an operation that is being made.
    func logStep(_ operation: Operation, as told: EventKind? = nil) {
        if operation.object >= 0 && operation.object == pool { return }
        let object = address(of: operation), place = operation.place
        if let told {
            if told == Self.nothing { return }
            if told == .lockAcquired { endWait(for: object) }
            return log(told, object, place: place)
        }
        switch operation.kind {
        case .lock, .tryLock:
            endWait(for: object)
            log(.lockAcquired, object, place: place)
        case .unlock: log(.lockReleased, object, place: place)
        case .readLock, .tryReadLock:
            endWait(for: object)
            log(.lockAcquired, object, detail: 1, place: place)
        case .readUnlock: log(.lockReleased, object, detail: 1, place: place)
        case .conditionSleep:
            log(.lockReleased, address(operation.other), place: place)
            beginWait(.condition, for: object, place: place)
        case .conditionWake:
            endWait(for: object)
            log(.lockAcquired, address(operation.other), place: place)
        case .conditionTimedWait: endWait(for: object)
        case .conditionTimedOut: endWait(for: object, timedOut: true)
        case .conditionSignal: log(.conditionSignalled, object, place: place)
        case .conditionBroadcast: log(.conditionSignalled, object, detail: 1, place: place)
        case .join where log?.waiting[current] != nil:
            endWait(for: UInt64(operation.target + 1))
            log(.threadJoined, UInt64(operation.target + 1))
        case .onceEnter:
            endWait(for: object)
            log(.onceBegan, object, place: place)
        case .oncePass: endWait(for: object)
        case .onceLeave: log(.onceEnded, object)
        case .read: logMemory(.memoryRead, operation)
        case .write: logMemory(.memoryWritten, operation)
        case .atomicLoad: logMemory(.memoryAtomic, operation)
        case .atomicUpdate: logMemory(.memoryAtomic, operation, detail: log?.onlyStores == true ? 1 : 2)
        case .groupWait: endWait(for: object)
        case .groupTimedWait: endWait(for: object, timedOut: objects[operation.object, Group.self].count > 0)
        case .semaphoreWait, .semaphoreWaitSpare, .semaphoreTry: endWait(for: object)
        case .semaphoreRefused: endWait(for: object, timedOut: true)
        case .semaphoreSignal: log(.semaphoreSignalled, object, place: place)
        case .operationWait: endWait(for: item(ofOperation: Int(objects[operation.object, OperationNumber.self].number)))
        case .operationQueueWait: endWait(for: UInt64(operationQueues[Int(operation.target)].address))
        case .workWait: endWait(for: item(ofWork: operation.object))
        case .workTimedWait: endWait(for: item(ofWork: operation.object), timedOut: !objects[operation.object, WorkItem.self].isDone)
        case .workCancel: log(.itemCancelled, item(ofWork: operation.object), place: place)
        default: break
        }
    }

    private func logMemory(_ kind: EventKind, _ operation: Operation, detail: UInt16 = 0) {
        let first = UInt64(operation.mask.trailingZeroBitCount), size = UInt64(operation.mask.nonzeroBitCount)
        log?.append(
            access: .init(
                task: current, kind: kind, object: address(operation.object) + first, argument: size, detail: detail,
                place: operation.place,
                callers: log?.callers[current] ?? []))
    }

    /// An access that is not a step.
    /// - Parameter hasEnded: it is over, and its begin was noted.
    func logRaceFree(_ address: UInt, size: Int, writes: Bool, place: UInt, hasEnded: Bool = false) {
        if isAlone {
            if writes { log?.note(written: address) }
            return
        }
        noteCallers()
        log?.append(
            raceFree: .init(
                task: current, kind: writes ? .memoryWritten : .memoryRead, object: UInt64(address), argument: UInt64(size), place: place,
                callers: log?.callers[current] ?? []), hasEnded: hasEnded)
    }

    // MARK: items

    /// The number of a task's own item; items submitted with `sync` have higher numbers.
    func item(_ task: Int) -> UInt64 { log?.announced[task] ?? UInt64(task + 1) }
    /// A handler that a source's turn calls after its first one.
    func item(ofTurn task: Int, _ stage: SharedSource.Stage) -> UInt64 { UInt64(2 << 32 + task * 4 + Int(stage.rawValue)) }
    func item(sync number: Int) -> UInt64 { UInt64(TaskSet.capacity + number + 1) }

    private func item(ofWork object: Int32) -> UInt64 {
        let work = objects[object].key & ~1
        return (0..<tasks.count).last { tasks[$0].job.work == work }.map { item($0) } ?? 0
    }

    func address(ofItemsQueue job: Job) -> UInt64 {
        job.operation >= 0
            ? UInt64(addressOfQueue(ofOperation: job.operation))
            : job.queue >= 0 ? UInt64(address(of: job.queue)) : UInt64(interleave_default_queue())
    }

    /// Jobs that the runtime makes for itself, to end a sleep or a pause, are not logged.
    func isShown(_ job: Job) -> Bool {
        !job.isOfRuntime || (job.swiftTask >= 0 && !swiftTasks[job.swiftTask].isOfRuntime)
    }

    func logTask(_ number: Int32, parent: Int32?, _ call: interleave_call) {
        noteCallers()
        let isChild = call.flags & INTERLEAVE_CHILD.rawValue != 0, callers = log?.callers[current] ?? []
        let parents = parent.map { UInt64($0 + 1) } ?? 0
        log?.append(
            .init(
                task: current, kind: .taskCreated, object: UInt64(number + 1), argument: parents, detail: isChild ? 0 : 1,
                place: call.caller, closure: call.closure, text: name(ofSwiftTask: number), callers: callers))
    }

    /// A Swift task begins to wait, or continues.
    func logAwait(_ number: Int32, _ wait: SwiftTasks.SwiftTask.Wait, _ object: Int32, place: UInt) {
        let task = swiftTasks[number]
        if task.isOfRuntime || (wait == .nothing) == (task.wait == .nothing) { return }
        let begins = wait != .nothing, awaited = begins ? object : task.awaited
        let kind: ExecutionRecorder.Wait
        var what: UInt64 = 0
        switch begins ? wait : task.wait {
        case .task:
            kind = .task
            what = (0..<Int32(swiftTasks.count)).first { swiftTasks[$0].end == awaited }.map { UInt64($0 + 1) } ?? 0
        case .group: (kind, what) = (.taskGroup, address(awaited))
        default: kind = task.isListening ? .stream : .continuation
        }
        log(begins ? .waitBegan : .waitEnded, what, argument: begins ? .max : 0, detail: kind.rawValue, place: place)
    }

    /// Why a Swift task is cancelled, in the words of the trace's format.
    enum Cancellation: UInt16 { case byItself = 0, withGroup, withParent }

    /// A Swift task is cancelled, and its children with it.
    func logCancellation(of number: Int32, _ how: Cancellation, place: UInt) {
        if !swiftTasks[number].isOfRuntime { log(.taskCancelled, UInt64(number + 1), detail: how.rawValue, place: place) }
        for child in 0..<Int32(swiftTasks.count) where swiftTasks[child].parent == number && !swiftTasks[child].isDone {
            logCancellation(of: child, .withParent, place: place)
        }
    }

    /// All unfinished Swift tasks of a group are cancelled.
    func logCancellation(ofGroup group: Int32, but failed: Int32 = -1, place: UInt) {
        for child in 0..<Int32(swiftTasks.count) where swiftTasks[child].group == group && !swiftTasks[child].isDone && child != failed {
            logCancellation(of: child, .withGroup, place: place)
        }
    }

    /// A notify block is registered: it is to be submitted once a group is empty or an item has
    /// ended.
    /// - Returns: the item's number.
    func announce(_ job: Job, group: Int32 = -1, place: UInt) -> UInt64 {
        let number = item(sync: syncs.count)
        syncs.append(SyncedItem(task: current, job: job, performing: 0, isOver: true))
        logEnqueue(number, job, extra: group >= 0 ? UInt64(objects[group].key & ~1) : nil, place: place)
        return number
    }

    /// A Swift task that has left an actor or the main thread, or has yielded, continues in the
    /// thread pool: shown as a global queue.
    func logPoolItem(_ job: Job) {
        let number = syncs.count
        syncs.append(SyncedItem(task: current, job: job, performing: 0, isOver: true))
        log?.poolItems[current] = item(sync: number)
        var poolJob = job
        poolJob.queue = -1
        logQueue(UInt(address(ofItemsQueue: poolJob)))
        log?.beginKeepingBack()
        logEnqueue(item(sync: number), poolJob, place: 0)
        logItem(.itemBegan, item(sync: number), poolJob)
        log?.endKeepingBack()
    }

    /// An asynchronous function begins on the main thread, and leaves it immediately if it does not
    /// belong there: that is not logged.
    func isNoStretch(_ job: Job) -> Bool {
        exploration.isAsynchronous && job.swiftTask == 0 && queues[job.queue].kind == .main
            && log?.takeBack(itemOn: address(of: job.queue), of: current) == true
    }

    /// A Swift task leaves the thread pool: for the main thread, or for a while.
    func endStretchOnPool() {
        let queue = tasks[current].job.queue
        if log?.poolItems[current] != nil {
            endPoolItem()
        } else if queue >= 0 && queues[queue].kind == .global && log?.haveLeft.insert(current).inserted == true {
            logItem(.itemEnded, item(current), tasks[current].job)
        }
    }

    /// The part on the pool has ended. If nothing was done in it, it is not logged.
    func endPoolItem() {
        guard let number = log?.poolItems.removeValue(forKey: current), log?.dropKeptBack(of: current) == false else { return }
        logItem(.itemEnded, number, tasks[current].job)
    }

    func logEnqueue(_ item: UInt64, _ job: Job, extra: UInt64? = nil, place: UInt) {
        guard log != nil, isShown(job) else { return }
        let queue = address(ofItemsQueue: job)
        logQueue(UInt(queue))
        if place != 0 { noteCallers() }
        var detail = job.how
        if job.isBarrier || job.isIgnoredBarrier { detail |= 1 << 8 }
        if job.group >= 0 { detail |= 1 << 9 }
        if job.how == ExecutionRecorder.How.sync.rawValue { detail |= 1 << 10 }
        log?.append(
            .init(
                task: current, kind: .itemEnqueued, object: item, argument: queue, detail: detail, place: place, closure: job.closure,
                extra: extra ?? (job.group >= 0 ? address(job.group) : job.swiftTask >= 0 ? UInt64(job.swiftTask + 1) : 0),
                callers: place == 0 ? [] : log?.callers[current] ?? []))
    }

    func logItem(_ kind: EventKind, _ item: UInt64, _ job: Job, place: UInt = 0) {
        if !isShown(job) { return }
        log(kind, item, argument: address(ofItemsQueue: job), detail: job.how, place: place)
    }

    func logQueue(_ address: UInt, target: UInt = 0, place: UInt = 0) {
        guard log?.knownQueues.insert(address).inserted == true else { return }
        if let queue = queue(address), queues[queue].kind == .actor { return logActor(address, place: place) }
        if logOperationQueue(address) { return }
        let kind = interleave_queue_kind(address)
        var detail = UInt16(kind)
        if kind == 0, let queue = queue(address), queues[queue].kind == .concurrent { detail = 1 }
        log?.append(
            .init(
                task: current, kind: .queueCreated, object: UInt64(address), argument: UInt64(target), detail: detail, place: place,
                text: kind == 2 ? "main" : label(of: address)))
    }

    private func logActor(_ address: UInt, place: UInt) {
        log?.append(
            .init(
                task: current, kind: .queueCreated, object: UInt64(address), detail: UInt16(QueueKind.actor.rawValue), place: place,
                text: label(of: address)))
    }

    func label(of queue: UInt) -> String {
        if let number = self.queue(queue), queues[number].kind == .actor {
            return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { text in
                let length = interleave_class_name(queue, text.baseAddress, text.count)
                return String(decoding: text.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
            }
        }
        return interleave_queue_label(queue).map { String(cString: $0) } ?? ""
    }

    private func name(ofSwiftTask number: Int32) -> String {
        if exploration.isAsynchronous { return number == 0 ? "main task" : "task \(number)" }
        return "task \(number + 1)"
    }

    /// Names a new task.
    func nameTask(_ task: Int) {
        guard log != nil else { return }
        let job = tasks[task].job
        let name: String
        if task == 0 {
            name = "main"
        } else if job.swiftTask >= 0 {
            name = self.name(ofSwiftTask: job.swiftTask)
        } else if job.queue >= 0 || job.how != ExecutionRecorder.How.async.rawValue {
            let workers = (0..<task).count { tasks[$0].job.queue >= 0 || tasks[$0].job.how != ExecutionRecorder.How.async.rawValue }
            name = "worker \(workers + 1)"
        } else {
            let threads = (1..<max(task, 1)).count { tasks[$0].job.queue < 0 && tasks[$0].job.how == ExecutionRecorder.How.async.rawValue }
            name = "thread \(threads + 1)"
        }
        log?.name(task: name)
    }
}
