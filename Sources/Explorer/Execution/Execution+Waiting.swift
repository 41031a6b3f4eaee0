/// Which task waits for which when no task can continue.
extension Execution {
    func waiting() -> [Failure.Waiting] {
        (0..<tasks.count).filter { tasks[$0].state == .alive && !neverBegins($0) }.map { task in
            let operation = tasks.pending[task]
            if [.occurrenceWait, .offerTaken, .offersAwaited].contains(operation.kind) { return waiting(tasks[task].job.swiftTask) }
            var holders: [Int] = []
            var holding =
                switch operation.kind {
                case .join: TaskSet(Int(operation.target))
                case .itemBegin, .itemBeginShared, .turnBegin, .operationTurn: queues.holders(before: task, on: operation.target)
                case .operationBegin, .operationWait, .operationQueueWait: operationsBefore(operation, of: task)
                case .groupWait where objects[operation.object, Group.self].isOfWriters:
                    tasks { tasks.pending[$0].kind == .lock && isRead($0, by: task) }
                default: objects.holders(operation)
                }
            while let holder = holding.popFirst() { holders.append(holder) }
            let cause: Failure.Waiting.Cause =
                switch operation.kind {
                case _ where isSpinning(task): .change
                case .conditionWake where !holders.isEmpty: .lock
                case .groupWait where objects[operation.object, Group.self].isOfWriters: .readLock
                case .semaphoreWait where operation.object == pool: .worker
                default: operation.kind.traits.cause ?? .lock
                }
            var waiting = Failure.Waiting(
                task: task, place: operation.place, cause: cause, object: Int(operation.object), holders: holders)
            if cause == .condition {
                waiting.wasSignalled = ![-1, task].contains(Int(objects[operation.object, Condition.self].signaller))
            }
            if cause == .handlers { waiting.lockedTask = runner(ofStatusLock: operation.object) }
            if case .operation = cause { waiting.label = name(ofOperation: objects[operation.object, OperationNumber.self].number) }
            if cause == .operationQueue { waiting.label = name(ofOperationQueue: operation.target) }
            if cause == .dependency { waiting.label = unfinishedDependency(of: tasks[task].job.operation) }
            if cause == .queue {
                waiting.label = label(of: address(of: operation.target))
                let standsStill = queues[operation.target].suspensions > 0 && !holders.contains { tasks[$0].job.hasBegun }
                waiting.isInactive = standsStill && queues[operation.target].isInactive
                waiting.isSuspended = standsStill && !waiting.isInactive
            }
            return waiting
        }
    }

    /// Worker threads that still wait for orders after the program's own function has returned are
    /// not a deadlock.
    var onlyIdleWorkersRemain: Bool {
        programHasEnded
            && (0..<tasks.count).allSatisfy {
                tasks[$0].state != .alive || neverBegins($0) || tasks.pending[$0].kind == .conditionWake || tasks.pending[$0].isRepeat
                    || tasks.pending[$0].isDeferred
                    || listensInVain($0)
                    || isServed($0)
            }
    }

    private func tasks(_ areMeant: (Int) -> Bool) -> TaskSet {
        var found = TaskSet()
        for task in 0..<tasks.count where tasks[task].state == .alive && areMeant(task) { found.insert(task) }
        return found
    }

    private func isRead(_ writer: Int, by reader: Int) -> Bool { objects[tasks.pending[writer].object, Lock.self].readers.contains(reader) }

    /// A thread of the program's own, rather than a block or a Swift task.
    func isThread(_ task: Int) -> Bool {
        let job = tasks[task].job
        return job.queue < 0 && job.operation < 0 && job.swiftTask < 0 && !job.isOfRuntime
    }

    /// A worker thread that waits for orders: it waits again for a semaphore that started at 0 and
    /// that it has passed before. Or a thread that waits at the same place as such a worker and has
    /// had no orders yet.
    private func isServed(_ task: Int) -> Bool {
        let wait = tasks.pending[task]
        guard wait.kind == .semaphoreWait && isThread(task) else { return false }
        return (0..<tasks.count).contains {
            let other = tasks.pending[$0]
            let isMate =
                tasks[$0].state == .alive && other.kind == .semaphoreWait && other.object == wait.object && other.place == wait.place
            return isMate && isThread($0) && objects[wait.object, Semaphore.self].passed.contains($0)
        }
    }

    /// An item that has not begun because its queue is suspended or never gets a turn. The end of
    /// the program discards it.
    func neverBegins(_ task: Int) -> Bool {
        if tasks[task].job.operation >= 0 && tasks.pending[task].kind == .operationBegin { return !isStuck(tasks[task].job.operation) }
        return (tasks[task].job.queue >= 0 || tasks[task].job.tick >= 0) && !tasks[task].job.hasBegun
    }
}
