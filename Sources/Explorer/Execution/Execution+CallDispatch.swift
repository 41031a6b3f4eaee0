import CInterposition

/// Dispatches each call of the C layer to the function that models it.
extension Execution {
    func answer(_ call: UnsafeMutablePointer<interleave_call>) {
        let object = call.pointee.object, place = call.pointee.caller, value = call.pointee.value,
            refusal = Int64(truncatingIfNeeded: value)
        let isRecursive = call.pointee.flags & INTERLEAVE_RECURSIVE.rawValue != 0
        let isChecked = call.pointee.flags & INTERLEAVE_CHECKED.rawValue != 0
        let prefersWriters = call.pointee.flags & INTERLEAVE_PREFERS_WRITERS.rawValue != 0
        call.pointee.result =
            switch interleave_call_kind(call.pointee.kind) {
            case INTERLEAVE_THREAD_CREATE: create(call.pointee)
            case INTERLEAVE_THREAD_JOIN: join(object, UnsafeMutablePointer(bitPattern: call.pointee.other), place: place)
            case INTERLEAVE_THREAD_EXIT: exitThread(call.pointee.context)
            case INTERLEAVE_SLEEP: sleep(value, place: place)
            case INTERLEAVE_NOW: Int64(Self.epoch &+ now(place: place))
            case INTERLEAVE_LOCK: lock(object, isRecursive: isRecursive, isChecked: isChecked, place: place)
            case INTERLEAVE_TRY_LOCK: tryLock(object, isRecursive: isRecursive, refusal: refusal, place: place)
            case INTERLEAVE_UNLOCK: unlock(object, isRecursive: isRecursive, isChecked: isChecked, place: place)
            case INTERLEAVE_MUTEX_LOCK, INTERLEAVE_MUTEX_TRY, INTERLEAVE_MUTEX_UNLOCK:
                mutex(interleave_call_kind(call.pointee.kind), object, place: place)
            case INTERLEAVE_WRITE_LOCK: writeLock(object, prefersWriters: prefersWriters, place: place)
            case INTERLEAVE_TRY_WRITE_LOCK: tryLock(object, isRecursive: false, refusal: refusal, place: place)
            case INTERLEAVE_READ_LOCK: readLock(object, prefersWriters: prefersWriters, place: place)
            case INTERLEAVE_TRY_READ_LOCK: tryReadLock(object, prefersWriters: prefersWriters, refusal: refusal, place: place)
            case INTERLEAVE_READ_WRITE_UNLOCK: readWriteUnlock(object, place: place)
            case INTERLEAVE_CONDITION_WAIT: wait(object, lock: call.pointee.other, timeOut: refusal, place: place)
            case INTERLEAVE_CONDITION_SIGNAL: signal(object, isBroadcast: false, place: place)
            case INTERLEAVE_CONDITION_BROADCAST: signal(object, isBroadcast: true, place: place)
            case INTERLEAVE_ONCE: enterOnce(object, wasDone: call.pointee.value != 0, place: place)
            case INTERLEAVE_ONCE_DONE: leaveOnce(object, place: place)
            case INTERLEAVE_FORGET: forget(object)
            case INTERLEAVE_DESTROY: destroy(object, place: place)
            case INTERLEAVE_WEAK_LOAD: loadWeakly(.atomicLoad, object, table: call.pointee.other, place: place)
            case INTERLEAVE_WEAK_RELEASE: loadWeakly(.atomicUpdate, object, table: call.pointee.other, place: place)
            case INTERLEAVE_RELEASE: isStep(place) ? letGo(ofObject: object, place: place) : 0
            case INTERLEAVE_RETAIN: isStep(place) ? retain(object, place: place) : 0
            case INTERLEAVE_FREED_WAS_USED: noteUse(ofFreed: object, freedAt: call.pointee.other, place: place)
            case INTERLEAVE_LOOK: look(.atomicLoad, object | 3, place: place)
            case INTERLEAVE_CHANGE: look(.atomicUpdate, object | 3, place: place)
            case INTERLEAVE_PRINT, INTERLEAVE_READ_INPUT, INTERLEAVE_PROGRAM_ENDS, INTERLEAVE_SERVE_MAIN_QUEUE: answerProgram(call.pointee)
            case INTERLEAVE_LET_GO: letGo(object, place: place)
            case INTERLEAVE_IGNORE: ignore(call.pointee.result, object)
            case INTERLEAVE_FENCE: fence(call.pointee.flags)
            case INTERLEAVE_THROWN: noteThrown(object, place: place)
            case INTERLEAVE_TRAPPED: trapped(Int(call.pointee.value), place: place, library: call.pointee.other)
            case INTERLEAVE_QUEUE_MADE: makeQueue(call.pointee)
            case INTERLEAVE_QUEUE_TARGET: setTarget(call.pointee)
            case INTERLEAVE_QUEUE_SUSPEND: suspend(object, by: 1, place: place)
            case INTERLEAVE_QUEUE_RESUME:
                call.pointee.flags & INTERLEAVE_INACTIVE.rawValue != 0
                    ? activate(object, place: place) : suspend(object, by: -1, place: place)
            case INTERLEAVE_ASYNC: async(call.pointee)
            case INTERLEAVE_AFTER: after(call.pointee)
            case INTERLEAVE_SYNC: beginSync(call.pointee)
            case INTERLEAVE_SYNC_DONE: endSync(place: place)
            case INTERLEAVE_ITERATE: iterate(call.pointee)
            case INTERLEAVE_ITERATED: waitForIteration(Int(value), place: place)
            case INTERLEAVE_IS_ON_QUEUE, INTERLEAVE_IS_MAIN_THREAD, INTERLEAVE_CURRENT_QUEUE: whereAmI(call.pointee)
            case INTERLEAVE_NOT_MODELLED: refused(text(at: object) ?? "a call", place: place)
            case INTERLEAVE_RUNTIME_NOT_KNOWN: refused(.runtimeNotKnown(function: text(at: object) ?? "", place: place))
            default: answerMeeting(call.pointee)
            }
    }

    private func text(at address: UInt) -> String? { UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } }

    /// Code that asks where it runs (a `deinit`, say) may behave differently elsewhere.
    private func whereAmI(_ call: interleave_call) -> Int64 {
        if tasks[current].endings.count != 0 { noteEndings() }
        return switch interleave_call_kind(call.kind) {
        case INTERLEAVE_IS_ON_QUEUE: isOn(call.object)
        case INTERLEAVE_IS_MAIN_THREAD: isOn(interleave_main_queue())
        default: currentQueue(Int(call.value)).map { Int64(address(of: $0)) } ?? 0
        }
    }

    private func answerMeeting(_ call: interleave_call) -> Int64 {
        let key = call.object, place = call.caller
        switch interleave_call_kind(call.kind) {
        case INTERLEAVE_FUTEX_LOCK, INTERLEAVE_FUTEX_TRY, INTERLEAVE_FUTEX_UNLOCK:
            return futex(interleave_call_kind(call.kind), key, place: place)
        case INTERLEAVE_GROUP_ENTER: enter(object(key | 1), isManual: true, place: place)
        case INTERLEAVE_GROUP_LEAVE: leave(group: object(key | 1), isManual: true, place: place)
        case INTERLEAVE_GROUP_WAIT: return wait(forGroup: object(key | 1), timeOut: call.value, place: place)
        case INTERLEAVE_GROUP_NOTIFY: return notify(call)
        case INTERLEAVE_SEMAPHORE_MADE: return makeSemaphore(key, value: Int(truncatingIfNeeded: call.value))
        case INTERLEAVE_SEMAPHORE_WAIT: return wait(forSemaphore: key, timeOut: call.value, place: place)
        case INTERLEAVE_SEMAPHORE_SIGNAL: return signal(semaphore: key, place: place)
        case INTERLEAVE_WORK_PERFORMED: return performed(key, place: place)
        case INTERLEAVE_WORK_BEGINS: beginWork(key, place: place)
        case INTERLEAVE_WORK_ENDED: endWork(key, place: place)
        case INTERLEAVE_WORK_LET_GO: return letGo(ofWork: key, place: place)
        case INTERLEAVE_WORK_CANCEL: return touchWork(key, cancels: true, place: place)
        case INTERLEAVE_WORK_TEST: return touchWork(key, cancels: false, place: place)
        case INTERLEAVE_WORK_WAIT: return wait(forWork: key, timeOut: call.value, place: place)
        case INTERLEAVE_WORK_NOTIFY: return notifyWork(call)
        case let kind where INTERLEAVE_SOURCE_MADE.rawValue...INTERLEAVE_SOURCE_TEST.rawValue ~= kind.rawValue: return answerSources(call)
        case let kind where INTERLEAVE_OPERATION_QUEUE_MADE.rawValue...INTERLEAVE_OPERATION_LOCK.rawValue ~= kind.rawValue:
            return answerOperations(call)
        case let kind where INTERLEAVE_PIPE_MADE.rawValue...INTERLEAVE_PIPE_ENDS.rawValue ~= kind.rawValue: return answerPipes(call)
        case INTERLEAVE_BARRIER_MADE: return makeBarrier(key, count: call.value)
        case INTERLEAVE_BARRIER_WAIT: return waitAtBarrier(key, place: place)
        case INTERLEAVE_EXIT: endProcess(Int(call.value), place: place)
        // Priorities count only on the simulated processor (Execution+Processor.swift).
        case INTERLEAVE_THREAD_PRIORITY: return -1
        case INTERLEAVE_THREAD_NAMED: return 0
        default: return answerRuntime(call)
        }
        return 0
    }

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
