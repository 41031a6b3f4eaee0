import CInterposition

/// Swift tasks, actors, task groups and continuations.
///
/// The runtime runs its own code; the explorer decides which task goes on. Each part of a Swift
/// task, from its start or resumption to its next suspension, is one task of the explorer. A Swift
/// task that waits while it is on no actor is not suspended here: it goes on when the wait is over,
/// and no task can tell the difference. On an actor it matters whether it has to wait, since others
/// run there meanwhile.
extension Execution {
    func answerRuntime(_ call: interleave_call) -> Int64 {
        let place = call.caller
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_TASK_HOP: hop(to: call.object, urgency: UInt8(truncatingIfNeeded: call.flags >> 16), place: place)
        case INTERLEAVE_IS_ON_EXECUTOR:
            let isThere = call.value != 0 && call.object == 0 ? tasks[current].executor < 0 : isOnExecutor(call.object)
            return isThere ? 1 : 0
        case INTERLEAVE_STAND_ON: return standOn(call)
        case INTERLEAVE_TASK_ENDED: endTask(call.task, fails: call.value != 0)
        case INTERLEAVE_TASK_WAIT: wait(forTask: call.object, place: place)
        case INTERLEAVE_TASK_GROUP_NEXT: takeNext(of: object(call.object | 1, as: TaskGroup.self), place: place)
        case INTERLEAVE_TASK_GROUP_ALL: wait(forAllOf: object(call.object | 1, as: TaskGroup.self), looks: call.value != 0, place: place)
        case INTERLEAVE_TASK_GROUP_CREATED:
            let group = newObject(call.object | 1)
            objects[group, TaskGroup.self].discardsResults = call.value != 0
        case INTERLEAVE_TASK_GROUP_LOOK:
            let group = object(call.object | 1, as: TaskGroup.self)
            if objects[group, TaskGroup.self].discardsResults { visit(Operation(kind: .offerLook, object: group, place: place)) }
        case INTERLEAVE_TASK_CANCEL:
            // Cancelling a finished Swift task is still a visible step, because other tasks can
            // observe that it has finished.
            guard let number = swiftTasks.newest(at: call.object) else { return 0 }
            cancel(swiftTasks[number].family, place: place)
            if isLogging { logCancellation(of: number, .byItself, place: place) }
        case INTERLEAVE_TASK_MARKED:
            let number = swiftTasks.newest(at: call.object)
            let family = call.object == 0 ? tasks[current].job.cancelling : number.map { swiftTasks[$0].family } ?? -1
            if family >= 0 { cancel(family, place: place, isTold: false, takesStatusLock: call.value != 0) }
        case INTERLEAVE_TASK_GROUP_CANCEL:
            guard let number = swiftTasks.newest(at: call.task) else { return 0 }
            cancel(swiftTasks[number].family, place: place, takesStatusLock: true)
            if isLogging, let group = objects.find(call.object | 1) { logCancellation(ofGroup: group, place: place) }
        case INTERLEAVE_TASK_TEST:
            guard let number = swiftTasks.newest(at: call.object != 0 ? call.object : call.task) else { return 0 }
            visit(Operation(kind: .cancellationTest, object: swiftTasks[number].family, place: place))
            findCancellation(of: swiftTasks[number].family)
        case INTERLEAVE_CONTINUATION_CREATED:
            guard let number = swiftTasks.number(of: call.task) else { return 0 }
            swiftTasks[number].continuation = newObject((call.task + 8) | 1)
            swiftTasks[number].isListening = false
            swiftTasks[number].hasNewContinuation = true
        case INTERLEAVE_CONTINUATION_WAIT: waitForResumption(of: call.task, place: place)
        case INTERLEAVE_CONTINUATION_RESUME: resume(call.object, place: place)
        case INTERLEAVE_CONTINUATION_WOKEN: wake(call.object)
        case INTERLEAVE_TASK_SLEEP: return sleep(call)
        case INTERLEAVE_TASK_YIELD: return yield(call)
        case INTERLEAVE_STREAM_LOCK:
            _ = lock(call.object, isRecursive: false, isChecked: false, place: place)
            if let number = swiftTasks.number(of: call.task) { noteStream(call, of: number) }
        case INTERLEAVE_STATUS_LOCK:
            exploration.statusLocks.offset = UInt(call.value)
            acquireStatusLock(call.object, place: place)
        case INTERLEAVE_STATUS_UNLOCK: releaseStatusLock(call.object)
        case INTERLEAVE_ACQUIRED:
            let index = object(call.object | 2)
            exploration.search.acquire(current, from: objects[index].ordered)
            detector.acquire(current, from: objects[index].released)
        case INTERLEAVE_RELEASED:
            let index = object(call.object | 2)
            exploration.search.release(current, into: &objects[index].ordered)
            detector.release(current, into: &objects[index].released, keeping: true)
        case INTERLEAVE_EXECUTOR_RUNS: return runOnOwnExecutor(call)
        case INTERLEAVE_EXECUTOR_RAN: return endRunOnOwnExecutor(call.value)
        case INTERLEAVE_TASK_CREATED: _ = addTask(call)
        default: return refused("call number \(call.kind)", place: place)
        }
        return 0
    }

    /// - Parameter isTold: whether it is logged separately; else it continues one that was.
    /// - Parameter takesStatusLock: whether a status lock is acquired after it.
    private func cancel(_ family: Int32, place: UInt, isTold: Bool = true, takesStatusLock: Bool = false) {
        var operation = Operation(kind: .cancellation, object: family, place: place)
        if exploration.statusLocks.isWatched && takesStatusLock {
            operation.takesStatusLock = true
            operation.family = family
        }
        commit(arrive(at: operation), as: isTold ? nil : Self.nothing)
        objects[family].version &+= 1
        noteCancellation(of: family)
        tasks[current].job.cancelling = family
    }

    /// A Swift task has acquired the lock of an asynchronous stream. If it has just made a
    /// continuation, that one will be resumed with a stream element. The exception is the program's
    /// own continuation whose closure sends something to the stream: then a line of the program is
    /// on the call stack.
    private func noteStream(_ call: interleave_call, of number: Int32) {
        swiftTasks[number].isListening = true
        if isLogging && swiftTasks[number].hasNewContinuation {
            log?.append(
                .init(
                    task: current, kind: .note, object: UInt64(call.object), detail: 1, place: call.caller,
                    text: ExecutionRecord.Entry.asksStream
                ))
        }
        swiftTasks[number].hasNewContinuation = false
    }

    // MARK: jobs

    func jobOfRuntime(_ call: interleave_call) -> Job? {
        guard let queue = executor(call.object) else { return nil }
        var job = Job(queue: queue, how: ExecutionRecorder.How.taskJob.rawValue, closure: call.closure, isOfRuntime: true)
        if queues[queue].kind == .actor { job.urgency = UInt8(truncatingIfNeeded: call.flags >> 16) }
        if call.flags & INTERLEAVE_JOB_OF_TASK.rawValue != 0 { job.swiftTask = swiftTasks.number(of: call.job) ?? addTask(call) }
        return job
    }

    func addTask(_ call: interleave_call) -> Int32 {
        // Addresses within the task's own memory serve as keys.
        objects.remove(call.job | 2)
        let end = newObject(call.job | 1), continuation = newObject((call.job + 8) | 1)
        let isChild = call.flags & INTERLEAVE_CHILD.rawValue != 0
        let parent = isChild ? swiftTasks.number(of: call.task) : nil
        let family = parent.map { swiftTasks[$0].family } ?? newObject((call.job + 16) | 1)
        var task = SwiftTasks.SwiftTask(
            address: call.job, end: end, continuation: continuation, family: family, stretch: -1, origin: call.caller)
        if call.task_group != 0 {
            task.group = object(call.task_group | 1, as: TaskGroup.self)
            objects[task.group, TaskGroup.self].unfinished += 1
        }
        task.parent = parent ?? -1
        task.isOfRuntime = call.closure == 0
        let number = swiftTasks.add(task)
        if isLogging && !task.isOfRuntime { logTask(number, parent: swiftTasks.number(of: call.task), call) }
        return number
    }

    /// A job comes after the Swift task's previous one.
    func continueStretch(_ task: Int, _ job: Job, place: UInt) {
        guard job.swiftTask >= 0 else { return }
        let earlier = swiftTasks[job.swiftTask].stretch
        if earlier < 0 {
            noteOrigin(of: task, place: place)
        } else if swiftTasks[job.swiftTask].left >= 0 {
            let left = swiftTasks[job.swiftTask].left
            exploration.search.acquire(task, from: objects[left].ordered)
            detector.acquire(task, from: objects[left].released)
        } else {
            deferred.note(task, as: earlier)
            exploration.search.join(task, after: earlier)
            detector.join(task, after: earlier)
        }
    }

    /// The running task begins a job.
    func beginStretch() {
        let job = tasks[current].job
        if queues[job.queue].kind != .global { tasks[current].executor = job.queue }
        guard job.swiftTask >= 0 else { return }
        swiftTasks[job.swiftTask].stretch = current
        swiftTasks[job.swiftTask].left = -1
        note(.nothing, for: -1, place: 0)
    }

    /// - Parameter fails: whether it ends with an error. In a group that discards results, the
    ///   other children are then cancelled.
    private func endTask(_ address: UInt, fails: Bool) {
        guard let number = swiftTasks.number(of: address) else { return }
        let task = swiftTasks[number], waiting = resumed(byEndOf: task)
        if fails && task.group >= 0 && objects[task.group, TaskGroup.self].discardsResults {
            var failure = Operation(kind: .failure, object: task.family, other: task.group)
            if exploration.statusLocks.isWatched {
                failure.takesStatusLock = true
                failure.family = task.family
            }
            visit(failure)
            if isLogging { logCancellation(ofGroup: task.group, but: number, place: 0) }
        } else {
            visit(needingStatusLock(Operation(kind: .occurrence, object: task.end, other: task.group), of: waiting.first ?? -1))
        }
        for other in waiting { passStatusLock(of: other, place: 0) }
        swiftTasks[number].isDone = true
        if isLogging && !task.isOfRuntime { log(.taskEnded, UInt64(number + 1)) }
        objects[task.end, Occurrence.self].hasHappened = true
        detector.release(current, into: &objects[task.end].released, keeping: false)
        guard task.group >= 0 else { return }
        passLimit(ofGroup: task.group)
        // A task that waits for all children comes after each, though it may hear of the last one
        // only.
        detector.release(current, into: &objects[task.group].released, keeping: true)
        detector.acquire(current, from: objects[task.group].released)
        objects[task.group, TaskGroup.self].endChild()
    }

    /// The suspended Swift tasks that wait for this one, if a status lock matters at all.
    private func resumed(byEndOf task: SwiftTasks.SwiftTask) -> [Int32] {
        guard exploration.statusLocks.ordersResumptions else { return [] }
        return (0..<Int32(swiftTasks.count)).filter {
            let other = swiftTasks[$0]
            return !other.isDone
                && (other.wait == .task && other.awaited == task.end || other.wait == .group && other.awaited == task.group)
        }
    }

    // MARK: actors

    /// The queue that models an actor, the main actor, or no actor.
    func executor(_ address: UInt) -> Int32? {
        if let queue = queue(address, isActor: true) { return queue }
        let index = object(address | 1)
        objects[index, QueueNumber.self].number = queues.add(.actor, object: index)
        return objects[index, QueueNumber.self].number
    }

    func hop(to address: UInt, urgency: UInt8, place: UInt) {
        let target = address == 0 ? -1 : executor(address) ?? -1
        if tasks[current].executor == target { return }
        leaveExecutor(place: place)
        if target < 0 {
            passOwnStatusLock(place: place)
            return takeWorker(place: place)
        }
        let isActor = queues[target].kind == .actor
        // A Swift task that is queued for an actor holds no thread. A Swift task that hops to the
        // main thread releases its own.
        if !isActor || !queues.isEmpty(target) { giveWorkerBack(place: place) }
        if isLogging && !isActor { endStretchOnPool() }
        if !isActor || !queues.isEmpty(target) { passOwnStatusLock(place: place) }
        var job = Job(
            queue: target, how: (isActor ? ExecutionRecorder.How.actorJob : .taskJob).rawValue, closure: tasks[current].job.closure)
        job.swiftTask = tasks[current].job.swiftTask
        if isActor { job.urgency = urgency }
        enter(job, place: place)
        tasks[current].executor = target
        if isActor { takeWorker(place: place) }
    }

    /// The running Swift task leaves the actor that it is on.
    func leaveExecutor(place: UInt) {
        let held = tasks[current].executor
        if held < 0 || leaveOwnExecutor() { return }
        tasks[current].executor = -1
        guard tasks[current].job.queue == held else {
            _ = endSync(place: place)
            if isLogging && queues[held].kind == .main && !tasks[current].job.hasEnded { logPoolItem(tasks[current].job) }
            return
        }
        // Its job began there.
        let job = tasks[current].job
        if isLogging && !isNoStretch(job) { logItem(.itemEnded, item(current), job, place: place) }
        endItem(job, wasSync: false, place: place)
        tasks[current].job.queue = -1
        if isLogging && !job.hasEnded { logPoolItem(job) }
    }

    /// The running task is on an actor from now on, without having waited for its turn; or, without
    /// one, where it was before.
    /// - Returns: where it was before.
    private func standOn(_ call: interleave_call) -> Int64 {
        let previous = tasks[current].executor
        tasks[current].executor = call.object == 0 ? Int32(truncatingIfNeeded: Int64(bitPattern: call.value)) : executor(call.object) ?? -1
        return Int64(previous)
    }

    private func isOnExecutor(_ address: UInt) -> Bool {
        guard address != 0, let wanted = executor(address) else { return false }
        return tasks[current].executor == wanted || (queues[wanted].kind != .actor && isOn(address) != 0)
    }

    // MARK: Swift tasks that are never resumed

    /// The explored function has ended.
    var programHasEnded: Bool {
        process.hasEnded || process.servesMainQueue
            || tasks[0].state == .finished && (!exploration.isAsynchronous || (swiftTasks.count > 0 && swiftTasks[0].isDone))
    }

    /// A Swift task that waits for the next element of a stream holds up no other after the program
    /// has ended.
    func listensInVain(_ task: Int) -> Bool {
        let number = tasks[task].job.swiftTask
        return number >= 0 && swiftTasks[number].wait == .continuation && swiftTasks[number].isListening
    }

    /// The Swift tasks that are suspended.
    func suspendedJobs() -> [Failure.Waiting] {
        (0..<Int32(swiftTasks.count)).compactMap { number in
            let task = swiftTasks[number]
            guard !task.isDone, task.wait != .nothing, task.stretch >= 0, tasks[task.stretch].state != .alive || task.left >= 0,
                !(programHasEnded && listensInVain(task.stretch))
            else { return nil }
            return waiting(number)
        }
    }

    func waiting(_ number: Int32) -> Failure.Waiting {
        let task = swiftTasks[number]
        var holders: [Int] = []
        for other in 0..<Int32(swiftTasks.count) where !swiftTasks[other].isDone && swiftTasks[other].stretch >= 0 {
            let isAwaited = task.wait == .task ? swiftTasks[other].end == task.awaited : swiftTasks[other].group == task.awaited
            if task.wait != .continuation && isAwaited { holders.append(swiftTasks[other].stretch) }
        }
        let cause: Failure.Waiting.Cause = task.wait == .task ? .task : task.wait == .group ? .taskGroup : .continuation
        var waiting = Failure.Waiting(task: task.stretch, place: task.place, cause: cause, object: Int(task.awaited), holders: holders)
        waiting.isListening = task.isListening
        return waiting
    }

    /// Whether all of them wait, directly or through others, for continuations that are never
    /// resumed.
    func isLeak(_ waiting: [Failure.Waiting]) -> Bool {
        var forgotten = Set(waiting.filter { $0.cause == .continuation }.map(\.task))
        var left = waiting.filter { $0.cause != .continuation }
        while let index = left.firstIndex(where: { !$0.holders.isEmpty && $0.holders.allSatisfy(forgotten.contains) }) {
            forgotten.insert(left.remove(at: index).task)
        }
        return !waiting.isEmpty && left.isEmpty
    }
}
