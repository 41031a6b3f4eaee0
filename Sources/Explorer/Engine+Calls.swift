import CInterposition
import Glibc

/// What tasks call: threads, locks, conditions, initialisers.
extension Engine {
    /// Where the layer beneath asks. It lives as long as the process.
    nonisolated(unsafe) static let control: UnsafePointer<interleave_control> = {
        let control = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        control.initialize(
            to: interleave_control(
                call: { call in Engine.running?._withUnsafeGuaranteedRef { $0.answer(call!) } },
                access: { address, size, how, place in
                    Engine.running?._withUnsafeGuaranteedRef {
                        $0.access(
                            address, size: Int(size), writes: how & INTERLEAVE_WRITES.rawValue != 0,
                            isMark: how & INTERLEAVE_MARKS.rawValue != 0, place: place)
                    }
                },
                atomic: { address, size, effect, place in
                    Engine.running?._withUnsafeGuaranteedRef { $0.atomic(address, size: Int(size), effect: effect, place: place) }
                },
                settled: { address, _, effect in Engine.running?._withUnsafeGuaranteedRef { $0.settled(address, effect: effect) } },
                made: { address, size in Engine.running?._withUnsafeGuaranteedRef { $0.detector.forget(from: address, size: size) } },
                stack_top: {
                    Engine.running?._withUnsafeGuaranteedRef { engine in engine.fiber(of: engine.current).map(interleave_fiber_top) ?? 0 }
                        ?? 0
                }))
        return UnsafePointer(control)
    }()

    private func answer(_ call: UnsafeMutablePointer<interleave_call>) {
        let object = call.pointee.object, place = call.pointee.caller, refusal = Int64(call.pointee.value)
        let isRecursive = call.pointee.flags & INTERLEAVE_RECURSIVE.rawValue != 0
        let isChecked = call.pointee.flags & INTERLEAVE_CHECKED.rawValue != 0
        watcher?.place = place
        call.pointee.result =
            switch interleave_call_kind(call.pointee.kind) {
            case INTERLEAVE_THREAD_CREATE: create(call.pointee)
            case INTERLEAVE_THREAD_JOIN: join(object, UnsafeMutablePointer(bitPattern: call.pointee.other), place: place)
            case INTERLEAVE_THREAD_EXIT: exitThread(call.pointee.context)
            case INTERLEAVE_SLEEP: 0  // it may always be over at once: others go first in another execution
            case INTERLEAVE_LOCK: lock(object, isRecursive: isRecursive, isChecked: isChecked, place: place)
            case INTERLEAVE_TRY_LOCK: tryLock(object, isRecursive: isRecursive, refusal: refusal, place: place)
            case INTERLEAVE_UNLOCK: unlock(object, isChecked: isRecursive || isChecked, place: place)
            case INTERLEAVE_WRITE_LOCK: lock(object, isRecursive: false, isChecked: true, place: place)
            case INTERLEAVE_TRY_WRITE_LOCK: tryLock(object, isRecursive: false, refusal: refusal, place: place)
            case INTERLEAVE_READ_LOCK: readLock(object, place: place)
            case INTERLEAVE_TRY_READ_LOCK: tryReadLock(object, refusal: refusal, place: place)
            case INTERLEAVE_READ_WRITE_UNLOCK: readWriteUnlock(object, place: place)
            case INTERLEAVE_CONDITION_WAIT: wait(object, lock: call.pointee.other, timeOut: refusal, place: place)
            case INTERLEAVE_CONDITION_SIGNAL: signal(object, isBroadcast: false, place: place)
            case INTERLEAVE_CONDITION_BROADCAST: signal(object, isBroadcast: true, place: place)
            case INTERLEAVE_ONCE: enterOnce(object, wasDone: call.pointee.value != 0, place: place)
            case INTERLEAVE_ONCE_DONE: leaveOnce(object, place: place)
            case INTERLEAVE_FORGET: forget(object)
            case INTERLEAVE_IGNORE: ignore(call.pointee.result)
            case INTERLEAVE_FENCE: refused("a memory fence", place: place)
            case INTERLEAVE_TRAPPED: trapped(Int(call.pointee.value), place: place)
            case INTERLEAVE_NOT_MODELLED:
                refused(UnsafePointer<CChar>(bitPattern: object).map { String(cString: $0) } ?? "a call", place: place)
            default: refused("call number \(call.pointee.kind)", place: place)
            }
    }

    // MARK: threads

    private func create(_ call: interleave_call) -> Int64 {
        guard let task = addTask(parent: current, call.function, call.context), let fiber = fiber(of: task) else {
            return refused("more than \(TaskSet.capacity) threads", place: call.caller)
        }
        UnsafeMutablePointer<UInt>(bitPattern: call.object)?.pointee = interleave_fiber_thread(fiber)
        return 0
    }

    private func join(_ thread: UInt, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, place: UInt) -> Int64 {
        guard let other = task(ofThread: thread) else { return Int64(ESRCH) }
        if other == current { return Int64(EDEADLK) }
        if states[other] != .finished {
            visit(Operation(kind: .join, target: Int32(truncatingIfNeeded: other), place: place))
        }
        search.join(current, after: other)
        detector.join(current, after: other)
        result?.pointee = contexts[other]
        return 0
    }

    private func exitThread(_ result: UnsafeMutableRawPointer?) -> Int64 {
        let me = current
        interleave_end_thread()
        contexts[me] = result
        leave(me, as: .finished)
        return 0
    }

    // MARK: locks

    private func lock(_ key: UInt, isRecursive: Bool, isChecked: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) == current {
            if isRecursive {
                objects[index].depth += 1
                return 0
            }
            if isChecked { return Int64(EDEADLK) }
        }
        visit(Operation(kind: .lock, object: index, place: place))
        objects[index].owner = Int32(truncatingIfNeeded: current)
        detector.acquire(current, from: objects[index].released)
        detector.acquire(current, from: objects[index].releasedByReaders)
        return 0
    }

    private func tryLock(_ key: UInt, isRecursive: Bool, refusal: Int64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if isRecursive && Int(objects[index].owner) == current {
            objects[index].depth += 1
            return 0
        }
        visit(Operation(kind: .tryLock, object: index, place: place))
        guard objects.tryLock(index, by: current) else { return refusal }
        detector.acquire(current, from: objects[index].released)
        detector.acquire(current, from: objects[index].releasedByReaders)
        return 0
    }

    private func unlock(_ key: UInt, isChecked: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        if isChecked && Int(objects[index].owner) != current { return Int64(EPERM) }
        if objects[index].depth > 0 {
            objects[index].depth -= 1
            return 0
        }
        visit(Operation(kind: .unlock, object: index, place: place))
        objects.unlock(index)
        detector.release(current, into: &objects[index].released, keeping: false)
        return 0
    }

    private func readLock(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) == current { return Int64(EDEADLK) }
        if objects[index].readers.contains(current) { return refused("a read lock that its thread holds already", place: place) }
        visit(Operation(kind: .readLock, object: index, place: place))
        objects[index].readers.insert(current)
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    private func tryReadLock(_ key: UInt, refusal: Int64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if objects[index].readers.contains(current) { return refused("a read lock that its thread holds already", place: place) }
        visit(Operation(kind: .tryReadLock, object: index, place: place))
        guard objects.tryReadLock(index, by: current) else { return refusal }
        detector.acquire(current, from: objects[index].released)
        return 0
    }

    private func readWriteUnlock(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) == current { return unlock(key, isChecked: false, place: place) }
        visit(Operation(kind: .readUnlock, object: index, place: place))
        objects[index].readers.remove(current)
        detector.release(current, into: &objects[index].releasedByReaders, keeping: true)
        return 0
    }

    // MARK: conditions

    private func wait(_ key: UInt, lock: UInt, timeOut: Int64, place: UInt) -> Int64 {
        let condition = object(key | 1), mutex = object(lock | 1)
        visit(Operation(kind: .conditionSleep, object: condition, other: mutex, place: place))
        let depth = objects[mutex].depth
        objects.sleep(current, on: condition)
        objects.unlock(mutex)
        objects[mutex].depth = 0
        detector.release(current, into: &objects[mutex].released, keeping: false)
        visit(Operation(kind: .conditionWake, mayTimeOut: timeOut != 0, object: condition, other: mutex, place: place))
        let wasWoken = objects.wake(current, on: condition)
        objects[mutex].owner = Int32(truncatingIfNeeded: current)
        objects[mutex].depth = depth
        detector.acquire(current, from: objects[mutex].released)
        return wasWoken ? 0 : timeOut
    }

    private func signal(_ key: UInt, isBroadcast: Bool, place: UInt) -> Int64 {
        let condition = object(key | 1)
        visit(Operation(kind: isBroadcast ? .conditionBroadcast : .conditionSignal, object: condition, place: place))
        if isBroadcast { objects.broadcast(condition) } else { objects.signal(condition) }
        return 0
    }

    // MARK: initialisers

    /// - Returns: 1 if the caller has to run the initialiser.
    private func enterOnce(_ key: UInt, wasDone: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        // Done before this execution began, or the task knows that it is done: nobody can notice.
        if wasDone && (!objects[index].isDone || objects[index].passed.contains(current)) { return 0 }
        var operation = Operation(kind: .onceEnter, object: index, place: place)
        arrive(at: operation)
        if objects[index].isDone { operation.kind = .oncePass }
        commit(operation)
        if objects[index].isDone {
            objects[index].passed.insert(current)
            detector.acquire(current, from: objects[index].released)
            return 0
        }
        objects[index].owner = Int32(truncatingIfNeeded: current)
        return 1
    }

    private func leaveOnce(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        visit(Operation(kind: .onceLeave, object: index, place: place))
        objects[index].owner = -1
        objects[index].isDone = true
        objects[index].passed.insert(current)
        detector.release(current, into: &objects[index].released, keeping: false)
        save(key & ~7)
        return 0
    }

    // MARK: others

    private func forget(_ key: UInt) -> Int64 {
        objects.forget(object(key | 1))
        return 0
    }

    private func ignore(_ by: Int64) -> Int64 {
        ignoring[current] += Int(by)
        return 0
    }

    private func trapped(_ signal: Int, place: UInt) -> Int64 {
        trap(signal: signal, place: place)
        return 0
    }

    private func refused(_ what: String, place: UInt) -> Int64 {
        refuse(what, place: place)
        abandon()
        return 0
    }
}
