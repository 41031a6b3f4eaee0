import CInterposition
import Glibc
import TraceRecords

/// The calls of threads on the simulated processor (StrictPriorityStrategy.swift): those that have
/// to do with time or with priorities. All others are answered as always.
///
/// Only an exploration with this strategy uses these callbacks, so no other strategy pays for them.
extension Execution {
    nonisolated(unsafe) static let controlOfProcessor = control(basedOn: control)

    /// The same without memory callbacks: accesses to memory are not even shown.
    nonisolated(unsafe) static let controlOfProcessorWithoutMemory: UnsafePointer<interleave_control> = {
        var blind = controlWithoutMemory.pointee
        blind.began = { _, _, _ in }
        blind.ended = { _, _, _ in }
        blind.atomic = { _, _, _, _ in }
        blind.settled = { _, _, _ in }
        return withUnsafePointer(to: &blind, control(basedOn:))
    }()

    private static func control(basedOn other: UnsafePointer<interleave_control>) -> UnsafePointer<interleave_control> {
        let priorities = UnsafeMutablePointer<interleave_control>.allocate(capacity: 1)
        priorities.initialize(to: other.pointee)
        priorities.pointee.call = { call in Execution.running?._withUnsafeGuaranteedRef { $0.answerOnProcessor(call!) } }
        return UnsafePointer(priorities)
    }

    private func answerOnProcessor(_ call: UnsafeMutablePointer<interleave_call>) {
        guard let processor = guide as? StrictPriorityStrategy, !isRehearsing else {
            // (The rehearsal runs one thread after the other.)
            answer(call)
            if interleave_call_kind(call.pointee.kind) == INTERLEAVE_THREAD_PRIORITY { call.pointee.result = 0 }
            return
        }
        let place = call.pointee.caller, value = call.pointee.value
        switch interleave_call_kind(call.pointee.kind) {
        case INTERLEAVE_SLEEP: call.pointee.result = sleep(call.pointee, on: processor)
        case INTERLEAVE_NOW: call.pointee.result = time(isOfThread: value != 0, on: processor, place: place)
        case INTERLEAVE_THREAD_CREATE: create(call, on: processor)
        case INTERLEAVE_THREAD_PRIORITY: call.pointee.result = setPriority(call.pointee, on: processor)
        case INTERLEAVE_THREAD_NAMED: name(call.pointee)
        case INTERLEAVE_LOCK where value == 0:
            if interleave_mutex_has_ceiling(call.pointee.object) {
                call.pointee.result = refused("a mutex with a priority ceiling (PTHREAD_PRIO_PROTECT)", place: place)
            }
            if interleave_mutex_inherits(call.pointee.object) { processor.note(inheriting: object(call.pointee.object | 1)) }
            answer(call)
        // Swift's Mutex asks the kernel for a lock with priority inheritance.
        case INTERLEAVE_MUTEX_LOCK, INTERLEAVE_FUTEX_LOCK:
            processor.note(inheriting: object(call.pointee.object | 1))
            answer(call)
        case INTERLEAVE_TRY_LOCK, INTERLEAVE_TRY_READ_LOCK, INTERLEAVE_TRY_WRITE_LOCK:
            if value == UInt64(ETIMEDOUT) {
                call.pointee.result = refused("a lock with a time limit, under strict priorities", place: place)
            }
            answer(call)
        case INTERLEAVE_SEMAPHORE_WAIT, INTERLEAVE_GROUP_WAIT, INTERLEAVE_WORK_WAIT:
            let me = current
            if value != .max { processor.limit(me, until: processor.now &+ value, sleeps: false) }
            answer(call)
            processor.endLimit(of: me)
        case INTERLEAVE_CONDITION_WAIT:
            let me = current
            if value != 0 { processor.limit(me, until: moment(call.pointee.work), sleeps: false) }
            answer(call)
            processor.endLimit(of: me)
        // Another thread may be ready now. If its priority is higher, it runs before this call returns.
        case INTERLEAVE_UNLOCK, INTERLEAVE_READ_WRITE_UNLOCK, INTERLEAVE_CONDITION_SIGNAL, INTERLEAVE_CONDITION_BROADCAST,
            INTERLEAVE_SEMAPHORE_SIGNAL, INTERLEAVE_GROUP_LEAVE, INTERLEAVE_ASYNC:
            answer(call)
            visit(Operation(kind: .begin, place: place))
        default: answer(call)
        }
    }

    private func sleep(_ call: interleave_call, on processor: StrictPriorityStrategy) -> Int64 {
        let me = current, end = call.work != 0 ? moment(call.work) : processor.now &+ call.value
        if end <= processor.now { return 0 }
        let wait = ExecutionRecorder.Wait.sleep.rawValue
        if isLogging { log(.waitBegan, argument: end - processor.now, detail: wait, place: call.caller) }
        processor.limit(me, until: end, sleeps: true)
        visit(Operation(kind: .begin, place: call.caller))
        let isTold = processor.endLimit(of: me)
        if isLogging && !isTold { log(.waitEnded, detail: wait) }
        return 0
    }

    /// A look at a clock is how a thread computes. It is a step only if another thread becomes
    /// ready meanwhile.
    private func time(isOfThread: Bool, on processor: StrictPriorityStrategy, place: UInt) -> Int64 {
        let me = current, others = processor.look(me)
        detector.elapsed[me] = processor.now
        // (A thread that computes for long makes no progress that the explorer could see.)
        consecutiveSteps = 0
        exploration.stepsOfAll.pointee &+= 1
        if others { visit(Operation(kind: .begin, place: place)) }
        return Int64(isOfThread ? processor.time(of: me) : Self.epoch &+ processor.now)
    }

    private func create(_ call: UnsafeMutablePointer<interleave_call>, on processor: StrictPriorityStrategy) {
        let task = tasks.count, priority = call.pointee.value
        if priority == UInt64(INTERLEAVE_PRIORITY_NOT_MODELLED) {
            call.pointee.result = refused(Self.otherPolicy, place: call.pointee.caller)
        }
        answer(call)
        guard call.pointee.result == 0, tasks.count > task else { return }
        processor.set(priority == 0 ? nil : Int(priority) - 1, of: task, by: current)
        // The new thread may run first.
        visit(Operation(kind: .begin, place: call.pointee.caller))
    }

    private static let otherPolicy = "a thread that is scheduled by another policy than SCHED_FIFO, under strict priorities"

    private func setPriority(_ call: interleave_call, on processor: StrictPriorityStrategy) -> Int64 {
        guard let task = task(ofThread: call.object) else { return Int64(ESRCH) }
        if call.value == UInt64(INTERLEAVE_PRIORITY_NOT_MODELLED) { return refused(Self.otherPolicy, place: call.caller) }
        processor.set(Int(call.value) - 1, of: task, by: current)
        visit(Operation(kind: .begin, place: call.caller))
        return 0
    }

    private func name(_ call: interleave_call) {
        guard isLogging, let task = task(ofThread: call.object), let name = UnsafePointer<CChar>(bitPattern: call.other) else { return }
        log?.name(task: task, String(cString: name))
    }
}
