import CInterposition

/// Dispatch sources that the program merges data into, and timers.
///
/// A source tells what has come by turns on its queue (SharedSources.swift). Each merging of data, and each tick of a timer, is a step; that two data
/// are merged commutes. A tick is a task of its own with that one step; the one after it is made when it has come. A timer that repeats ticks a
/// few times without being asked, unless it is suspended or cancelled, and more often only while somebody waits and nothing else can happen.
extension Engine {
    /// How often a repeating timer ticks even if nobody waits for it; and how often at most.
    private static let freeTicks = 2, mostTicks = 100

    func answerSources(_ call: interleave_call) -> Int64 {
        guard interleave_call_kind(call.kind) != INTERLEAVE_SOURCE_MADE else { return makeSource(call) }
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
        let number = objects[object(address | 1)].source
        return number < 0 ? nil : Int(number)
    }

    private func makeSource(_ call: interleave_call) -> Int64 {
        guard let queue = queue(call.other), let kind = SharedSource.Kind(rawValue: UInt8(truncatingIfNeeded: call.value)) else {
            return refusedQueue(call.caller)
        }
        let index = newObject(call.object | 1)
        objects[index].source = Int32(truncatingIfNeeded: sources.count)
        sources.append(SharedSource(address: call.object, object: index, kind: kind, queue: queue))
        if isLogging {
            logQueue(call.other)
            log(.sourceCreated, UInt64(call.object), detail: kind == .timer ? 0 : UInt16(kind.rawValue) + 3, place: call.caller)
        }
        return 0
    }

    // MARK: steps

    /// Does something to a source; what comes of it may be that the source is put into its queue's row, as part of the same step.
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
        // Which of several data wakes the source is a matter of their order; those that only join it commute.
        if enters { operation.kind = .sourceChange } else { operation.other = -1 }
        commit(operation)
        if enters { enter(number) }
    }

    private func mayEnter(_ number: Int) -> Bool {
        let source = sources[number]
        return source.suspensions == 0 && source.needsTurn && !source.isInRow && source.running < 0 && source.next >= 0
    }

    /// Puts the next turn into the queue's row.
    private func enter(_ number: Int) {
        let task = Int(sources[number].next)
        sources[number].isInRow = true
        var first = begin(jobs[task], place: pending[task].place)
        if first.object < 0 { first.object = sources[number].object } else { first.other = sources[number].object }
        pending[task] = first
        queues.enqueue(task, on: sources[number].queue, isBarrier: false)
    }

    /// Makes the task of the next turn.
    private func prepareTurn(_ number: Int, place: UInt) {
        var job = Job(queue: sources[number].queue, how: ExecutionLog.How.source.rawValue, closure: sources[number].event.closure)
        job.source = Int32(truncatingIfNeeded: number)
        let idle = Operation(kind: .sourceIdle, object: sources[number].object, place: place)
        guard let task = addTask(parent: current, { _ in nil }, nil, job: job, operation: idle) else {
            _ = refused(Self.tooManyTasks, place: place)
            return
        }
        sources[number].next = Int32(truncatingIfNeeded: task)
    }

    // MARK: what the program does

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
        change(number, place: place) { sources[number].isCancelled = true }
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

    // MARK: turns

    func mayTakeTurn(_ number: Int32) -> Bool { sources[Int(number)].suspensions == 0 }

    /// The turn has come: what it tells is what has come by now.
    func beginTurn(_ task: Int) {
        let number = Int(jobs[task].source)
        sources[number].running = Int32(truncatingIfNeeded: task)
        sources[number].next = -1
        sources[number].isInRow = false
        detector.acquire(task, from: sources[number].released)
        var handler = sources[number].event
        if sources[number].registration.block != 0 {
            handler = sources[number].registration
            sources[number].registration.block = 0
        } else if sources[number].isCancelled {
            handler = sources[number].cancel
            sources[number].cancel.block = 0
            sources[number].event.block = 0
            jobs[task].how = ExecutionLog.How.sourceCancel.rawValue
        } else {
            sources[number].told = sources[number].pending
            sources[number].pending = 0
            if sources[number].told == 0 { handler.block = 0 }
            if isLogging && handler.block != 0 {
                log(.sourceFired, UInt64(sources[number].address), argument: UInt64(sources[number].told))
            }
        }
        jobs[task].closure = handler.closure
        guard let block = UnsafeMutableRawPointer(bitPattern: handler.block) else { return }
        prepare(task, { interleave_run_block($0) }, block)
    }

    func endTurn(_ task: Int, place: UInt) {
        let number = Int(jobs[task].source)
        change(number, place: place) {
            sources[number].running = -1
            prepareTurn(number, place: place)
        }
    }

    // MARK: timers

    private func setTimer(_ number: Int, _ call: interleave_call) {
        change(number, place: call.caller) {
            sources[number].setting += 1
            sources[number].pending = 0
            sources[number].ticks = 0
            sources[number].freeTicks = 0
            sources[number].interval = call.other == .max ? 0 : UInt64(call.other)
        }
        if isLogging { log(.timerArmed, UInt64(sources[number].address), argument: call.value, place: call.caller) }
        if call.value != .max { armTick(number, at: localTime[current] &+ call.value, place: call.caller) }
    }

    private func armTick(_ number: Int, at deadline: UInt64, place: UInt) {
        var job = Job(how: ExecutionLog.How.source.rawValue)
        job.tick = Int32(truncatingIfNeeded: number)
        let queue = sources[number].queue
        let isOrdered = queues.isInHierarchy(queue), isGlobal = queues[queue].kind == .global
        let tick = Operation(
            kind: .sourceChange, isFire: true, object: sources[number].object,
            other: isGlobal ? -1 : isOrdered ? queues[queue].ordered : queues[queue].object, target: isOrdered ? 1 : 0, place: place)
        armTimer(job, at: deadline, setting: sources[number].setting, { _ in nil }, nil, tick)
    }

    /// Whether a timer's next tick may come: it is the one that is set, and is not asked too much.
    func mayTick(_ task: Int) -> Bool {
        let source = sources[Int(jobs[task].tick)]
        if !source.wasActivated || source.isCancelled || source.setting != timings[task].setting { return false }
        if source.ticks < Self.mostTicks {
            if source.freeTicks < Self.freeTicks { return true }
            if source.pending == 0 && isLastHope(task) { return true }
        }
        // Another tick would have brought another turn.
        if source.pending == 0 && source.running < 0 && !programHasEnded { hasCutTicks = true }
        return false
    }

    /// Whether somebody waits, and nobody else can go on.
    private func isLastHope(_ task: Int) -> Bool {
        var isWaiting = false
        for other in 0..<taskCount where other != task && states[other] == .alive {
            if jobs[other].tick >= 0 {
                if sources[Int(jobs[other].tick)].freeTicks < Self.freeTicks && allows(other) { return false }
            } else if allows(other) {
                return false
            } else if !neverBegins(other) {
                isWaiting = true
            }
        }
        return isWaiting && !waitForOrders
    }

    /// A tick has come; the next one is awaited.
    func tick(_ task: Int, place: UInt) {
        let number = Int(jobs[task].tick)
        // A tick that all others wait for is one that the program asks for, and is not counted: more may come behind it.
        if !isLastHope(task) { sources[number].freeTicks += 1 }
        sources[number].pending &+= 1
        sources[number].ticks += 1
        detector.release(task, into: &sources[number].released, keeping: true)
        if mayEnter(number) { enter(number) }
        if sources[number].interval > 0 { armTick(number, at: timings[task].deadline &+ sources[number].interval, place: place) }
    }

    /// The blocks of this execution's sources are given back.
    func releaseBlocks() {
        for index in 0..<keptBlocks.count { interleave_release_block(keptBlocks[index]) }
        keptBlocks.removeAll()
    }
}
