import CInterposition

/// Dispatch sources that the program merges data into, and timers.
///
/// A source delivers its events in turns on its queue (SharedSources.swift). Each merge of data is
/// a step, and so is each tick of a timer. Two merges commute. A tick is a task of its own with
/// that one step; the next tick is made when it has come. A repeating timer ticks a few times
/// freely, unless it is suspended or cancelled. It ticks more often only while a task waits and
/// nothing else can happen.
///
/// A timer that its own handler cancels ends, so all that it does can be explored. If this is seen
/// after ticks were held back, the place that set the timer is remembered, and the search starts
/// again (as for loops that run forever, DeferredIterations.swift). From then on the next tick comes
/// whenever the handler has finished with the previous one.
extension Execution {
    /// How often a repeating timer ticks although no task waits for it; the same for a timer that
    /// ends; and the most ticks.
    private static let freeTicks = 2, mostFreeTicks = 12, mostTicks = 100

    func answerSources(_ call: interleave_call) -> Int64 {
        guard interleave_call_kind(call.kind) != INTERLEAVE_SOURCE_CREATED else { return makeSource(call) }
        guard let number = source(call.object) else { return refused("a source that was made before the exploration", place: call.caller) }
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_SOURCE_HANDLER: setHandler(number, call)
        case INTERLEAVE_SOURCE_TIMER: setTimer(number, call)
        case INTERLEAVE_SOURCE_MERGE: merge(UInt(call.value), into: number, place: call.caller)
        case INTERLEAVE_SOURCE_CANCEL: cancelSource(number, place: call.caller)
        case INTERLEAVE_SOURCE_DATA: return Int64(bitPattern: UInt64(sources[number].told))
        default:
            visit(Operation(kind: .sourceChange, object: sources[number].object, place: call.caller))
            detector.acquire(current, from: sources[number].released)
            return sources[number].isCancelled ? 1 : 0
        }
        return 0
    }

    /// The number of the source at an address; nil: there is none.
    func source(_ address: UInt) -> Int? {
        let number = objects.number(of: object(address | 1), as: SourceNumber.self)
        return number < 0 ? nil : Int(number)
    }

    private func makeSource(_ call: interleave_call) -> Int64 {
        guard let queue = queue(call.other), let kind = SharedSource.Kind(rawValue: UInt8(truncatingIfNeeded: call.value)) else {
            return refusedQueue(call.caller)
        }
        let index = newObject(call.object | 1)
        objects[index, SourceNumber.self].number = Int32(truncatingIfNeeded: sources.count)
        sources.append(SharedSource(address: call.object, object: index, kind: kind, queue: queue))
        if isLogging {
            logQueue(call.other)
            log(.sourceCreated, UInt64(call.object), detail: detail(of: kind), place: call.caller)
        }
        return 0
    }

    // MARK: steps

    /// Changes a source. The change may put the source into its queue, as part of the same step.
    private func change(_ number: Int, _ kind: Operation.Kind = .sourceChange, place: UInt, _ effect: () -> Void) {
        let queue = sources[number].queue
        let isOrdered = queues.isInHierarchy(queue), isGlobal = queues[queue].kind == .global
        var operation = Operation(
            kind: kind, object: sources[number].object,
            other: isGlobal ? -1 : isOrdered ? queues[queue].ordered : queues[queue].object, target: isOrdered ? 1 : 0, place: place)
        arrive(at: operation)
        effect()
        detector.release(current, into: &sources[number].released, keeping: true)
        let enters = mayEnter(number)
        // It depends on their order which of several data wakes the source. Data that only join
        // pending data commute.
        if enters { operation.kind = .sourceChange } else { operation.other = -1 }
        commit(operation)
        if enters { enter(number) }
        if sources[number].needsManager { askManager(number, place: place) }
    }

    private func mayEnter(_ number: Int) -> Bool {
        let source = sources[number]
        return source.suspensions == 0 && source.needsTurn && !source.isInRow && source.running < 0 && source.next >= 0
    }

    /// Puts the next turn into the queue.
    private func enter(_ number: Int) {
        let task = Int(sources[number].next)
        sources[number].isInRow = true
        var first = begin(tasks[task].job, place: tasks.pending[task].place)
        if first.object < 0 { first.object = sources[number].object } else { first.other = sources[number].object }
        tasks.pending[task] = first
        queues.enqueue(task, on: sources[number].queue, isBarrier: false)
    }

    /// Makes the task of the next turn.
    private func prepareTurn(_ number: Int, place: UInt) {
        var job = Job(queue: sources[number].queue, how: ExecutionRecorder.How.source.rawValue, closure: sources[number].event.closure)
        job.source = Int32(truncatingIfNeeded: number)
        let idle = Operation(kind: .sourceIdle, object: sources[number].object, place: place)
        guard let task = addTask(parent: current, { _ in nil }, nil, job: job, operation: idle) else {
            _ = refused(Self.tooManyTasks, place: place)
            return
        }
        sources[number].next = Int32(truncatingIfNeeded: task)
    }

    // MARK: calls of the program

    private func setHandler(_ number: Int, _ call: interleave_call) {
        change(number, place: call.caller) {
            let handler = SharedSource.Handler(block: UInt(bitPattern: call.context), closure: call.closure)
            switch call.value {
            case 0: sources[number].event = handler
            case 1: sources[number].cancel = handler
            default: sources[number].registration = handler
            }
            if handler.block != 0 { keptBlocks.append(handler.block) }
        }
    }

    private func merge(_ data: UInt, into number: Int, place: UInt) {
        let kind: Operation.Kind = sources[number].kind == .replace ? .sourceChange : .sourceMerge
        change(number, kind, place: place) {
            if sources[number].isCancelled { return }
            switch sources[number].kind {
            case .add, .timer: sources[number].pending &+= data
            case .or: sources[number].pending |= data
            case .replace: sources[number].pending = data
            }
        }
    }

    private func cancelSource(_ number: Int, place: UInt) {
        if exploration.cuts.ticks && Int(sources[number].running) == current && Self.mayEnd(after: sources[number].ticks) {
            let place = sources[number].place
            if place != 0 && !isStep(place) { discover(place) }
        }
        change(number, place: place) {
            sources[number].isCancelled = true
            if !sources[number].wasActivated { sources[number].isArmed = false }
        }
        if isLogging { log(.sourceCancelled, UInt64(sources[number].address), place: place) }
    }

    /// - Parameter by: 1 suspends, -1 resumes.
    func suspendSource(_ number: Int, by: Int32, isActivation: Bool, place: UInt) {
        var isOnceTooOften = false
        change(number, place: place) {
            if isActivation && sources[number].wasActivated { return }
            isOnceTooOften = by < 0 && sources[number].suspensions == 0
            if isOnceTooOften { return }
            sources[number].suspensions += by
            if sources[number].suspensions == 0 && !sources[number].wasActivated {
                sources[number].wasActivated = true
                sources[number].isArmed = sources[number].isSet && !sources[number].isCancelled && sources[number].registration.block == 0
                prepareTurn(number, place: place)
            }
        }
        if isOnceTooOften { misuse(.overResume, place: place) }
    }

    func setTarget(ofSource number: Int, to queue: Int32, place: UInt) -> Int64 {
        if sources[number].wasActivated { return refused("a new queue for a source that is active", place: place) }
        sources[number].queue = queue
        return 0
    }

    /// The program drops its last reference to a source. A suspended source could never continue;
    /// any other source reports no event from now on.
    func letGo(ofSource number: Int, place: UInt) -> Int64 {
        if sources[number].suspensions > 0 { return misuse(.sourceSuspended, place: place) }
        change(number, place: place) { sources[number].isLetGo = true }
        return 0
    }

    // MARK: turns

    func mayTakeTurn(_ number: Int32) -> Bool { sources[Int(number)].suspensions == 0 }

    /// The turn begins: it delivers all data that have come so far.
    func beginTurn(_ task: Int) {
        let number = Int(tasks[task].job.source)
        sources[number].begin(task)
        if let stage = prepareHandler(number, of: task) { logFired(number, stage) }
    }

    /// A handler has ended. The turn checks again what there is to do: it calls the next handler,
    /// or is over.
    func endTurn(_ task: Int, place: UInt) {
        let number = Int(tasks[task].job.source)
        while true {
            var next: SharedSource.Stage?
            change(number, place: place) {
                next = prepareHandler(number, of: task)
                if next != nil { return }
                sources[number].end()
                prepareTurn(number, place: place)
            }
            guard let next else { return }
            logFired(number, next)
            let item = item(ofTurn: task, next)
            if isLogging { logItem(.itemBegan, item, tasks[task].job) }
            _ = interleave_run(tasks[task].function, tasks[task].context)
            if isLogging { logItem(.itemEnded, item, tasks[task].job) }
        }
    }

    /// Prepares the next call of a turn.
    /// - Returns: its stage; nil: there is no more.
    private func prepareHandler(_ number: Int, of task: Int) -> SharedSource.Stage? {
        detector.acquire(task, from: sources[number].released)
        guard let (stage, handler) = sources[number].nextHandler() else { return nil }
        tasks[task].job.closure = handler.closure
        tasks[task].job.how = (stage == .cancel ? ExecutionRecorder.How.sourceCancel : .source).rawValue
        prepare(task, { interleave_run_block($0) }, UnsafeMutableRawPointer(bitPattern: handler.block))
        return stage
    }

    private func logFired(_ number: Int, _ stage: SharedSource.Stage) {
        if isLogging && stage == .event {
            let source = sources[number]
            log(.sourceFired, UInt64(source.address), argument: UInt64(source.told), detail: detail(of: source.kind))
        }
    }

    /// The kind of a source, in the trace's words.
    private func detail(of kind: SharedSource.Kind) -> UInt16 { kind == .timer ? 0 : UInt16(kind.rawValue) + 3 }

    // MARK: timers

    private func setTimer(_ number: Int, _ call: interleave_call) {
        change(number, place: call.caller) {
            sources[number].setting += 1
            sources[number].place = call.caller
            sources[number].pending = 0
            sources[number].ticks = 0
            sources[number].freeTicks = 0
            sources[number].interval = call.other == .max ? 0 : UInt64(call.other)
            sources[number].isSet = call.value != .max
            let isKnown = sources[number].wasActivated && sources[number].running < 0 && sources[number].registration.block == 0
            if isKnown && sources[number].isSet { sources[number].isArmed = true }
        }
        if isLogging { log(.timerArmed, UInt64(sources[number].address), argument: call.value, place: call.caller) }
        if call.value != .max { armTick(number, at: detector.elapsed[current] &+ call.value, place: call.caller) }
    }

    private func armTick(_ number: Int, at deadline: UInt64, place: UInt) {
        let (job, operation) = managersWork(number, isFire: true, place: place)
        armTimer(job, at: deadline, setting: sources[number].setting, { _ in nil }, nil, operation)
    }

    /// Asks the manager thread to forget a cancelled timer. When it does, the source's last turn
    /// enters the queue.
    private func askManager(_ number: Int, place: UInt) {
        sources[number].isToBeForgotten = true
        let (job, operation) = managersWork(number, isFire: false, place: place)
        guard addTask(parent: current, { _ in nil }, nil, job: job, operation: operation) != nil else {
            _ = refused(Self.tooManyTasks, place: place)
            return
        }
    }

    /// The manager thread's step on a source's timer: a task with one step.
    private func managersWork(_ number: Int, isFire: Bool, place: UInt) -> (Job, Operation) {
        var job = Job(how: ExecutionRecorder.How.source.rawValue)
        job.tick = Int32(truncatingIfNeeded: number)
        let queue = sources[number].queue
        let isOrdered = queues.isInHierarchy(queue), isGlobal = queues[queue].kind == .global
        let operation = Operation(
            kind: .sourceChange, isFire: isFire, object: sources[number].object,
            other: isGlobal ? -1 : isOrdered ? queues[queue].ordered : queues[queue].object, target: isOrdered ? 1 : 0, place: place)
        return (job, operation)
    }

    /// Whether a timer's next tick can come: the tick belongs to the latest setting, and the limits
    /// allow it.
    func mayTick(_ task: Int) -> Bool {
        let source = sources[Int(tasks[task].job.tick)]
        if !source.wasActivated || source.isOver || source.setting != tasks[task].timing.setting { return false }
        if source.ticks < Self.mostTicks {
            if source.freeTicks < Self.freeTicks { return true }
            if source.pending == 0 && (isLastHope(task) || endsByItself(source) && source.running < 0) { return true }
        }
        // Another tick would have brought another turn.
        if source.pending == 0 && source.running < 0 && (!programHasEnded || process.servesMainQueue && !process.hasEnded) {
            exploration.cuts.ticks = true
        }
        return false
    }

    private static func mayEnd(after ticks: Int) -> Bool { ticks > freeTicks && ticks <= mostFreeTicks }

    /// Whether a timer was seen to cancel itself, and has ticked no longer than that takes.
    private func endsByItself(_ source: SharedSource) -> Bool {
        source.freeTicks < Self.mostFreeTicks && source.place != 0 && isStep(source.place)
    }

    /// Whether a task waits, and no other task can go on.
    private func isLastHope(_ task: Int) -> Bool {
        // (A main thread that serves its queue waits for anything.)
        var isWaiting = process.servesMainQueue
        for other in 0..<tasks.count where other != task && tasks[other].state == .alive {
            if tasks[other].job.tick >= 0 && tasks.pending[other].isFire {
                if sources[Int(tasks[other].job.tick)].freeTicks < Self.freeTicks && allows(other) { return false }
            } else if allows(other) {
                return false
            } else if !neverBegins(other) {
                isWaiting = true
            }
        }
        return isWaiting && (process.servesMainQueue || !onlyIdleWorkersRemain)
    }

    /// The manager thread's step was made: a tick has come, and the next one is armed; or the timer
    /// is forgotten.
    func manage(_ task: Int, place: UInt) {
        let number = Int(tasks[task].job.tick)
        if tasks.pending[task].isFire {
            fire(task, place: place)
            countTick(number, isFree: !isLastHope(task))
        } else {
            sources[number].isArmed = false
        }
        detector.release(task, into: &sources[number].released, keeping: true)
        if mayEnter(number) { enter(number) }
        if tasks.pending[task].isFire && sources[number].interval > 0 {
            armTick(number, at: tasks[task].timing.deadline &+ sources[number].interval, place: place)
        }
    }

    /// - Parameter isFree: whether the tick came although the other tasks did not all wait for it.
    ///   Ticks that they wait for do not use up the free ones.
    private func countTick(_ number: Int, isFree: Bool) {
        if isFree { sources[number].freeTicks += 1 }
        if sources[number].interval == 0 { sources[number].isSet = false }
        // A timer whose last tick has not been delivered is set aside until it is.
        if !sources[number].isSet || sources[number].pending != 0 || sources[number].suspensions > 0 { sources[number].isArmed = false }
        sources[number].pending &+= 1
        sources[number].ticks += 1
    }

    /// Releases the blocks of this execution's sources.
    func releaseBlocks() {
        for index in 0..<keptBlocks.count { interleave_release_block(keptBlocks[index]) }
        keptBlocks.removeAll()
    }
}
