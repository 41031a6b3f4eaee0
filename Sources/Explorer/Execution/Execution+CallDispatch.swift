import CInterposition

/// Dispatches each call of the C layer to the function that models it.
extension Execution {
    func answer(_ call: UnsafeMutablePointer<interleave_call>) { call.pointee.result = result(of: call) }

    /// Each primitive has its calls in a row, and answers them in its own file: a new one is registered here.
    private func result(of call: UnsafePointer<interleave_call>) -> Int64 {
        switch call.pointee.kind {
        case calls(INTERLEAVE_LOCK, INTERLEAVE_UNLOCK): answerLocks(call)
        case calls(INTERLEAVE_MUTEX_LOCK, INTERLEAVE_MUTEX_UNLOCK):
            mutex(interleave_call_kind(call.pointee.kind), call.pointee.object, place: call.pointee.caller)
        case calls(INTERLEAVE_READ_LOCK, INTERLEAVE_READ_WRITE_UNLOCK): answerReadWriteLocks(call)
        case calls(INTERLEAVE_CONDITION_WAIT, INTERLEAVE_CONDITION_BROADCAST): answerConditions(call)
        case calls(INTERLEAVE_ONCE, INTERLEAVE_ONCE_DONE): answerOnce(call)
        case calls(INTERLEAVE_QUEUE_MADE, INTERLEAVE_IS_MAIN_THREAD): answerQueues(call.pointee)
        case calls(INTERLEAVE_GROUP_ENTER, INTERLEAVE_GROUP_NOTIFY): answerGroups(call.pointee)
        case calls(INTERLEAVE_SEMAPHORE_MADE, INTERLEAVE_SEMAPHORE_SIGNAL): answerSemaphores(call.pointee)
        case calls(INTERLEAVE_WORK_BEGINS, INTERLEAVE_WORK_LET_GO): answerWorkItems(call.pointee)
        case calls(INTERLEAVE_FUTEX_LOCK, INTERLEAVE_FUTEX_UNLOCK):
            futex(interleave_call_kind(call.pointee.kind), call.pointee.object, place: call.pointee.caller)
        case calls(INTERLEAVE_OPERATION_QUEUE_MADE, INTERLEAVE_OPERATION_LOCK): answerOperations(call.pointee)
        case calls(INTERLEAVE_PRINT, INTERLEAVE_SERVE_MAIN_QUEUE): answerProgram(call.pointee)
        case calls(INTERLEAVE_SOURCE_MADE, INTERLEAVE_SOURCE_TEST): answerSources(call.pointee)
        case calls(INTERLEAVE_BARRIER_MADE, INTERLEAVE_BARRIER_WAIT): answerBarriers(call.pointee)
        case calls(INTERLEAVE_PIPE_MADE, INTERLEAVE_PIPE_ENDS): answerPipes(call.pointee)
        case calls(INTERLEAVE_TASK_HOP, INTERLEAVE_RELEASED), calls(INTERLEAVE_EXECUTOR_RUNS, INTERLEAVE_TASK_MADE):
            answerRuntime(call.pointee)
        default: answerOthers(call)
        }
    }

    /// The numbers of a row of calls.
    @inline(__always)
    private func calls(_ first: interleave_call_kind, _ last: interleave_call_kind) -> ClosedRange<UInt32> {
        first.rawValue...last.rawValue
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

    /// A sleep can always be over immediately: in other executions, other tasks go first. Only the
    /// task's own clock advances.
    private func sleep(_ nanoseconds: UInt64, place: UInt) -> Int64 {
        restBeforeSleep(as: current, place: place)
        // A sleep of zero length takes 1 ns. Otherwise a task that sleeps for a remaining time,
        // rounded down, would never finish.
        detector.elapsed[current] &+= max(nanoseconds, 1)
        if isLogging {
            let wait = ExecutionRecorder.Wait.sleep.rawValue
            log(.waitBegan, argument: nanoseconds, detail: wait, place: place)
            log(.waitEnded, detail: wait)
        }
        return 0
    }
}

extension interleave_call {
    /// Whether a flag is set.
    @inline(__always)
    func has(_ flag: interleave_call_flags) -> Bool { flags & flag.rawValue != 0 }
}
