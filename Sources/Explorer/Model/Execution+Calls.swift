import CInterposition
import Glibc

/// Calls that tasks make: threads, locks, conditions, initializers.
extension Execution {
    /// The callbacks for the C layer. They live as long as the process.
    nonisolated(unsafe) static let control: UnsafePointer<interleave_control> = {
        let control = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        control.initialize(
            to: interleave_control(
                call: { call in Execution.running?._withUnsafeGuaranteedRef { $0.answer(call!) } },
                access: { address, size, how, place in
                    Execution.running?._withUnsafeGuaranteedRef {
                        // (Memory that an object frees in its `deinit` is no longer used by any
                        // task that had a reference to it.)
                        if how & INTERLEAVE_FREES.rawValue != 0 && $0.tasks[$0.current].endings.count != 0 { return }
                        $0.access(
                            address, size: Int(size), writes: how & INTERLEAVE_WRITES.rawValue != 0,
                            isMark: how & INTERLEAVE_MARKS.rawValue != 0, place: place)
                    }
                },
                began: { address, writes, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.beginAccess(address, writes: writes, place: place) }
                },
                ended: { address, writes, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.endAccess(address, writes: writes, place: place) }
                },
                atomic: { address, size, effect, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.atomic(address, size: Int(size), effect: effect, place: place) }
                },
                settled: { address, _, effect in Execution.running?._withUnsafeGuaranteedRef { $0.settled(address, effect: effect) } },
                made: { address, size in Execution.running?._withUnsafeGuaranteedRef { $0.made(address, size: size) } },
                reference: { object, size, what, place in
                    Execution.running?._withUnsafeGuaranteedRef { $0.reference(object, size: size, what, place: place) }
                },
                stack_top: { Execution.running?._withUnsafeGuaranteedRef { $0.exploration.stacks.top(of: $0.current) } ?? 0 }))
        return UnsafePointer(control)
    }()

    /// The same without memory callbacks: skips race detection, for speed.
    nonisolated(unsafe) static let controlWithoutMemory: UnsafePointer<interleave_control> = {
        let blind = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        blind.initialize(to: control.pointee)
        blind.pointee.access = { _, _, _, _ in }
        blind.pointee.made = { _, _ in }
        blind.pointee.reference = { _, _, _, _ in }
        return UnsafePointer(blind)
    }()

    // MARK: threads

    func create(_ call: interleave_call) -> Int64 {
        guard let task = addTask(parent: current, call.function, call.context), let fiber = exploration.stacks.fibers[task] else {
            return refused(Self.tooManyTasks, place: call.caller)
        }
        UnsafeMutablePointer<UInt>(bitPattern: call.object)?.pointee = interleave_fiber_thread(fiber)
        return 0
    }

    func task(ofThread thread: UInt) -> Int? {
        (0..<tasks.count).last { task in exploration.stacks.fibers[task].map { interleave_fiber_thread($0) == thread } ?? false }
    }

    func join(_ thread: UInt, _ result: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, place: UInt) -> Int64 {
        guard let other = task(ofThread: thread) else { return Int64(ESRCH) }
        if other == current { return Int64(EDEADLK) }
        if tasks[other].state != .finished {
            visit(Operation(kind: .join, target: Int32(truncatingIfNeeded: other), place: place))
        }
        if isSearching { exploration.search.join(current, after: other) }
        detector.join(current, after: other)
        result?.pointee = tasks[other].context
        return 0
    }

    func exitThread(_ result: UnsafeMutableRawPointer?) -> Int64 {
        let me = current
        interleave_end_thread()
        tasks[me].context = result
        leave(me, as: .finished)
        return 0
    }

    // MARK: locks

    func lock(_ key: UInt, isRecursive: Bool, isChecked: Bool, place: UInt) -> Int64 {
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
        objects[index].effectsBefore = tasks[current].effects
        detector.acquire(current, from: objects[index].released)
        detector.acquire(current, from: objects[index].releasedByReaders)
        return 0
    }

    func tryLock(_ key: UInt, isRecursive: Bool, refusal: Int64, place: UInt) -> Int64 {
        let index = object(key | 1)
        if isRecursive && Int(objects[index].owner) == current {
            objects[index].depth += 1
            return 0
        }
        var operation = arrive(at: Operation(kind: .tryLock, object: index, place: place))
        let isTaken = objects.tryLock(index, by: current)
        if !isTaken { operation.kind = objects.hasReaders(index) ? .lockRefusedByReaders : .lockRefused }
        commit(operation)
        guard isTaken else {
            if isLogging { logRefusal(of: operation) }
            return refusal
        }
        objects[index].effectsBefore = tasks[current].effects
        detector.acquire(current, from: objects[index].released)
        detector.acquire(current, from: objects[index].releasedByReaders)
        return 0
    }

    func unlock(_ key: UInt, isRecursive: Bool, isChecked: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        if Int(objects[index].owner) != current {
            if isChecked && !isRecursive { return Int64(EPERM) }
            return misuse(.unlockNotHeld, about: UInt64(key & ~1), place: place)
        }
        if objects[index].depth > 0 {
            objects[index].depth -= 1
            return 0
        }
        visit(Operation(kind: .unlock, object: index, place: place))
        if tasks[current].effects != objects[index].effectsBefore { objects[index].version &+= 1 }
        objects.unlock(index)
        detector.release(current, into: &objects[index].released, keeping: false)
        return 0
    }

    // MARK: conditions

    func wait(_ key: UInt, lock: UInt, timeOut: Int64, place: UInt) -> Int64 {
        let condition = object(key | 1), mutex = object(lock | 1)
        if timeOut != 0 { rests.wait(current) }
        let effectsBefore = tasks[current].effects, hasToRest = timeOut != 0 && hasToRest(as: current, place: place)
        visit(Operation(kind: .conditionSleep, object: condition, other: mutex, place: place))
        let depth = objects[mutex].depth
        objects.sleep(current, on: condition)
        objects[mutex].version &+= 1
        objects.unlock(mutex)
        objects[mutex].depth = 0
        detector.release(current, into: &objects[mutex].released, keeping: false)
        let wasWoken = timeOut == 0 ? awaitSignal(condition, mutex, place) : awaitSignalOrTime(condition, mutex, hasToRest, place)
        // (A wait that timed out leaves everything as it was.)
        if !wasWoken { tasks[current].effects = effectsBefore } else if timeOut != 0 { rests.serve(.init(place: place, task: current)) }
        objects[mutex].owner = Int32(truncatingIfNeeded: current)
        objects[mutex].depth = depth
        objects[mutex].effectsBefore = tasks[current].effects
        detector.acquire(current, from: objects[mutex].released)
        return wasWoken ? 0 : timeOut
    }

    /// - Returns: whether a signal woke the task.
    private func awaitSignal(_ condition: Int32, _ mutex: Int32, _ place: UInt) -> Bool {
        let mayWakeItself = exploration.options.wakesSpuriously && !wokenSpuriously.contains(current)
        if mayWakeItself { dozing.insert(current) }
        visit(Operation(kind: .conditionWake, mayTimeOut: mayWakeItself, object: condition, other: mutex, place: place))
        dozing.remove(current)
        let wasWoken = objects.wake(current, on: condition)
        if !wasWoken && mayWakeItself {
            wokenSpuriously.insert(current)
            if isLogging { logNote(ExecutionRecord.wakeWithoutSignal, about: UInt(condition), place: place) }
        }
        return wasWoken
    }

    /// The time can be over before a signal comes, and long before the lock is free. From then on
    /// no signal is meant for the task.
    private func awaitSignalOrTime(_ condition: Int32, _ mutex: Int32, _ rests: Bool, _ place: UInt) -> Bool {
        var operation = arrive(
            at: Operation(kind: .conditionTimedWait, mayTimeOut: true, object: condition, rests: rests, place: place))
        let wasWoken = objects.wake(current, on: condition)
        if !wasWoken { operation.kind = .conditionTimedOut }
        commit(operation)
        visit(Operation(kind: .lock, object: mutex, place: place))
        return wasWoken
    }

    func signal(_ key: UInt, isBroadcast: Bool, place: UInt) -> Int64 {
        let condition = object(key | 1)
        visit(Operation(kind: isBroadcast ? .conditionBroadcast : .conditionSignal, object: condition, place: place))
        let signaller = objects[condition].signaller
        objects[condition].signaller = signaller == -1 || signaller == current ? Int32(truncatingIfNeeded: current) : -2
        if isBroadcast { objects.broadcast(condition) } else { objects.signal(condition) }
        return 0
    }

    // MARK: initialisers

    /// - Returns: 1 if the caller has to run the initializer.
    func enterOnce(_ key: UInt, wasDone: Bool, place: UInt) -> Int64 {
        let index = object(key | 1)
        // The initializer ran before this execution, or the task already knows that it has run: no
        // other task can observe this call.
        if wasDone && (!objects[index].isDone || objects.wasPassed(index, by: current)) { return 0 }
        var operation = arrive(at: Operation(kind: .onceEnter, object: index, place: place))
        if objects[index].isDone { operation.kind = .oncePass }
        commit(operation)
        if objects[index].isDone {
            objects.pass(index, by: current)
            detector.acquire(current, from: objects[index].released)
            return 0
        }
        objects[index].owner = Int32(truncatingIfNeeded: current)
        return 1
    }

    func leaveOnce(_ key: UInt, place: UInt) -> Int64 {
        let index = object(key | 1)
        visit(Operation(kind: .onceLeave, object: index, place: place))
        objects[index].owner = -1
        objects[index].isDone = true
        objects.pass(index, by: current)
        detector.release(current, into: &objects[index].released, keeping: false)
        save(key & ~7)
        return 0
    }

    // MARK: others

    func forget(_ key: UInt) -> Int64 {
        _ = newObject(key | 1)
        return 0
    }

    /// - Parameter library: the address of the trap if it is not in the program's code; else 0.
    func trapped(_ signal: Int, place: UInt, library: UInt) -> Int64 {
        trap(signal: signal, place: place, library: library)
        return 0
    }

    func refused(_ what: String, place: UInt) -> Int64 { refused(.notModelled(what, place: place)) }

    func refused(_ failure: Failure) -> Int64 {
        refuse(failure)
        abandon()
        return 0
    }
}
