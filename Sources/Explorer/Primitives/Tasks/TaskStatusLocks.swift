/// Locks of the Swift runtime itself, mainly each Swift task's status lock: it protects the task's
/// children, groups and cancellation handlers.
///
/// The order in which the runtime acquires them is not observable, so that is not a step. But a
/// task that cancels a Swift task keeps the lock while the handlers run and the children are
/// marked. Meanwhile neither the Swift task nor its relatives get past a place where the runtime
/// needs the lock: where a scope with a handler, a child or a group begins or ends, say. Whenever a
/// task has had to wait there, the search starts again. Acquiring such a lock is then ordered with
/// each step of that kind at that place.
///
/// A handler that itself waits for something can wait for the Swift task, or for the thread that resumes it. Once that was seen,
/// the search starts again, too: the runtime then needs the lock also where the Swift task is suspended, queued or resumed, and
/// cancelling is ordered with each of these places. (Other handlers return by themselves, so there it makes no difference.)
struct TaskStatusLocks {
    /// Whether a task has waited for a status lock, in any execution; and after which steps.
    var isWatched = false, needs: Set<UInt> = [], newNeeds: Set<UInt> = []
    /// Whether a handler has waited for something; and whether that is known from the start.
    var handlersWait = false, ordersResumptions = false
    /// Where a Swift task has its lock, in bytes; 0: not known yet.
    var offset: UInt = 0

    /// - Returns: whether a task had to wait for a status lock after a step of a new kind or at a
    ///   new place, or a handler was found to wait, so that the search has to start again.
    mutating func adopt() -> Bool {
        let new = newNeeds.subtracting(needs), isFirstWait = handlersWait && !ordersResumptions
        if newNeeds.isEmpty && !isFirstWait { return false }
        newNeeds.removeAll()
        needs.formUnion(new)
        ordersResumptions = handlersWait
        isWatched = true
        return !new.isEmpty || isFirstWait
    }
}

extension Execution {
    func acquireStatusLock(_ key: UInt, place: UInt) {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].isOwned(by: current) {
            objects[index, Lock.self].depth += 1
            return
        }
        if objects[index, Lock.self].owner >= 0 {
            if isSearching, let latest = exploration.search.latest(of: current) {
                exploration.statusLocks.newNeeds.insert(Self.need(latest))
            }
            wait(forStatusLock: index, place: place)
        }
        objects[index, Lock.self].owner = Int32(truncatingIfNeeded: current)
        tasks[current].job.statusLocks += 1
    }

    /// The task that runs the Swift task with this status lock.
    func runner(ofStatusLock index: Int32) -> Int? {
        (0..<Int32(swiftTasks.count)).last { objects.find((swiftTasks[$0].address + exploration.statusLocks.offset) | 1) == index }
            .map { swiftTasks[$0].stretch }
    }

    private func wait(forStatusLock index: Int32, place: UInt) {
        let operation = arrive(at: Operation(kind: .runtimeLock, object: index, place: place))
        // Steps made while the lock was held came first, though no choice of the search decided
        // that.
        if isSearching { exploration.search.order(current, afterEvent: Int(objects[index].ordered)) }
        commit(operation)
    }

    func releaseStatusLock(_ key: UInt) {
        let index = object(key | 1, as: Lock.self)
        if objects[index, Lock.self].depth > 0 {
            objects[index, Lock.self].depth -= 1
        } else {
            objects[index].ordered = Int32(truncatingIfNeeded: exploration.search.eventCount - 1)
            objects[index, Lock.self].release()
            tasks[current].job.statusLocks -= 1
        }
    }

    /// The running Swift task is about to be suspended or queued, for which the runtime needs its status lock for a moment. If handlers
    /// wait, that is a step: a handler can begin before it.
    func passOwnStatusLock(place: UInt) {
        let number = tasks[current].job.swiftTask
        guard exploration.statusLocks.ordersResumptions, number >= 0 else { return }
        visit(needingStatusLock(Operation(kind: .cancellationTest, object: swiftTasks[number].family, place: place), of: number))
        passStatusLock(of: number, place: place)
    }

    /// The same for the Swift task that was just resumed by the running task, or resumes itself after a step.
    func passStatusLock(of number: Int32, place: UInt) {
        guard exploration.statusLocks.ordersResumptions, number >= 0, exploration.statusLocks.offset > 0,
            let index = objects.find((swiftTasks[number].address + exploration.statusLocks.offset) | 1),
            objects[index].kind == .lock, objects[index, Lock.self].owner >= 0, !objects[index, Lock.self].isOwned(by: current)
        else { return }
        if number == tasks[current].job.swiftTask, isSearching, let latest = exploration.search.latest(of: current) {
            exploration.statusLocks.newNeeds.insert(Self.need(latest))
        }
        wait(forStatusLock: index, place: place)
    }

    /// The operation of the running task, after which the runtime needs the status lock of this Swift task.
    func needingStatusLock(_ operation: Operation, of number: Int32) -> Operation {
        guard exploration.statusLocks.ordersResumptions, number >= 0, operation.family < 0 else { return operation }
        var operation = operation
        operation.family = swiftTasks[number].family
        operation.needsStatusLock = true
        return operation
    }

    /// The running task, which holds a status lock, is about to make an operation.
    func noteHandlersWait(_ operation: Operation) {
        if (operation.mayWait || operation.isRepeat) && operation.kind != .runtimeLock { exploration.statusLocks.handlersWait = true }
    }

    /// Marks an operation of the running task if it concerns a status lock.
    func noteStatusLock(_ operation: inout Operation, of task: Int) {
        if tasks[task].job.statusLocks > 0 { operation.hasStatusLock = true }
        if operation.family < 0, tasks[task].job.swiftTask >= 0, exploration.statusLocks.needs.contains(Self.need(operation)) {
            operation.family = swiftTasks[tasks[task].job.swiftTask].family
            operation.needsStatusLock = true
        }
    }

    /// Steps of one kind at one place.
    private static func need(_ operation: Operation) -> UInt { operation.place << 8 | UInt(operation.kind.rawValue) }
}
