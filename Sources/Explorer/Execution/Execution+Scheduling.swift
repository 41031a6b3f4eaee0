import CInterposition
import TraceRecords

/// Steps: a task announces its next operation, and a task is chosen that goes next.
extension Execution {
    /// The calling task is about to make an operation. Returns when the task is chosen to make it.
    @inline(__always)
    @discardableResult
    func arrive(at wanted: Operation) -> Operation {
        let me = current
        var operation = wanted
        approach(&operation, by: me)
        if tasks[me].deinits.count != 0 { noteDeinits() }
        if exploration.statusLocks.isWatched { noteStatusLock(&operation, of: me) }
        if tasks[me].job.statusLocks > 0 { noteHandlersWait(operation) }
        uninstrumentedLoop.count = 0
        tasks.pending[me] = operation
        if operation.mayWait { tasks[me].stepCount += 1 }
        if isLogging {
            noteCallers()
            logArrival(operation)
        }
        if stepRecord != nil { noteCallersOfStep() }
        #if DEBUG
            checkState(of: operation)
        #endif
        let chosen = next()
        if chosen != me {
            switchTask(from: me, to: chosen)
            tasks[me].loop.visits = 0
            if uninstrumentedLoop.next != UninstrumentedLoop.patience { uninstrumentedLoop = UninstrumentedLoop() }
        }
        if operation.isRepeat { goOn(&operation, me) }
        return operation
    }

    /// Records the operation that the running task is making.
    /// - Parameter told: the kind of event to log, if the operation's own kind says less.
    @inline(__always)
    func commit(_ operation: Operation, as told: EventKind? = nil) {
        if operation.kind.isLook { look(operation, by: current) } else { act(current) }
        if isSearching {
            var operation = operation
            if exploration.statusLocks.isWatched { noteStatusLock(&operation, of: current) }
            exploration.search.commit(operation, by: current, pending: tasks.pending)
        } else if isLogging {
            logStep(operation, as: told)
        }
    }

    @inline(__always)
    func visit(_ operation: Operation) {
        commit(arrive(at: operation))
    }

    func switchTask(from me: Int, to chosen: Int) {
        if chosen >= 0 { current = chosen }
        interleave_fiber_switch(exploration.stacks.fibers[me], chosen >= 0 ? exploration.stacks.fibers[chosen] : nil)
    }

    @inline(__always)
    func allows(_ task: Int) -> Bool {
        if tasks.pending[task].isConditional { return mayGo(task) }
        // (A task that waits for all others is checked at each of their steps.)
        if tasks.pending[task].kind == .groupWait { return objects[tasks.pending[task].object, Group.self].count == 0 }
        return tasks.pending[task].kind.isNeverHeld || (tasks.pending[task].kind == .begin && tasks[task].job.source < 0) || mayGo(task)
    }

    private func mayGo(_ task: Int) -> Bool {
        let operation = tasks.pending[task]
        if operation.isDeferred && !allowsDeferred(task) && !isServed(operation, task) { return false }
        if tasks[task].job.source >= 0 && !tasks[task].job.hasBegun && !mayTakeTurn(tasks[task].job.source) { return false }
        if operation.isFire && tasks[task].job.tick >= 0 { return mayTick(task) && allowsFire(task) }
        if operation.isRepeat && !tasks[task].loop.isReleased && !observesChange(task) { return false }
        switch operation.kind {
        case .join: return tasks[Int(operation.target)].state == .finished
        case .itemBegin, .itemBeginShared, .turnBegin, .operationTurn: return queues.allows(task, on: operation.target)
        case .operationBegin, .sourceIdle: return false
        case .operationWait: return operations[Int(objects[operation.object, OperationNumber.self].number)].isFinished
        case .operationQueueWait: return operationQueues[Int(operation.target)].unfinished == 0
        default: break
        }
        if operation.isFire { return allowsFire(task) }
        return objects.allows(operation, to: task)
    }

    /// Chooses the task that goes next; -1: none, the execution is over.
    func next() -> Int {
        if mustStop { return -1 }
        if choices.count >= process.stepLimit && !cutsOffBehindEnd() {
            let isStuck = choices.count - lastEffect >= exploration.options.stepLimit / 2 && !exploration.search.isBlocked && !starvesTask()
            failures.append(isStuck ? .livelock(waiting()) : .endless)
            exploration.exceededSteps = true
            return stop()
        }
        let chosen: Int
        if let few = chooseFast() {
            chosen = few
        } else if isSearching, let repeated = exploration.search.repeated {
            chosen = repeated
            if chosen == tasks.count && !startLastWork() { return diverge() }
            if tasks.alive.contains(chosen) && tasks.pending[chosen].isRepeat && !allows(chosen) { _ = releaseIterations() }
            guard tasks.alive.contains(chosen), allows(chosen) else { return diverge() }
        } else if exploration.search.isBlocked, tasks.alive.contains(current), allows(current) {
            chosen = current
        } else {
            var enabled = enabledTasks()
            if !leaving.isEmpty && !enabled.subtracting(leaving).isEmpty { enabled = enabled.subtracting(leaving) }
            if dozesOnly(enabled) { enabled = TaskSet() }
            if enabled.isEmpty && !onlyIdleWorkersRemain && releaseIterations() { enabled = enabledTasks() }
            if exceedsTurnLimit(current) && enabled.contains(current) && enabled.count > 1 {
                enabled.remove(current)
                exploration.cuts.loops = true
            }
            if enabled.isEmpty {
                guard startLastWork() else {
                    concludeExecution()
                    return -1
                }
                enabled.insert(tasks.count - 1)
            }
            if isSearching {
                chosen = exploration.search.choose(
                    enabled: enabled, held: tasks.alive.subtracting(enabledTasks()), current: current, pending: UnsafePointer(tasks.pending)
                )
            } else {
                chosen = follow(enabled)
                if chosen < 0 { return chosen == SchedulingStrategy.pauses ? stop() : diverge() }
            }
        }
        consecutiveSteps = chosen == current ? consecutiveSteps + 1 : 0
        choices.append(UInt8(truncatingIfNeeded: chosen))
        stepRecord?.steps.append(.init(task: chosen, operation: tasks.pending[chosen], callers: stepRecord?.callers[chosen] ?? []))
        exploration.stepsOfAll.pointee &+= 1
        return chosen
    }

    /// The same for partial-order sampling of an execution with at most 64 tasks and no special
    /// cases: this path must be fast.
    /// - Returns: nil if this is not that case.
    @inline(__always)
    private func chooseFast() -> Int? {
        guard let sampling, !isRehearsing, tasks.count <= FewTasks.capacity, dozing.few.isEmpty, leaving.few.isEmpty,
            !exceedsTurnLimit(current)
        else { return nil }
        if tasks.alive.few == FewTasks(current), allows(current) {
            sampling._withUnsafeGuaranteedRef { $0.choose(theOnly: current) }
            return current
        }
        var enabled = FewTasks(), rest = tasks.alive.few
        while let task = rest.popFirst() {
            if allows(task) { enabled.insert(task) }
        }
        if enabled.isEmpty { return nil }
        let chosen = sampling._withUnsafeGuaranteedRef { $0.choose(of: enabled, pending: tasks.pending) }
        note(chosen, insteadOf: enabled.contains(current) ? current : enabled.first)
        return chosen
    }

    /// A departure is a choice other than the running task, if it is enabled, or else the first
    /// enabled task. It is a preemption if the running task was enabled and not in a timed wait.
    @inline(__always)
    private func note(_ chosen: Int, insteadOf usual: Int) {
        if chosen == usual { return }
        made.append(Schedule.Departure(step: choices.count, task: chosen))
        if usual == current && !tasks.pending[current].isPatient { preemptions += 1 }
    }

    /// Whether all enabled tasks are asleep on a condition and no signal can wake them. A spurious
    /// wake-up alone is not progress.
    private func dozesOnly(_ enabled: TaskSet) -> Bool {
        if dozing.isEmpty { return false }
        var rest = enabled
        while let task = rest.popFirst() {
            if !dozing.contains(task) || objects.canWake(task, on: tasks.pending[task].object) { return false }
        }
        return true
    }

    private func enabledTasks() -> TaskSet {
        var enabled = tasks.alive, rest = tasks.alive
        while let task = rest.popFirst() {
            if !allows(task) { enabled.remove(task) }
        }
        return enabled
    }

    /// Chooses where the reduced search does not decide. The guide chooses; without a guide the
    /// running task continues, if it is enabled.
    func follow(_ enabled: TaskSet) -> Int {
        let usual = enabled.contains(current) ? current : enabled.first
        guard let follows, !isRehearsing else { return usual }
        let chosen = follows._withUnsafeGuaranteedRef { $0.choose(enabled: enabled, current: current, pending: tasks.pending) }
        if chosen == SchedulingStrategy.pauses { return chosen }
        if chosen < 0 || !enabled.contains(chosen) { return -1 }
        note(chosen, insteadOf: usual)
        return chosen
    }

    /// Whether an enabled task got no turn in the second half of a very long execution. Such a
    /// schedule is unfair and says nothing about the other tasks: on a real machine each thread
    /// eventually gets a turn.
    private func starvesTask() -> Bool {
        var recent = TaskSet()
        for step in choices.count - exploration.options.stepLimit / 2..<choices.count { recent.insert(Int(choices[step])) }
        return (0..<tasks.count).contains { task in
            guard tasks[task].state == .alive, !recent.contains(task) else { return false }
            if allows(task) { return true }
            // (A lock that passes from one task to another is free in between.)
            let operation = tasks.pending[task]
            guard operation.kind == .lock else { return false }
            let owner = objects[operation.object, Lock.self].owner
            return owner >= 0 && recent.contains(Int(owner))
        }
    }

    /// Starts the task that reads the result, ordered after all that the others did. All tasks have
    /// finished, or the explored function has returned and the remaining tasks are stuck.
    private func startLastWork() -> Bool {
        guard exploration.lastWork != nil, !hasLastWork, !exploration.search.isBlocked,
            programHasEnded || (tasks.alive.isEmpty && suspendedJobs().isEmpty),
            !(0..<tasks.count).contains(where: { tasks[$0].state == .trapped })
        else { return false }
        hasLastWork = true
        let others = tasks.count
        let runs: TaskFunction = { _ in
            Execution.running?._withUnsafeGuaranteedRef { $0.exploration.lastWork?() }
            return nil
        }
        guard let task = addTask(parent: nil, runs, nil) else {
            refuse(Self.tooManyTasks, place: 0)
            return false
        }
        for other in 0..<others {
            if isSearching { exploration.search.join(task, after: other) }
            detector.join(task, after: other)
        }
        return true
    }

    /// No task can continue: all have finished, or there is a deadlock. If the explored function
    /// has returned, the execution has a result even so.
    func concludeExecution() {
        let hasTrapped = (0..<tasks.count).contains { tasks[$0].state == .trapped }
        if process.hasEnded {
            hasFinished = !hasTrapped
            noteLeftMainQueue()
            return
        }
        let aside = hasTrapped || exploration.search.isBlocked ? [] : suspendedJobs()
        if (tasks.alive.isEmpty || onlyIdleWorkersRemain) && aside.isEmpty {
            hasFinished = !hasTrapped
            if hasFinished && tasks.alive.isEmpty && !exploration.search.isBlocked && !pendingNotifications.isEmpty {
                failures.append(.leak(pendingNotifications))
            }
        } else if !hasTrapped && !exploration.search.isBlocked {
            if isLogging { logWaits() }
            let all = aside + waiting(),
                isLivelock = (0..<tasks.count).contains {
                    tasks[$0].state == .alive && (tasks.pending[$0].isRepeat || tasks.pending[$0].isDeferred && !neverBegins($0))
                }
            hasFinished = programHasEnded && (exploration.lastWork == nil || (hasLastWork && tasks[tasks.count - 1].state == .finished))
            failures.append(
                isLivelock ? .livelock(all) : isLeak(all) ? .leak(all + pendingNotifications) : .deadlock(all + pendingNotifications))
        }
    }
}
