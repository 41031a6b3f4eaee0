import CInterposition

/// Dispatches each call of the C layer to the function that models it.
extension Execution {
    func answer(_ call: UnsafeMutablePointer<interleave_call>) { call.pointee.result = result(of: call) }

    /// Each primitive has its calls in a row of numbers (`CallRow`), and answers them in its own file.
    private func result(of call: UnsafePointer<interleave_call>) -> Int64 {
        switch exploration.callRows[call.pointee.kind] {
        case .locks: answerLocks(call)
        case .mutexes: mutex(interleave_call_kind(call.pointee.kind), call.pointee.object, place: call.pointee.caller)
        case .readWriteLocks: answerReadWriteLocks(call)
        case .conditions: answerConditions(call)
        case .once: answerOnce(call)
        case .queues: answerQueues(call.pointee)
        case .groups: answerGroups(call.pointee)
        case .semaphores: answerSemaphores(call.pointee)
        case .workItems: answerWorkItems(call.pointee)
        case .futexes: futex(interleave_call_kind(call.pointee.kind), call.pointee.object, place: call.pointee.caller)
        case .operations: answerOperations(call.pointee)
        case .program: answerProgram(call.pointee)
        case .sources: answerSources(call.pointee)
        case .barriers: answerBarriers(call.pointee)
        case .pipes: answerPipes(call.pointee)
        case .runtime: answerRuntime(call.pointee)
        case .others: answerOthers(call)
        }
    }

    /// Threads, time, memory, and the end of the program.
    private func answerOthers(_ call: UnsafePointer<interleave_call>) -> Int64 {
        let object = call.pointee.object, place = call.pointee.caller
        switch interleave_call_kind(call.pointee.kind) {
        case INTERLEAVE_THREAD_CREATE: return create(call.pointee)
        case INTERLEAVE_THREAD_JOIN: return join(object, UnsafeMutablePointer(bitPattern: call.pointee.other), place: place)
        case INTERLEAVE_THREAD_EXIT: return exitThread(call.pointee.context)
        case INTERLEAVE_SLEEP: return sleep(call.pointee.value, place: place)
        case INTERLEAVE_NOW: return Int64(Self.epoch &+ now(place: place))
        case INTERLEAVE_FORGET: return forget(object)
        case INTERLEAVE_DESTROY: return destroy(object, place: place)
        case INTERLEAVE_WEAK_LOAD: return loadWeakly(.atomicLoad, object, table: call.pointee.other, place: place)
        case INTERLEAVE_WEAK_RELEASE: return loadWeakly(.atomicUpdate, object, table: call.pointee.other, place: place)
        case INTERLEAVE_RELEASE: return isStep(place) ? letGo(ofObject: object, place: place) : 0
        case INTERLEAVE_RETAIN: return isStep(place) ? retain(object, place: place) : 0
        case INTERLEAVE_FREED_WAS_USED: return noteUse(ofFreed: object, freedAt: call.pointee.other, place: place)
        case INTERLEAVE_LOOK: return look(.atomicLoad, object | 3, place: place)
        case INTERLEAVE_CHANGE: return look(.atomicUpdate, object | 3, place: place)
        case INTERLEAVE_LET_GO: return letGo(object, place: place)
        case INTERLEAVE_IGNORE: return ignore(call.pointee.result, object)
        case INTERLEAVE_FENCE: return fence(call.pointee.flags)
        case INTERLEAVE_THROWN: return noteThrown(object, place: place)
        case INTERLEAVE_TRAPPED: return trapped(Int(call.pointee.value), place: place, library: call.pointee.other)
        case INTERLEAVE_NOT_MODELLED: return refused(text(at: object) ?? "a call", place: place)
        case INTERLEAVE_RUNTIME_NOT_KNOWN: return refused(.runtimeNotKnown(function: text(at: object) ?? "", place: place))
        case INTERLEAVE_EXIT: endProcess(Int(call.pointee.value), place: place)
        // Priorities count only on the simulated processor (Execution+Processor.swift).
        case INTERLEAVE_THREAD_PRIORITY: return -1
        case INTERLEAVE_THREAD_NAMED: break
        default: return refused("call number \(call.pointee.kind)", place: place)
        }
        return 0
    }

    private func text(at address: UInt) -> String? { UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } }

    /// The start of every execution on the clock that its tasks see: a few hours after the machine
    /// booted.
    static let epoch: UInt64 = 10_000_000_000_000

    /// The nanoseconds from the end of a sleep or of a time limit until the task looks at a clock. (The
    /// difference of two dates is rounded to about 100 ns. It must not be less than the sleep between them.)
    static let awakening: UInt64 = 1_000

    /// A moment on the program's clock, as time since the start.
    func moment(_ time: UInt) -> UInt64 { UInt64(time) > Self.epoch ? UInt64(time) - Self.epoch : 0 }

    /// The task has waited until a moment on the program's clock.
    func passTime(until deadline: UInt) {
        if moment(deadline) > detector.elapsed[current] { detector.elapsed[current] = moment(deadline) &+ Self.awakening }
    }

    /// A sleep can always be over immediately: in other executions, other tasks go first. Only the
    /// task's own clock advances.
    private func sleep(_ nanoseconds: UInt64, place: UInt) -> Int64 {
        deferSleep(as: current, place: place)
        // A sleep of zero length takes 1 ns. Otherwise a task that sleeps for a remaining time,
        // rounded down, would never finish.
        detector.elapsed[current] &+= nanoseconds == 0 ? 1 : nanoseconds &+ Self.awakening
        if isLogging {
            let wait = ExecutionRecorder.Wait.sleep.rawValue
            log(.waitBegan, argument: nanoseconds, detail: wait, place: place)
            log(.waitEnded, detail: wait)
        }
        return 0
    }
}

/// A primitive's row of calls: a new primitive is registered here.
enum CallRow: UInt8, CaseIterable {
    case others, locks, mutexes, readWriteLocks, conditions, once, queues, groups, semaphores, workItems, futexes, operations, program,
        sources, barriers, pipes, runtime

    /// The first and the last call of the row. (Numbers can follow each other in two places.)
    private var calls: [(interleave_call_kind, interleave_call_kind)] {
        switch self {
        case .locks: [(INTERLEAVE_LOCK, INTERLEAVE_UNLOCK)]
        case .mutexes: [(INTERLEAVE_MUTEX_LOCK, INTERLEAVE_MUTEX_UNLOCK)]
        case .readWriteLocks: [(INTERLEAVE_READ_LOCK, INTERLEAVE_READ_WRITE_UNLOCK)]
        case .conditions: [(INTERLEAVE_CONDITION_WAIT, INTERLEAVE_CONDITION_BROADCAST)]
        case .once: [(INTERLEAVE_ONCE, INTERLEAVE_ONCE_DONE)]
        case .queues: [(INTERLEAVE_QUEUE_CREATED, INTERLEAVE_IS_MAIN_THREAD)]
        case .groups: [(INTERLEAVE_GROUP_ENTER, INTERLEAVE_GROUP_NOTIFY)]
        case .semaphores: [(INTERLEAVE_SEMAPHORE_CREATED, INTERLEAVE_SEMAPHORE_SIGNAL)]
        case .workItems: [(INTERLEAVE_WORK_BEGINS, INTERLEAVE_WORK_LET_GO)]
        case .futexes: [(INTERLEAVE_FUTEX_LOCK, INTERLEAVE_FUTEX_UNLOCK)]
        case .operations: [(INTERLEAVE_OPERATION_QUEUE_CREATED, INTERLEAVE_OPERATION_LOCK)]
        case .program: [(INTERLEAVE_PRINT, INTERLEAVE_SERVE_MAIN_QUEUE)]
        case .sources: [(INTERLEAVE_SOURCE_CREATED, INTERLEAVE_SOURCE_TEST)]
        case .barriers: [(INTERLEAVE_BARRIER_CREATED, INTERLEAVE_BARRIER_WAIT)]
        case .pipes: [(INTERLEAVE_PIPE_CREATED, INTERLEAVE_PIPE_ENDS)]
        case .runtime: [(INTERLEAVE_TASK_HOP, INTERLEAVE_RELEASED), (INTERLEAVE_EXECUTOR_RUNS, INTERLEAVE_TASK_CREATED)]
        case .others: []  // (the calls that are in no row)
        }
    }

    /// The row of each call, by the call's number. (It is looked up at each call.)
    struct Table {
        private let rows: UnsafeMutablePointer<CallRow>
        private let count: Int

        init() {
            let all = CallRow.allCases.flatMap { row in row.calls.map { (row, $0, $1) } }
            count = Int(all.map(\.2.rawValue).max() ?? 0) + 1
            rows = .allocate(capacity: count)
            rows.initialize(repeating: .others, count: count)
            for (row, first, last) in all { for kind in first.rawValue...last.rawValue { rows[Int(kind)] = row } }
        }

        @inline(__always)
        subscript(kind: UInt32) -> CallRow { Int(kind) < count ? rows[Int(kind)] : .others }

        func deallocate() { rows.deallocate() }
    }
}

extension interleave_call {
    /// Whether a flag is set.
    @inline(__always)
    func has(_ flag: interleave_call_flags) -> Bool { flags & flag.rawValue != 0 }
}
