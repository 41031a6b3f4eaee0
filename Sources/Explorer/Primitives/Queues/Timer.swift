import CInterposition

/// Items that run after a delay (`asyncAfter`, ticks of timer sources), and Swift tasks that sleep
/// (TaskSleep.swift).
///
/// An item has a task of its own from the moment it is armed. Its first step is its fire. The fire
/// can come at any time: a clock only guarantees that timers due earlier fire first.
extension Execution {
    /// When a timer is due, where and when it was armed, and which others are due before it.
    struct Timing: BitwiseCopyable {
        var deadline: UInt64 = 0
        /// For a timer source: how many times it has been set, including this one.
        var setting = 0
        var armedBy = 0
        var armedAt: UInt32 = 0
        var armedAfter = 0
        var before = TaskSet()
        /// The event at which it fired; -1: it has not.
        var firedAt: Int32 = -1
        /// The clock of sleeps that were due before it and are over: a row of the search; -1: none.
        var slept: Int32 = -1
    }

    /// The nanoseconds for which a running task may be preempted between two calls. Within that
    /// time a timer that is due later than the one about to be armed may fire. An item submitted
    /// then may already be due, and libdispatch puts it into its queue immediately.
    private static let longestPause: UInt64 = 1_000_000_000

    func after(_ call: interleave_call) -> Int64 {
        var job = Job()
        guard describe(call, in: &job) else { return refusedQueue(call.caller) }
        job.how = ExecutionRecorder.How.after.rawValue
        if call.value == .max { return 0 }
        // An item without a delay is not a timer: it goes into its queue like any other.
        if call.value == 0 {
            _ = start(job, call.function, call.context, place: call.caller)
            return 0
        }
        let deadline = detector.elapsed[current] &+ call.value
        let mayBeOverdue = call.value < Self.longestPause
        guard
            let task = armTimer(
                job, at: deadline, mayBeOverdue: mayBeOverdue, call.function, call.context, fireOperation(job, place: call.caller))
        else { return 0 }
        if isLogging { logEnqueue(item(task), tasks[task].job, extra: call.value, place: call.caller) }
        return 0
    }

    /// Makes the task of a timer. It fires after the timers due before it, unless it may already be
    /// overdue.
    @discardableResult
    func armTimer(
        _ timer: Job, at deadline: UInt64, setting: Int = 0, mayBeOverdue: Bool = false, _ function: TaskFunction?,
        _ context: UnsafeMutableRawPointer?, _ fire: Operation
    ) -> Int? {
        var job = timer
        job.isTimer = true
        var (timing, later) = arm(at: deadline, setting: setting, repeats: job.tick >= 0)
        if mayBeOverdue { timing.before = TaskSet() }
        guard let function, let task = addTask(parent: current, function, context, job: job, operation: fire) else {
            _ = refused(Self.tooManyTasks, place: fire.place)
            return nil
        }
        set(timing, of: task, before: later)
        if job.tick < 0 { noteOrigin(of: task, place: fire.place) }
        return task
    }

    /// The timers that are due before a time that is set now, and those due after it.
    func arm(at deadline: UInt64, setting: Int = 0, repeats: Bool = false) -> (timing: Timing, later: TaskSet) {
        var timing = Timing(deadline: deadline, setting: setting), later = TaskSet()
        timing.armedBy = current
        timing.armedAt = detector.time(of: current)
        timing.armedAfter = tasks[current].stepCount
        for other in 0..<tasks.count where tasks[other].job.isTimer && tasks[other].timing.firedAt < 0 {
            let earlier = tasks[other].timing
            // (A repeating timer may fire any number of times.)
            guard tasks[other].job.tick < 0, detector.hasSeen(earlier.armedAt, of: earlier.armedBy, by: current) else { continue }
            if earlier.deadline <= deadline {
                timing.before.insert(other)
            } else if earlier.armedBy == current && earlier.armedAfter == timing.armedAfter
                && earlier.deadline - deadline >= Self.longestPause && !repeats
            {
                later.insert(other)
            }
        }
        return (timing, later)
    }

    func set(_ timing: Timing, of task: Int, before others: TaskSet) {
        var later = others
        tasks[task].timing = timing
        while let other = later.popFirst() { tasks[other].timing.before.insert(task) }
    }

    private func fireOperation(_ job: Job, place: UInt) -> Operation {
        var fire =
            operation(isShared(job) ? .enqueueShared : .enqueue, on: job.queue, urgency: job.urgency, place: place)
            ?? Operation(kind: .begin, place: place)
        fire.isFire = true
        return fire
    }

    /// The timer fires: its item goes into the queue.
    func fire(_ task: Int, place: UInt) {
        comesAfterEarlier(task)
        tasks[task].timing.firedAt = Int32(truncatingIfNeeded: max(exploration.search.eventCount - 1, 0))
        if tasks[task].job.tick < 0 { queues.enqueue(task, on: tasks[task].job.queue, isBarrier: tasks[task].job.isBarrier) }
    }

    /// The task's clock is at least at the deadline, and all that was due before is over.
    func comesAfterEarlier(_ task: Int) {
        var earlier = tasks[task].timing.before
        while let other = earlier.popFirst() { order(task, after: other) }
        exploration.search.acquire(task, from: tasks[task].timing.slept)
        detector.elapsed[task] = max(detector.elapsed[task], tasks[task].timing.deadline)
    }

    /// A timer fires after the timers that are due before it.
    func allowsFire(_ task: Int) -> Bool {
        if tasks[task].job.hasBegun && tasks.pending[task].kind == .cancellationTest && isCancelled(task) { return true }
        var earlier = tasks[task].timing.before
        while let other = earlier.popFirst() {
            if tasks[other].timing.firedAt < 0 { return false }
        }
        return true
    }

    /// A timer's fire comes after another's.
    func order(_ task: Int, after other: Int) {
        if isSearching && tasks[other].timing.firedAt >= 0 { exploration.search.order(task, afterEvent: Int(tasks[other].timing.firedAt)) }
    }
}
