import CInterposition

/// A condition variable.
struct Condition: Primitive {
    static let kind = PrimitiveKind.condition

    /// A signal that wakes one of the tasks that slept when it was given.
    struct Signal: BitwiseCopyable {
        var eligible: TaskSet
        var next: Int32
    }

    /// The tasks that sleep on it, and those of them that a broadcast woke.
    private var sleepers = TaskSet()
    private var woken = TaskSet()
    /// The first of the signals that are not used up yet; -1: none.
    private var firstSignal: Int32 = -1
    /// The task that signalled it; -1: none, -2: several tasks.
    private(set) var signaller: Int32 = -1

    init() {}

    mutating func note(signaller task: Int) {
        signaller = signaller == -1 || Int(signaller) == task ? Int32(truncatingIfNeeded: task) : -2
    }

    /// Whether a signal was given that can wake a task.
    func canWake(_ task: Int, _ signals: Storage<Signal>) -> Bool {
        if woken.contains(task) { return true }
        var cursor = firstSignal
        while cursor >= 0 {
            if signals[Int(cursor)].eligible.contains(task) { return true }
            cursor = signals[Int(cursor)].next
        }
        return false
    }

    mutating func sleep(_ task: Int) { sleepers.insert(task) }

    /// - Returns: whether a signal has woken the task; else it timed out.
    ///
    /// Consumes the oldest signal that this task was eligible for. A task eligible for a signal is eligible for all later ones, so
    /// oldest-first never wastes one. After that the task is not eligible for any signal given so far: if it sleeps again, only later
    /// signals wake it.
    mutating func wake(_ task: Int, _ signals: Storage<Signal>) -> Bool {
        sleepers.remove(task)
        defer { forgetSignals(for: task, signals) }
        if woken.contains(task) {
            woken.remove(task)
            return true
        }
        var cursor = firstSignal, previous: Int32 = -1
        while cursor >= 0 {
            let signal = signals[Int(cursor)]
            if signal.eligible.contains(task) {
                if previous < 0 { firstSignal = signal.next } else { signals[Int(previous)].next = signal.next }
                return true
            }
            previous = cursor
            cursor = signal.next
        }
        return false
    }

    private func forgetSignals(for task: Int, _ signals: Storage<Signal>) {
        var cursor = firstSignal
        while cursor >= 0 {
            signals[Int(cursor)].eligible.remove(task)
            cursor = signals[Int(cursor)].next
        }
    }

    mutating func signal(_ signals: inout Storage<Signal>) {
        let eligible = sleepers.subtracting(woken)
        var given = 0, last: Int32 = -1, cursor = firstSignal
        while cursor >= 0 {
            given += 1
            last = cursor
            cursor = signals[Int(cursor)].next
        }
        guard given < eligible.count else { return }
        let new = Int32(truncatingIfNeeded: signals.count)
        signals.append(Signal(eligible: eligible, next: -1))
        if last < 0 { firstSignal = new } else { signals[Int(last)].next = new }
    }

    mutating func broadcast() {
        woken = sleepers
        firstSignal = -1
    }

    var contradiction: String? {
        woken.subtracting(sleepers).isEmpty ? nil : "a broadcast has woken a task that does not sleep on the condition"
    }
}

extension SharedObjects {
    mutating func canWake(_ task: Int, on condition: Int32) -> Bool { self[condition, Condition.self].canWake(task, signals) }
    mutating func sleep(_ task: Int, on condition: Int32) { self[condition, Condition.self].sleep(task) }
    mutating func wake(_ task: Int, on condition: Int32) -> Bool { self[condition, Condition.self].wake(task, signals) }
    mutating func signal(_ condition: Int32) { state(of: condition, as: Condition.self).pointee.signal(&signals) }
    mutating func broadcast(_ condition: Int32) { self[condition, Condition.self].broadcast() }

    /// A task wakes when a signal has come, and the lock is free.
    mutating func allowsWake(_ operation: Operation, of task: Int) -> Bool {
        self[operation.other, Lock.self].owner < 0 && (operation.mayTimeOut || canWake(task, on: operation.object))
    }
}

extension Execution {
    func answerConditions(_ call: UnsafePointer<interleave_call>) -> Int64 {
        switch interleave_call_kind(call.pointee.kind) {
        case INTERLEAVE_CONDITION_WAIT:
            wait(
                call.pointee.object, lock: call.pointee.other, timeOut: Int64(truncatingIfNeeded: call.pointee.value),
                deadline: call.pointee.work, place: call.pointee.caller)
        default:
            signal(
                call.pointee.object, isBroadcast: call.pointee.kind == INTERLEAVE_CONDITION_BROADCAST.rawValue, place: call.pointee.caller)
        }
    }

    /// - Parameters:
    ///   - timeOut: what it returns when the time is over; 0: it waits without a limit.
    ///   - deadline: the end of the time, on the program's clock.
    func wait(_ key: UInt, lock: UInt, timeOut: Int64, deadline: UInt, place: UInt) -> Int64 {
        let condition = object(key | 1, as: Condition.self), mutex = object(lock | 1, as: Lock.self)
        if timeOut != 0 { deferred.wait(current) }
        let effectsBefore = tasks[current].effects, isToBeDeferred = timeOut != 0 && isToBeDeferred(as: current, place: place)
        visit(Operation(kind: .conditionSleep, object: condition, other: mutex, place: place))
        let depth = objects[mutex, Lock.self].depth
        objects.sleep(current, on: condition)
        objects[mutex].version &+= 1
        objects[mutex, Lock.self].release()
        objects[mutex, Lock.self].depth = 0
        detector.release(current, into: &objects[mutex].released, keeping: false)
        comes(to: mutex, at: detector.elapsed[current])
        let wasWoken = timeOut == 0 ? awaitSignal(condition, mutex, place) : awaitSignalOrTime(condition, mutex, isToBeDeferred, place)
        // (A wait that timed out leaves everything as it was.)
        if !wasWoken {
            tasks[current].effects = effectsBefore
            passLimit(until: deadline, of: condition, lock: mutex)
        } else if timeOut != 0 {
            deferred.serve(.init(place: place, task: current))
        }
        objects[mutex, Lock.self].owner = Int32(truncatingIfNeeded: current)
        objects[mutex, Lock.self].depth = depth
        objects[mutex, Lock.self].effectsBefore = tasks[current].effects
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
    private func awaitSignalOrTime(_ condition: Int32, _ mutex: Int32, _ isDeferred: Bool, _ place: UInt) -> Bool {
        var operation = arrive(
            at: Operation(kind: .conditionTimedWait, mayTimeOut: true, object: condition, isDeferred: isDeferred, place: place))
        let wasWoken = objects.wake(current, on: condition)
        if !wasWoken { operation.kind = .conditionTimedOut }
        commit(operation)
        visit(Operation(kind: .lock, object: mutex, place: place))
        return wasWoken
    }

    func signal(_ key: UInt, isBroadcast: Bool, place: UInt) -> Int64 {
        let condition = object(key | 1, as: Condition.self)
        visit(Operation(kind: isBroadcast ? .conditionBroadcast : .conditionSignal, object: condition, place: place))
        comes(to: condition, at: detector.elapsed[current])
        objects[condition, Condition.self].note(signaller: current)
        if isBroadcast { objects.broadcast(condition) } else { objects.signal(condition) }
        return 0
    }
}

extension Operation.Kind {
    static func ofConditions(_ first: Self, _ second: Self) -> Relation {
        switch (first, second) {
        case (.conditionSleep, .conditionSleep), (.conditionSleep, .conditionWake), (.conditionWake, .conditionSleep): .independent
        case (.conditionSleep, .conditionTimedWait), (.conditionTimedWait, .conditionSleep): .independent
        case (.conditionSleep, .conditionTimedOut), (.conditionTimedOut, .conditionSleep): .independent
        case (.conditionTimedOut, .conditionTimedOut): .independent
        default: .conflicts
        }
    }
}
