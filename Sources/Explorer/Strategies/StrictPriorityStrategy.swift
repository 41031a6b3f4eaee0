import TraceRecords

/// One processor that always runs the ready thread with the highest priority (POSIX `SCHED_FIFO`).
///
/// It makes a single execution. A thread that becomes ready preempts a thread of lower priority
/// immediately. Among threads of equal priority, the one that became ready first runs until it blocks. A
/// preempted thread keeps its place before others of its priority.
///
/// Time is simulated. It passes in two ways only: a thread looks at a clock (each look takes
/// `lengthOfLook`), or no thread is ready, and the processor is idle until a sleep, a wait with a
/// time limit or a timer is over. All other steps, and the code between two steps, take no time.
///
/// A thread that holds a lock with priority inheritance has at least the priority of each thread
/// that waits for the lock. This goes on along a chain of such locks (Sha, Rajkumar, Lehoczky 1990:
/// the basic inheritance protocol).
final class StrictPriorityStrategy: SchedulingStrategy {
    /// The time that a look at a clock takes, in nanoseconds.
    static let lengthOfLook: UInt64 = 10_000
    /// The priority of a thread that was given none, and of all blocks and Swift tasks
    /// (`SCHED_OTHER`). Real-time priorities are higher.
    static let ordinary = 0

    /// The state of a task on the processor.
    private struct Thread {
        /// Its own priority, and the one that it has while others wait for its locks.
        var own = StrictPriorityStrategy.ordinary
        var present = StrictPriorityStrategy.ordinary
        /// Its sleep, or its wait with a time limit, is over at this moment; nil: it has none.
        var end: UInt64?
        var isSleeping = false
        /// The end of its sleep is in the log.
        var isAwake = false
        /// Its place among the ready threads of its priority; nil: it is not ready.
        var turn: Int?
        var time: UInt64 = 0
        /// It was ready and had to leave the processor to this thread; nil: it is not so.
        var preemptedBy: Int?
        var hasBegun = false, hasEnded = false
    }

    private let runner: Unmanaged<ExecutionRunner>
    private var threads = Array(repeating: Thread(), count: TaskSet.capacity)
    private var turns = 0
    /// The thread that has the processor; -1: none.
    private var running = -1
    /// The locks with priority inheritance, as objects of the model.
    private var inheriting: Set<Int32> = []
    /// The time since the start.
    private(set) var now: UInt64 = 0
    /// The first moment at which a thread that sleeps or waits becomes ready.
    private var nextEnd = UInt64.max

    init(_ runner: ExecutionRunner) {
        self.runner = Unmanaged.passUnretained(runner)
        super.init()
        runner.log?.time = 0
    }

    // MARK: what threads do

    /// A thread is given a priority; nil: that of its creator.
    func set(_ priority: Int?, of task: Int, by creator: Int) {
        threads[task].own = priority ?? threads[creator].own
        threads[task].present = threads[task].own
    }

    /// The running thread sleeps, or waits for something until then.
    func limit(_ task: Int, until end: UInt64, sleeps: Bool) {
        threads[task].end = end
        threads[task].isSleeping = sleeps
        threads[task].isAwake = false
    }

    /// - Returns: whether the log says so already.
    @discardableResult
    func endLimit(of task: Int) -> Bool {
        threads[task].end = nil
        return threads[task].isAwake
    }

    func note(inheriting lock: Int32) { inheriting.insert(lock) }

    /// The running thread looks at a clock.
    /// - Returns: whether another thread's sleep or wait is over now.
    func look(_ task: Int) -> Bool {
        pass(Self.lengthOfLook)
        threads[task].time += Self.lengthOfLook
        return now >= nextEnd
    }

    /// The time for which the thread has had the processor.
    func time(of task: Int) -> UInt64 { threads[task].time }

    private func pass(_ time: UInt64) {
        now += time
        runner._withUnsafeGuaranteedRef { $0.execution.log?.time = now }
    }

    // MARK: the choice

    override func choose(enabled: TaskSet, current: Int, pending: UnsafePointer<Operation>) -> Int {
        runner._withUnsafeGuaranteedRef { runner in
            let execution = runner.execution
            endThreads(execution)
            inherit(execution, pending)
            var chosen = highest(of: enabled, execution, pending)
            while chosen < 0, nextEnd != .max {
                running = -1
                pass(nextEnd - now)
                chosen = highest(of: enabled, execution, pending)
            }
            if chosen < 0 { return enabled.first }
            give(chosen, execution)
            execution.detector.elapsed[chosen] = now
            return chosen
        }
    }

    /// The ready thread that is to run; -1: none is ready.
    private func highest(of enabled: TaskSet, _ execution: Execution, _ pending: UnsafePointer<Operation>) -> Int {
        nextEnd = .max
        var best = -1
        for task in 0..<execution.tasks.count {
            let end = enabled.contains(task) ? self.end(of: task, pending[task], execution) : UInt64.max
            if end > now {
                threads[task].turn = nil
                nextEnd = min(nextEnd, end)
                continue
            }
            if threads[task].turn == nil {
                threads[task].turn = turns
                turns += 1
            }
            if best < 0 || isBefore(task, best) { best = task }
        }
        return best
    }

    private func isBefore(_ one: Int, _ other: Int) -> Bool {
        let (first, second) = (threads[one], threads[other])
        return first.present == second.present ? first.turn ?? 0 < second.turn ?? 0 : first.present > second.present
    }

    /// The moment at which a thread can go on, if the model lets it go on at any time.
    private func end(of task: Int, _ operation: Operation, _ execution: Execution) -> UInt64 {
        if operation.isFire { return execution.tasks[task].timing.deadline }
        guard let end = threads[task].end else { return 0 }
        return !threads[task].isSleeping && execution.isServed(operation, task) ? 0 : end
    }

    // MARK: inheritance

    private func inherit(_ execution: Execution, _ pending: UnsafePointer<Operation>) {
        if inheriting.isEmpty { return }
        let before = threads.prefix(execution.tasks.count).map(\.present)
        var givers: [Int: Int] = [:], hasChanged = true
        for task in 0..<execution.tasks.count { threads[task].present = threads[task].own }
        while hasChanged {
            hasChanged = false
            for task in 0..<execution.tasks.count where execution.tasks[task].state == .alive {
                guard let holder = holder(waitedForBy: task, pending[task], execution), threads[holder].present < threads[task].present
                else { continue }
                threads[holder].present = threads[task].present
                givers[holder] = task
                hasChanged = true
            }
        }
        for task in before.indices where threads[task].present != before[task] {
            let giver = givers[task].map { UInt64($0 + 1) } ?? 0
            log(.threadPriority, of: task, object: giver, argument: UInt64(threads[task].present), detail: giver == 0 ? 2 : 1, execution)
        }
    }

    private func holder(waitedForBy task: Int, _ operation: Operation, _ execution: Execution) -> Int? {
        let lock: Int32
        switch operation.kind {
        case .lock: lock = operation.object
        case .conditionWake where execution.objects.canWake(task, on: operation.object): lock = operation.other
        default: return nil
        }
        guard lock >= 0, inheriting.contains(lock) else { return nil }
        let holder = Int(execution.objects[lock, Lock.self].owner)
        return holder >= 0 && holder != task ? holder : nil
    }

    // MARK: the log

    /// A thread gets the processor. The one that had it may be ready still.
    private func give(_ task: Int, _ execution: Execution) {
        for other in 0..<execution.tasks.count where other != task && threads[other].turn != nil && threads[other].isSleeping {
            wake(other, while: task, execution)
        }
        if task == running { return }
        if running >= 0, threads[running].turn != nil, threads[running].preemptedBy == nil {
            threads[running].preemptedBy = task
            logWait(.waitBegan, of: running, for: task, isPreempted: true, execution)
        }
        if let other = threads[task].preemptedBy {
            threads[task].preemptedBy = nil
            logWait(.waitEnded, of: task, for: other, execution)
        }
        running = task
        guard !threads[task].hasBegun else { return }
        threads[task].hasBegun = true
        if isShown(task, execution) {
            logItem(.itemBegan, of: task, execution)
            log(.threadPriority, of: task, argument: UInt64(threads[task].own), execution)
        }
    }

    /// The sleep of a thread is over, and another thread has the processor.
    private func wake(_ task: Int, while other: Int, _ execution: Execution) {
        guard threads[task].end != nil, !threads[task].isAwake else { return }
        threads[task].isAwake = true
        log(.waitEnded, of: task, detail: ExecutionRecorder.Wait.sleep.rawValue, execution)
        threads[task].preemptedBy = other
        logWait(.waitBegan, of: task, for: other, execution)
    }

    /// Logs the ends of threads.
    func endThreads(_ execution: Execution) {
        for task in 0..<execution.tasks.count
        where execution.tasks[task].state != .alive && threads[task].hasBegun && !threads[task].hasEnded {
            threads[task].hasEnded = true
            if isShown(task, execution) {
                logItem(.itemEnded, of: task, execution)
                log(.threadEnded, of: task, execution)
            }
        }
    }

    /// Threads are shown as items of the processor; blocks are items of their queues, and the first
    /// thread only creates the others.
    private func isShown(_ task: Int, _ execution: Execution) -> Bool { task > 0 && execution.isThread(task) }

    private func logItem(_ kind: EventKind, of task: Int, _ execution: Execution) {
        guard execution.log != nil else { return }
        if execution.log?.knownQueues.insert(UInt(Self.processor)).inserted == true {
            log(.queueCreated, of: task, object: Self.processor, detail: Self.kindOfQueue, text: "processor", execution)
        }
        log(
            kind, of: task, object: UInt64(task + 1), argument: Self.processor, detail: ExecutionRecorder.How.thread.rawValue, execution)
    }

    private func logWait(_ kind: EventKind, of task: Int, for other: Int, isPreempted: Bool = false, _ execution: Execution) {
        log(
            kind, of: task, object: UInt64(other + 1), argument: kind == .waitBegan ? .max : 0,
            detail: ExecutionRecorder.Wait.processor.rawValue | (isPreempted ? 1 << 9 : 0), execution)
    }

    /// Stands for the address of the queue of all threads; its kind in the trace's format.
    private static let processor: UInt64 = 8, kindOfQueue: UInt16 = 6

    private func log(
        _ kind: EventKind, of task: Int, object: UInt64 = 0, argument: UInt64 = 0, detail: UInt16 = 0, text: String? = nil,
        _ execution: Execution
    ) {
        execution.log?.append(
            .init(task: task, kind: kind, object: object, argument: argument, detail: detail, text: text))
    }
}
