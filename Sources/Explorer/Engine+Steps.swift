import CInterposition
import Trace

/// Steps: a task says what it is about to do, and somebody goes next.
extension Engine {
    /// The task that calls is about to make an operation: returns when it is its turn to.
    @inline(__always)
    @discardableResult
    func arrive(at wanted: Operation) -> Operation {
        let me = current
        var operation = wanted
        approach(&operation, by: me)
        if endings[me].count != 0 { noteEndings() }
        if watchesRecords { noteRecords(&operation, of: me) }
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
            if quiet.next != Quiet.patience { quiet = Quiet() }
        }
        if operation.isRepeat { goOn(&operation, me) }
        return operation
    }

    /// Records the operation that the running task is making.
    /// - Parameter told: what is written down of it, if that is more than it says itself.
    @inline(__always)
    func commit(_ operation: Operation, as told: Event.Kind? = nil) {
        if operation.kind.isLook { look(operation, by: current) } else { act(current) }
        if isSearching {
            var operation = operation
            if watchesRecords { noteRecords(&operation, of: current) }
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
        // (Who waits for all others is asked at each of their steps.)
        if pending[task].kind == .groupWait { return objects[pending[task].object].value == 0 }
        return pending[task].kind.isNeverHeld || (pending[task].kind == .begin && jobs[task].source < 0) || mayGo(task)
    }

    private func mayGo(_ task: Int) -> Bool {
        let operation = pending[task]
        if operation.rests && !allowsRest(task) { return false }
        if jobs[task].source >= 0 && !jobs[task].hasBegun && !mayTakeTurn(jobs[task].source) { return false }
        if operation.isFire && jobs[task].tick >= 0 { return mayTick(task) && allowsFire(task) }
        if operation.isRepeat && !rounds[task].isReleased && !seesNews(task) { return false }
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

    /// Who goes next; -1: nobody, the execution is over.
    func next() -> Int {
        if mustStop { return -1 }
        if choices.count >= process.stepLimit && !cutsOffBehindEnd() {
            let isStuck = choices.count - lastEffect >= options.stepLimit / 2 && !search.isBlocked
            failures.append(isStuck ? .livelock(waiting()) : .endless)
            exceededSteps = true
            return stop()
        }
        let chosen: Int
        if let few = chooseAmongFew() {
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
            if enabled.isEmpty && !waitForOrders && releaseRounds() { enabled = enabledTasks() }
            if hasGoneLong(current) && enabled.contains(current) && enabled.count > 1 {
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
                chosen = search.choose(enabled: enabled, current: current)
            } else {
                chosen = follow(enabled)
                if chosen < 0 { return diverge() }
            }
        }
        inARow = chosen == current ? inARow + 1 : 0
        choices.append(UInt8(truncatingIfNeeded: chosen))
        stepsOfAll.pointee &+= 1
        return chosen
    }

    /// The same by dice among few tasks, where nothing special has to be looked at: the case that is to be fast.
    /// - Returns: nil: it is not that case.
    @inline(__always)
    private func chooseAmongFew() -> Int? {
        guard let sampling, !isRehearsing, taskCount <= FewTasks.capacity, dozing.isEmpty, leaving.isEmpty, !hasGoneLong(current) else {
            return nil
        }
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

    /// A departure is one from whoever runs, if it can go on, else from the first. To go on while somebody waits for a limited time stops nobody.
    @inline(__always)
    private func note(_ chosen: Int, insteadOf usual: Int) {
        if chosen == usual { return }
        made.append(Schedule.Departure(step: choices.count, task: chosen))
        if usual == current && !pending[current].isPatient { preemptions += 1 }
    }

    /// Whether those who can go are asleep, and nobody will wake them: that they might wake by themselves helps nobody.
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

    /// Who goes next where the reduced search does not decide: whom the guide names; without one, whoever runs, if it can.
    func follow(_ enabled: TaskSet) -> Int {
        let usual = enabled.contains(current) ? current : enabled.first
        guard let follows, !isRehearsing else { return usual }
        let chosen = follows._withUnsafeGuaranteedRef { $0.choose(enabled: enabled, current: current, pending: pending) }
        if chosen < 0 || !enabled.contains(chosen) { return -1 }
        note(chosen, insteadOf: usual)
        return chosen
    }

    /// All tasks have come to their end, or the explored function has returned and those that are left are stuck: what looks at the result comes after
    /// everything that they did.
    private func startLastWork() -> Bool {
        guard lastWork != nil, !hasLastWork, !search.isBlocked, programHasEnded || (alive.isEmpty && putAside().isEmpty),
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

    /// Nobody can go on: all have finished, or it is a deadlock. Where the explored function has returned, there is a result all the same.
    func concludeExecution() {
        let hasTrapped = (0..<taskCount).contains { states[$0] == .trapped }
        if process.hasEnded {
            hasFinished = !hasTrapped
            noteLeftMainQueue()
            return
        }
        let aside = hasTrapped || search.isBlocked ? [] : putAside()
        if (alive.isEmpty || waitForOrders) && aside.isEmpty {
            hasFinished = !hasTrapped
            if hasFinished && alive.isEmpty && !search.isBlocked && !unheard.isEmpty { failures.append(.leak(unheard)) }
        } else if !hasTrapped && !search.isBlocked {
            if isLogging { logWaits() }
            let all = aside + waiting(), isLivelock = (0..<taskCount).contains { states[$0] == .alive && pending[$0].isRepeat }
            hasFinished = programHasEnded && (lastWork == nil || (hasLastWork && states[taskCount - 1] == .finished))
            failures.append(isLivelock ? .livelock(all) : isLeak(all) ? .leak(all + unheard) : .deadlock(all + unheard))
        }
    }
}
