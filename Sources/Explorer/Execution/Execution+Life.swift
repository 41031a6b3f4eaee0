import CInterposition

/// The life of an execution, and of its tasks.
extension Execution {
    typealias TaskFunction = ExploredTask.Function

    /// Runs the program until no task can go on.
    func run() {
        interleave_log_memory(isLogging)
        interleave_keep_freed_memory(exploration.options.keepsFreedMemory || !exploration.places.list.isEmpty)
        interleave_renew_pipes()
        interleave_renew_streams()
        interleave_begin_random_numbers(exploration.options.randomSeed)
        tellOfStacks()
        openPool()
        let runsBody: TaskFunction = { _ in
            Execution.running?._withUnsafeGuaranteedRef { $0.exploration.body() }
            return nil
        }
        guard addTask(parent: nil, runsBody, nil) != nil else {
            refuse("a new thread: the system has no more threads", place: 0)
            return
        }
        let first = next()
        current = first
        interleave_fiber_switch(nil, exploration.stacks.fibers[first])
        settleRecord()
        noteForeignThread()
        if isSearching && (!mustStop || exitCode != nil) && !exploration.search.isBlocked {
            for task in 0..<tasks.count where tasks[task].state == .alive {
                exploration.search.analysePending(tasks.pending[task], of: task)
            }
        }
        if (exploration.search.isBlocked || isMuchTooLate) && !failures.isEmpty { dropRacesOfBlockedExecution() }
        if isMuchTooLate { forgetResult() }
        // Fibers of tasks that did not end are discarded.
        for task in 0..<tasks.count where tasks[task].state != .finished && tasks[task].job.usesStack { exploration.stacks.discard(task) }
        #if DEBUG
            checkInvariants()
        #endif
        interleave_renew_operation_queues()
        interleave_free_kept()
        releaseBlocks()
        changedVariables.restore()
    }

    /// A library may have run code of the program on a thread of its own.
    private func noteForeignThread() {
        let place = interleave_take_foreign_access()
        if place == 0 { return }
        // A task that seemed stuck may have been waiting for that thread.
        failures = failures.filter { !$0.isBlockingFailure }
        exploration.hasMetForeignThread = true
        refuse("code on a thread that the explorer did not start (started by a library or an operation queue)", place: place)
    }

    /// - Returns: the new task's number; nil if there can be no more tasks.
    func addTask(
        parent: Int?, _ function: @escaping TaskFunction, _ context: UnsafeMutableRawPointer?, job: Job = Job(),
        operation: Operation = Operation(kind: .begin)
    ) -> Int? {
        let task = tasks.count, options = exploration.options
        guard task < (hasLastWork ? TaskSet.capacity : Self.mostTasks) else { return nil }
        guard exploration.stacks.provide(for: task, size: task == 0 ? options.firstStackSize : options.stackSize) else { return nil }
        stepRecord?.noteBirth(of: task, parent)
        deferred.begin(task)
        lastEffect = choices.count
        tasks.add(ExploredTask(function, context, job), operation)
        if exploration.statusLocks.isWatched { noteStatusLock(&tasks.pending[task], of: task) }
        if isLogging { nameTask(task) }
        if isSearching { exploration.search.addTask(parent: parent) }
        detector.addTask(parent: parent)
        let fibers = exploration.stacks.fibers, maker: OpaquePointer? = if let parent { fibers[parent] } else { nil }
        interleave_fiber_prepare(fibers[task], maker, { _ in Execution.running?._withUnsafeGuaranteedRef { $0.runTask() } }, nil)
        return task
    }

    /// The whole life of a task, on its fiber. Never returns.
    func runTask() {
        let me = current, place = tasks.pending[me].place
        tasks[me].job.usesStack = true
        interleave_forget_calls()
        if tasks[me].job.operation >= 0 { orderOperation(me) }
        commit(tasks.pending[me])
        if tasks[me].job.tick >= 0 {
            manage(me, place: place)
            leave(me, as: .finished)
        }
        if tasks[me].job.isTimer {
            fire(me, place: place)
            visit(begin(tasks[me].job, place: place))
        }
        tasks[me].job.hasBegun = true
        if tasks[me].job.source >= 0 { beginTurn(me) }
        let job = tasks[me].job
        let isItem = (job.source < 0 || tasks[me].context != nil) && (job.queue >= 0 || job.how != ExecutionRecorder.How.async.rawValue)
        if isLogging && isItem { logItem(.itemBegan, item(me), job) }
        if job.queue >= 0 { acquire(job.queue, isBarrier: job.isBarrier) }
        if job.operation >= 0 { acquireOperation(me) }
        tasks[me].performing = job.work
        if needsWorker(job) { takeWorker(place: place) }
        if job.isOfRuntime { beginStretch() }
        tasks[me].context = interleave_run(tasks[me].function, tasks[me].context)
        interleave_end_thread()
        tasks[me].job.hasEnded = true
        giveWorkerBack(place: place)
        if job.isOfRuntime { leaveExecutor(place: place) }
        if isLogging && job.isOfRuntime { endPoolItem() }
        let isOpen = isItem && job.operation < 0 && tasks[me].job.queue == job.queue
        if isLogging && isOpen && log?.haveLeft.contains(me) == false { logItem(.itemEnded, item(me), job) }
        if job.source >= 0 { endTurn(me, place: place) }
        if job.group >= 0 { leave(group: job.group, isManual: false, place: place) }
        if tasks[me].job.queue >= 0 { endItem(job, wasSync: false, place: place) }
        if me == 0 && !process.hasEnded { freeMainQueue() }
        leave(me, as: .finished)
    }
}
