import CInterposition

/// Swift tasks that sleep or yield.
///
/// In the runtime another job would wake the Swift task. Here it continues without one. A sleep is
/// one step, which comes when its time is over or when the task is cancelled. A yield is not a
/// step, since others get their turn at any step. On an actor, both let others in.
extension Execution {
    /// - Returns: 1 if the Swift task continues without being resumed, 0 if only a cancellation
    ///   ends its sleep.
    func sleep(_ call: interleave_call) -> Int64 {
        guard call.value != .max, let number = swiftTasks.number(of: call.task) else { return 0 }
        let me = current, place = call.caller, isDeaf = call.other != 0
        deferSleep(as: DeferredIterations.Sleeper.swiftTasks + Int(number), place: place)
        standAside(call) {
            if isLogging { log(.waitBegan, argument: call.value, detail: ExecutionRecorder.Wait.sleep.rawValue, place: place) }
            let (timing, later) = arm(at: detector.elapsed[me] &+ call.value)
            set(timing, of: me, before: later)
            tasks[me].job.isTimer = true
            visit(
                isDeaf
                    ? Operation(kind: .begin, isFire: true, place: place)
                    : Operation(kind: .cancellationTest, isFire: true, object: swiftTasks[number].family, place: place))
            tasks[me].job.isTimer = false
            let isOver = isDeaf || !isCancelled(me)
            if isOver {
                comesAfterEarlier(me)
                detector.elapsed[me] &+= Self.awakening
            } else {
                findCancellation(of: swiftTasks[number].family)
            }
            passOn(me, isOver)
            if isLogging { log(.waitEnded, detail: ExecutionRecorder.Wait.sleep.rawValue) }
        }
        if isDeaf { wake(call.task) }
        return 1
    }

    func yield(_ call: interleave_call) -> Int64 {
        standAside(call) {}
        wake(call.task)
        return 1
    }

    /// Leaves the actor and the pool's thread to others meanwhile.
    private func standAside(_ call: interleave_call, _ waits: () -> Void) {
        let held = tasks[current].executor, place = call.caller
        passOwnStatusLock(place: place)
        if held >= 0 { leaveExecutor(place: place) }
        let hadWorker = giveWorkerBack(place: place)
        if isLogging { endStretchOnPool() }
        waits()
        passStatusLock(of: tasks[current].job.swiftTask, place: place)
        if isLogging { logPoolItem(tasks[current].job) }
        if held < 0 && hadWorker { takeWorker(place: place) }
        if held >= 0 { hop(to: address(of: held), urgency: UInt8(truncatingIfNeeded: call.flags >> 16), place: place) }
    }

    /// The continuation that the running Swift task is about to wait for counts as resumed: no
    /// other task observes that.
    func wake(_ address: UInt) {
        guard let number = swiftTasks.number(of: address) else { return }
        objects[swiftTasks[number].continuation, Occurrence.self].hasHappened = true
    }

    /// Whether the Swift task that runs there is cancelled.
    func isCancelled(_ task: Int) -> Bool {
        tasks[task].job.swiftTask >= 0 && interleave_task_is_cancelled(swiftTasks[tasks[task].job.swiftTask].address)
    }

    /// A sleep is over: timers due later no longer wait for it, and come after it.
    private func passOn(_ task: Int, _ isOver: Bool) {
        for other in 0..<tasks.count where tasks[other].job.isTimer && tasks[other].timing.before.contains(task) {
            tasks[other].timing.before.remove(task)
            if isOver { exploration.search.release(task, into: &tasks[other].timing.slept) }
        }
    }
}
