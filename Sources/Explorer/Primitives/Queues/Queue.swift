import CInterposition

/// Items that tasks submit to dispatch queues: they run later, or now while the caller waits.
///
/// Each item is a task of its own, as if there were an unlimited number of threads.
extension Execution {
    /// An item without its code. (Small, because it is copied.)
    struct Job: BitwiseCopyable {
        /// Its queue, the group that it leaves when it ends, and the work item that it runs; -1 and
        /// 0: none.
        var queue: Int32 = -1
        var group: Int32 = -1
        var work: UInt = 0
        /// How it was made, in the trace's words, and the program's function that it runs.
        var how: UInt16 = 0
        var closure: UInt = 0
        var isBarrier = false
        /// Submitted as a barrier, but to a global queue, which runs it like any other block.
        var isIgnoredBarrier = false
        /// It has run on its fiber's stack.
        var usesStack = false
        /// Begun: an item that has not begun when an execution ends holds up no other. Ended: its
        /// code has ended.
        var hasBegun = false
        var hasEnded = false
        /// It holds a thread of the pool, if the pool is limited.
        var hasWorker = false
        /// An item of a timer, or a sleeping task (Timer.swift).
        var isTimer = false
        /// A job of the Swift runtime; and the number of the Swift task that it continues, -1:
        /// none.
        var isOfRuntime = false
        var urgency: UInt8 = 0
        var swiftTask: Int32 = -1
        /// The family (SwiftTasks) that it cancelled last; -1: none.
        var cancelling: Int32 = -1
        /// The number of runtime locks that it holds.
        var statusLocks: UInt8 = 0
        /// The number of the operation that it runs; -1: none.
        var operation: Int32 = -1
        /// The number of the source whose turn it is, and of the timer source that it ticks for;
        /// -1: none.
        var source: Int32 = -1
        var tick: Int32 = -1
    }

    /// The number of the queue at an address; nil: the queue is not known.
    /// - Parameter isActor: the address may be an actor's.
    func queue(_ address: UInt, isActor: Bool = false) -> Int32? {
        let index = object(address | 1)
        if objects[index].kind == .queue { return objects[index, QueueNumber.self].number }
        if isActor && address != interleave_main_queue() && address != interleave_default_queue() { return nil }
        let kind: SharedQueues.Kind
        switch interleave_queue_kind(address) {
        case 2: kind = .main
        case 3: kind = .global
        default: return nil
        }
        objects[index, QueueNumber.self].number = queues.add(kind, object: index)
        return objects[index, QueueNumber.self].number
    }

    func makeQueue(_ call: interleave_call) -> Int64 {
        let index = newObject(call.object | 1)
        let queue = queues.add(call.flags & INTERLEAVE_CONCURRENT.rawValue != 0 ? .concurrent : .serial, object: index)
        objects[index, QueueNumber.self].number = queue
        if call.flags & INTERLEAVE_INACTIVE.rawValue != 0 {
            queues[queue].suspensions = 1
            queues[queue].isInactive = true
            queues[queue].beganInactive = true
        }
        if call.value != 0 { adoptQueueOfOperations(queue) }
        if isLogging && call.value == 0 { logQueue(call.object, target: call.other, place: call.caller) }
        return call.other == 0 ? 0 : setTarget(call)
    }

    func setTarget(_ call: interleave_call) -> Int64 {
        if let source = source(call.object) {
            guard let target = queue(call.other) else { return refusedQueue(call.caller) }
            return setTarget(ofSource: source, to: target, place: call.caller)
        }
        guard let mine = queue(call.object), let target = queue(call.other) else { return refusedQueue(call.caller) }
        if queues[mine].kind == .global || queues[mine].kind == .main || !queues.isEmpty(mine) {
            return refused("a new target for a queue that has work, or is not the program's", place: call.caller)
        }
        if queues[target].kind == .global {
            queues[mine].target = -1
            return 0
        }
        queues[mine].target = target
        if queues[target].ordered < 0 { queues[target].ordered = queues[target].object }
        queues[mine].ordered = queues[target].ordered
        return 0
    }

    func refusedQueue(_ place: UInt) -> Int64 { refused("a queue that was made before the exploration", place: place) }

    // MARK: operations on queues

    /// An operation on a queue; nil: no other task can observe it.
    func operation(_ kind: Operation.Kind, on queue: Int32, urgency: UInt8 = 0, place: UInt) -> Operation? {
        let isOrdered = queues.isInHierarchy(queue) || !isUsual(urgency, on: queue)
        if queues[queue].kind == .global { return nil }
        var operation = Operation(
            kind: kind, object: queues.isInHierarchy(queue) ? queues[queue].ordered : queues[queue].object, target: queue, place: place)
        if isOrdered { operation.kind = kind == .itemBegin || kind == .itemBeginShared ? .turnBegin : .queueOrdered }
        return operation
    }

    /// While all jobs of an actor are equally urgent, they run in the order in which they came.
    private func isUsual(_ urgency: UInt8, on queue: Int32) -> Bool {
        if queues[queue].kind != .actor { return true }
        if queues[queue].usualUrgency < 0 { queues[queue].usualUrgency = Int16(urgency) }
        return queues[queue].usualUrgency == Int16(urgency)
    }

    /// Puts an item at the end of its queue.
    func enqueue(_ task: Int, _ job: Job, place: UInt) {
        if let operation = operation(isShared(job) ? .enqueueShared : .enqueue, on: job.queue, urgency: job.urgency, place: place) {
            visit(operation)
        }
        queues.enqueue(task, on: job.queue, isBarrier: job.isBarrier, urgency: job.urgency)
    }

    func isShared(_ job: Job) -> Bool { queues[job.queue].kind == .concurrent && !job.isBarrier }

    func begin(_ job: Job, place: UInt) -> Operation {
        guard var operation = operation(isShared(job) ? .itemBeginShared : .itemBegin, on: job.queue, urgency: job.urgency, place: place)
        else {
            return Operation(
                kind: .begin, object: job.work == 0 ? -1 : object(job.work | 1, as: WorkItem.self), target: job.queue, place: place)
        }
        if job.work != 0 { operation.other = object(job.work | 1, as: WorkItem.self) }
        return operation
    }

    /// The item that begins acquires what the queue's earlier items have done.
    func acquire(_ queue: Int32, isBarrier: Bool) {
        queues.begin(current, on: queue)
        var cursor = queue
        while cursor >= 0 {
            let index = queues[cursor].object
            detector.acquire(current, from: objects[index].released)
            if isBarrier || queues[cursor].kind != .concurrent { detector.acquire(current, from: objects[index].releasedByReaders) }
            cursor = queues[cursor].target
        }
    }

    func endItem(_ job: Job, wasSync: Bool, effectsBefore: Int = 0, place: UInt) {
        guard let operation = operation(isShared(job) ? .itemEndShared : .itemEnd, on: job.queue, urgency: job.urgency, place: place) else {
            return
        }
        visit(operation)
        if tasks[current].effects != effectsBefore { objects[operation.object].version &+= 1 }
        queues.end(current, on: job.queue, wasSync: wasSync)
        var cursor = job.queue
        while cursor >= 0 {
            let index = queues[cursor].object
            if queues[cursor].kind == .global { break }
            if queues[cursor].kind == .concurrent && !job.isBarrier {
                detector.release(current, into: &objects[index].releasedByReaders, keeping: true)
            } else {
                // Besides the items, a task that resumes the queue is ordered before the items that
                // follow.
                detector.release(current, into: &objects[index].released, keeping: true)
            }
            cursor = queues[cursor].target
        }
    }

    // MARK: async

    func async(_ call: interleave_call) -> Int64 {
        var job = Job()
        guard describe(call, in: &job) else { return refusedQueue(call.caller) }
        if call.other != 0 {
            job.group = object(call.other | 1, as: Group.self)
            enter(job.group, isManual: false, place: call.caller)
        }
        let task = start(job, call.function, call.context, place: call.caller)
        if job.isOfRuntime { continueStretch(Int(task), job, place: call.caller) }
        return task
    }

    /// - Returns: whether its queue is known.
    func describe(_ call: interleave_call, in job: inout Job) -> Bool {
        if call.job != 0 {
            guard let ofRuntime = jobOfRuntime(call) else { return false }
            job = ofRuntime
            return true
        }
        guard let queue = queue(call.object) else { return false }
        job.queue = queue
        job.work = call.work
        job.closure = call.closure
        note(barrier: call, in: &job)
        return true
    }

    func note(barrier call: interleave_call, in job: inout Job) {
        let isBarrier = call.flags & INTERLEAVE_BARRIER.rawValue != 0
        job.isBarrier = isBarrier && queues[job.queue].kind == .concurrent
        job.isIgnoredBarrier = isBarrier && queues[job.queue].kind == .global
    }

    /// Submits an item: it is in its queue when this returns.
    /// - Parameter announced: the item's number in the log, if it has one already; else 0.
    func start(_ job: Job, _ function: TaskFunction?, _ context: UnsafeMutableRawPointer?, place: UInt, announced: UInt64 = 0) -> Int64 {
        // Tasks are numbered in the order of their creation. The step comes first, so that the
        // order of steps gives the same numbers.
        if let operation = operation(isShared(job) ? .enqueueShared : .enqueue, on: job.queue, urgency: job.urgency, place: place) {
            visit(operation)
        }
        act(current)
        guard let function, let task = addTask(parent: current, function, context, job: job, operation: begin(job, place: place)) else {
            return refused(Self.tooManyTasks, place: place)
        }
        queues.enqueue(task, on: job.queue, isBarrier: job.isBarrier, urgency: job.urgency)
        if !job.isOfRuntime { noteOrigin(of: task, place: place) }
        if announced != 0 { log?.announced[task] = announced } else if isLogging { logEnqueue(item(task), job, place: place) }
        return Int64(task)
    }

    // MARK: sync

    /// - Returns: 1 if the queue is serial.
    func beginSync(_ call: interleave_call) -> Int64 {
        var job = Job()
        guard describe(call, in: &job) else { return refusedQueue(call.caller) }
        if queues[job.queue].kind == .serial || queues[job.queue].kind == .main { job.isBarrier = false }
        job.how = ExecutionRecorder.How.sync.rawValue
        enter(job, place: call.caller)
        return queues[job.queue].kind == .serial || queues[job.queue].kind == .main ? 1 : 0
    }

    /// The running task runs a queue's item itself: returns when the item may run.
    func enter(_ job: Job, place: UInt) {
        enqueue(current, job, place: place)
        let number = syncs.count
        syncs.append(SyncedItem(task: current, job: job, performing: tasks[current].performing, isOver: true))
        if isLogging { logEnqueue(item(sync: number), job, place: place) }
        visit(begin(job, place: place))
        acquire(job.queue, isBarrier: job.isBarrier)
        syncs[number].isOver = false
        syncs[number].effectsBefore = tasks[current].effects
        if isLogging { logItem(.itemBegan, item(sync: number), job) }
        tasks[current].performing = job.work
    }

    func endSync(place: UInt) -> Int64 {
        guard let index = (0..<syncs.count).last(where: { syncs[$0].task == current && !syncs[$0].isOver }) else { return 0 }
        syncs[index].isOver = true
        let item = syncs[index]
        tasks[current].performing = item.performing
        if isLogging { logItem(.itemEnded, self.item(sync: index), item.job, place: item.job.swiftTask >= 0 ? place : 0) }
        if item.job.work != 0 { endWork(item.job.work, place: place) }
        endItem(item.job, wasSync: true, effectsBefore: item.effectsBefore, place: place)
        return 0
    }

    struct SyncedItem: BitwiseCopyable {
        var task: Int
        var job: Job
        /// The work item that the task ran before.
        var performing: UInt
        var isOver = false
        /// The task's number of changes when the item began.
        var effectsBefore = 0
    }

    // MARK: the main queue

    /// The explored function has ended: blocks on the main queue may run.
    func freeMainQueue() {
        // If no other task is left, the main queue is empty, and no task can see a difference.
        if tasks.alive.isJust(current) { return queues.mainIsFree = true }
        guard let main = queue(interleave_main_queue()) else { return }
        visit(Operation(kind: .itemEnd, object: queues[main].object))
        queues.mainIsFree = true
        detector.release(current, into: &objects[queues[main].object].released, keeping: false)
    }

    // MARK: apply

    func iterate(_ call: interleave_call) -> Int64 {
        let job = Job(how: ExecutionRecorder.How.apply.rawValue, closure: call.closure)
        guard
            let task = addTask(
                parent: current, call.function, call.context, job: job, operation: Operation(kind: .begin, place: call.caller))
        else { return refused(Self.tooManyTasks, place: call.caller) }
        if isLogging { logEnqueue(item(task), job, place: call.caller) }
        return Int64(task)
    }

    func waitForIteration(_ task: Int, place: UInt) -> Int64 {
        if tasks[task].state != .finished { visit(Operation(kind: .join, target: Int32(truncatingIfNeeded: task), place: place)) }
        if isSearching { exploration.search.join(current, after: task) }
        detector.join(current, after: task)
        return 0
    }

    // MARK: where am I

    /// The queue whose block runs now, and its targets. `getSpecific` asks only these, also in a
    /// `sync` block within a block of another queue.
    func currentQueue(_ number: Int) -> Int32? { queue(number, of: queuesOfTask.prefix(1)) }

    /// The queues that a task is on: the innermost `sync` block first.
    private var queuesOfTask: [Int32] {
        var innermost = (0..<syncs.count).filter { syncs[$0].task == current && !syncs[$0].isOver }.map { syncs[$0].job.queue }
        innermost.reverse()
        if tasks[current].job.queue >= 0 { innermost.append(tasks[current].job.queue) }
        if current == 0 || (hasLastWork && current == tasks.count - 1) {
            if let main = queue(interleave_main_queue()) { innermost.append(main) }
        }
        return innermost
    }

    /// One of these queues, each of which is followed by its targets.
    private func queue(_ number: Int, of innermost: some Sequence<Int32>) -> Int32? {
        var left = number
        for queue in innermost {
            var cursor = queue
            while cursor >= 0 {
                if queues[cursor].kind != .actor {
                    if left == 0 { return cursor }
                    left -= 1
                }
                cursor = queues[cursor].target
            }
        }
        return nil
    }

    func isOn(_ address: UInt) -> Int64 {
        guard let wanted = queue(address) else { return 0 }
        let all = queuesOfTask
        var number = 0
        while let queue = self.queue(number, of: all) {
            if queue == wanted { return 1 }
            number += 1
        }
        return 0
    }

    /// The address of a queue or an actor.
    func address(of queue: Int32) -> UInt { objects[queues[queue].object].key & ~1 }

    func activate(_ address: UInt, place: UInt) -> Int64 {
        if let source = source(address) {
            suspendSource(source, by: -1, isActivation: true, place: place)
            return 0
        }
        // A queue that was never inactive needs no step. For any other, it is visible which task
        // comes first.
        guard let queue = queue(address), queues[queue].beganInactive else { return 0 }
        visit(change(of: queue, place: place))
        if queues[queue].isInactive {
            queues[queue].isInactive = false
            count(suspensions: -1, of: queue, address, place: place)
        }
        return 0
    }

    private func change(of queue: Int32, place: UInt) -> Operation {
        Operation(kind: .queueOrdered, object: queues.isInHierarchy(queue) ? queues[queue].ordered : queues[queue].object, place: place)
    }

    func suspend(_ address: UInt, by: Int32, place: UInt) -> Int64 {
        if let source = source(address) {
            suspendSource(source, by: by, isActivation: false, place: place)
            return 0
        }
        guard let queue = queue(address) else { return refusedQueue(place) }
        visit(change(of: queue, place: place))
        // An inactive queue has to be activated; resuming it is one resume too many.
        if by < 0 && queues[queue].suspensions == (queues[queue].isInactive ? 1 : 0) {
            misuse(.overResume, place: place)
        }
        count(suspensions: by, of: queue, address, place: place)
        return 0
    }

    private func count(suspensions by: Int32, of queue: Int32, _ address: UInt, place: UInt) {
        queues[queue].suspensions += by
        if by < 0 { detector.release(current, into: &objects[queues[queue].object].released, keeping: true) }
        if isLogging { log(by > 0 ? .queueSuspended : .queueResumed, UInt64(address), place: place) }
        if queues[queue].suspensions == 0 { queues.resume(queue) }
    }
}
