import CInterposition
import TraceRecords

/// Steps: a task announces its next operation, and the engine chooses the task that goes next.
extension Engine {
    /// The calling task is about to make an operation. Returns when the task is chosen to make it.
    @inline(__always)
    @discardableResult
    func arrive(at wanted: Operation) -> Operation {
        let me = current
        var operation = wanted
        approach(&operation, by: me)
        if endings[me].count != 0 { noteEndings() }
        if statusLocks.isWatched { noteStatusLock(&operation, of: me) }
        if jobs[me].quietLocks > 0 { noteHandlersWait(operation) }
        quiet.count = 0
        pending[me] = operation
        if operation.mayWait { stepsMade[me] += 1 }
        if isLogging {
            noteCallers()
            logArrival(operation)
        }
        let chosen = next()
        if chosen != me {
            switchTask(from: me, to: chosen)
            rounds[me].visits = 0
            if quiet.next != UninstrumentedLoop.patience { quiet = UninstrumentedLoop() }
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
            if statusLocks.isWatched { noteStatusLock(&operation, of: current) }
            search.commit(operation, by: current, pending: pending)
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
        interleave_fiber_switch(fibers[me], chosen >= 0 ? fibers[chosen] : nil)
    }

    @inline(__always)
    func allows(_ task: Int) -> Bool {
        if pending[task].isConditional { return mayGo(task) }
        // (A task that waits for all others is checked at each of their steps.)
        if pending[task].kind == .groupWait { return objects[pending[task].object].value == 0 }
        return pending[task].kind.isNeverHeld || (pending[task].kind == .begin && jobs[task].source < 0) || mayGo(task)
    }

    private func mayGo(_ task: Int) -> Bool {
        let operation = pending[task]
        if operation.rests && !allowsRest(task) && !isServed(operation, task) { return false }
        if jobs[task].source >= 0 && !jobs[task].hasBegun && !mayTakeTurn(jobs[task].source) { return false }
        if operation.isFire && jobs[task].tick >= 0 { return mayTick(task) && allowsFire(task) }
        if operation.isRepeat && !rounds[task].isReleased && !observesChange(task) { return false }
        switch operation.kind {
        case .join: return states[Int(operation.target)] == .finished
        case .itemBegin, .itemBeginShared, .turnBegin, .operationTurn: return queues.allows(task, on: operation.target)
        case .operationBegin, .sourceIdle: return false
        case .operationWait: return operations[Int(objects[operation.object].operation)].isFinished
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
            let isStuck = choices.count - lastEffect >= options.stepLimit / 2 && !search.isBlocked && !starvesTask()
            failures.append(isStuck ? .livelock(waiting()) : .endless)
            exceededSteps = true
            return stop()
        }
        let chosen: Int
        if let few = chooseFast() {
            chosen = few
        } else if isSearching, let repeated = search.repeated {
            chosen = repeated
            if chosen == taskCount && !startLastWork() { return diverge() }
            if alive.contains(chosen) && pending[chosen].isRepeat && !allows(chosen) { _ = releaseRounds() }
            guard alive.contains(chosen), allows(chosen) else { return diverge() }
        } else if search.isBlocked, alive.contains(current), allows(current) {
            chosen = current
        } else {
            var enabled = enabledTasks()
            if !leaving.isEmpty && !enabled.subtracting(leaving).isEmpty { enabled = enabled.subtracting(leaving) }
            if dozesOnly(enabled) { enabled = TaskSet() }
            if enabled.isEmpty && !onlyIdleWorkersRemain && releaseRounds() { enabled = enabledTasks() }
            if exceedsTurnLimit(current) && enabled.contains(current) && enabled.count > 1 {
                enabled.remove(current)
                hasCutShort = true
            }
            if enabled.isEmpty {
                guard startLastWork() else {
                    concludeExecution()
                    return -1
                }
                enabled.insert(taskCount - 1)
            }
            if isSearching {
                chosen = search.choose(
                    enabled: enabled, held: alive.subtracting(enabledTasks()), current: current, pending: UnsafePointer(pending))
            } else {
                chosen = follow(enabled)
                if chosen < 0 { return diverge() }
            }
        }
        consecutiveSteps = chosen == current ? consecutiveSteps + 1 : 0
        choices.append(UInt8(truncatingIfNeeded: chosen))
        stepRecord?.steps.append(.init(task: chosen, operation: pending[chosen]))
        stepsOfAll.pointee &+= 1
        return chosen
    }

    /// The same for partial-order sampling of an execution with at most 64 tasks and no special
    /// cases: this path must be fast.
    /// - Returns: nil if this is not that case.
    @inline(__always)
    private func chooseFast() -> Int? {
        guard let sampling, !isRehearsing, taskCount <= FewTasks.capacity, dozing.few.isEmpty, leaving.few.isEmpty,
            !exceedsTurnLimit(current)
        else { return nil }
        if alive.few == FewTasks(current), allows(current) {
            sampling._withUnsafeGuaranteedRef { $0.choose(theOnly: current) }
            return current
        }
        var enabled = FewTasks(), rest = alive.few
        while let task = rest.popFirst() {
            if allows(task) { enabled.insert(task) }
        }
        if enabled.isEmpty { return nil }
        let chosen = sampling._withUnsafeGuaranteedRef { $0.choose(of: enabled, pending: pending) }
        note(chosen, insteadOf: enabled.contains(current) ? current : enabled.first)
        return chosen
    }

    /// A departure is a choice other than the running task, if it is enabled, or else the first
    /// enabled task. It is a preemption if the running task was enabled and not in a timed wait.
    @inline(__always)
    private func note(_ chosen: Int, insteadOf usual: Int) {
        if chosen == usual { return }
        made.append(Schedule.Departure(step: choices.count, task: chosen))
        if usual == current && !pending[current].isPatient { preemptions += 1 }
    }

    /// Whether all enabled tasks are asleep on a condition and no signal can wake them. A spurious
    /// wake-up alone is not progress.
    private func dozesOnly(_ enabled: TaskSet) -> Bool {
        if dozing.isEmpty { return false }
        var rest = enabled
        while let task = rest.popFirst() {
            if !dozing.contains(task) || objects.canWake(task, on: pending[task].object) { return false }
        }
        return true
    }

    private func enabledTasks() -> TaskSet {
        var enabled = alive, rest = alive
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
        let chosen = follows._withUnsafeGuaranteedRef { $0.choose(enabled: enabled, current: current, pending: pending) }
        if chosen < 0 || !enabled.contains(chosen) { return -1 }
        note(chosen, insteadOf: usual)
        return chosen
    }

    /// Whether an enabled task got no turn in the second half of a very long execution. Such a
    /// schedule is unfair and says nothing about the other tasks: on a real machine each thread
    /// eventually gets a turn.
    private func starvesTask() -> Bool {
        var recent = TaskSet()
        for step in choices.count - options.stepLimit / 2..<choices.count { recent.insert(Int(choices[step])) }
        return (0..<taskCount).contains { task in
            guard states[task] == .alive, !recent.contains(task) else { return false }
            if allows(task) { return true }
            // (A lock that passes from one task to another is free in between.)
            let operation = pending[task]
            guard operation.kind == .lock else { return false }
            let owner = objects[operation.object].owner
            return owner >= 0 && recent.contains(Int(owner))
        }
    }

    /// Starts the task that reads the result, ordered after all that the others did. All tasks have
    /// finished, or the explored function has returned and the remaining tasks are stuck.
    private func startLastWork() -> Bool {
        guard lastWork != nil, !hasLastWork, !search.isBlocked, programHasEnded || (alive.isEmpty && suspendedJobs().isEmpty),
            !(0..<taskCount).contains(where: { states[$0] == .trapped })
        else { return false }
        hasLastWork = true
        let others = taskCount
        let runs: TaskFunction = { _ in
            Engine.running?._withUnsafeGuaranteedRef { $0.lastWork?() }
            return nil
        }
        guard let task = addTask(parent: nil, runs, nil) else {
            refuse(Self.tooManyTasks, place: 0)
            return false
        }
        for other in 0..<others {
            if isSearching { search.join(task, after: other) }
            detector.join(task, after: other)
        }
        return true
    }

    /// No task can continue: all have finished, or there is a deadlock. If the explored function
    /// has returned, the execution has a result even so.
    func concludeExecution() {
        let hasTrapped = (0..<taskCount).contains { states[$0] == .trapped }
        if process.hasEnded {
            hasFinished = !hasTrapped
            noteLeftMainQueue()
            return
        }
        let aside = hasTrapped || search.isBlocked ? [] : suspendedJobs()
        if (alive.isEmpty || onlyIdleWorkersRemain) && aside.isEmpty {
            hasFinished = !hasTrapped
            if hasFinished && alive.isEmpty && !search.isBlocked && !pendingNotifications.isEmpty {
                failures.append(.leak(pendingNotifications))
            }
        } else if !hasTrapped && !search.isBlocked {
            if isLogging { logWaits() }
            let all = aside + waiting(),
                isLivelock = (0..<taskCount).contains {
                    states[$0] == .alive && (pending[$0].isRepeat || pending[$0].rests && !neverBegins($0))
                }
            hasFinished = programHasEnded && (lastWork == nil || (hasLastWork && states[taskCount - 1] == .finished))
            failures.append(
                isLivelock ? .livelock(all) : isLeak(all) ? .leak(all + pendingNotifications) : .deadlock(all + pendingNotifications))
        }
    }
}
