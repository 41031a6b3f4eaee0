import enum TraceRecords.Verdict

/// A failure of an execution.
public enum Failure: Hashable, Sendable {
    /// An access to memory by a task.
    public struct Access: Hashable, Sendable {
        /// The task's number, and the address of the code after the access.
        public var task: Int
        public var place: UInt
        public var isWrite: Bool
        public var isAtomic: Bool
    }

    /// A task that cannot go on.
    public struct Waiting: Hashable, Sendable {
        /// The reason why it waits.
        public enum Cause: String, Hashable, Sendable, Codable {
            case lock, readLock, condition, end, initialiser, queue, group, semaphore, workItem
            /// For Swift tasks.
            case task, taskGroup, continuation
            /// The return of cancellation handlers: they run under the runtime's lock of their Swift task. It is needed to
            /// leave their scope, and to suspend or resume that Swift task.
            case handlers
            case dependency, operation, operationQueue
            /// A notify block that is to run when a group is empty, while no task is left that
            /// would leave the group. The task has registered it.
            case notification
            /// A change, by any task, of what it spins on; no task makes that change.
            case change
            /// Nothing: it makes one round after another, and each of them makes other tasks begin again.
            case reaction
            /// A thread of the pool, all of which are blocked.
            case worker
            /// The other threads of a POSIX barrier.
            case barrier
            /// Bytes in a pipe, or space in it.
            case pipe
        }
        /// The task's number, and the address of the code after its call.
        public var task: Int
        public var place: UInt
        public var cause: Cause
        /// The number of what it waits for: equal for two tasks that wait for the same object.
        public var object: Int
        /// The tasks that hold it, or whose end is awaited.
        public var holders: [Int]
        /// For a condition: another task has signalled it before.
        public var wasSignalled = false
        /// The name of the queue or operation that it waits for.
        public var label = ""
        /// For a queue: it runs nothing, because it is suspended, or because it was never
        /// activated.
        public var isSuspended = false
        public var isInactive = false
        /// For a continuation: it belongs to an asynchronous stream whose next element is awaited.
        public var isListening = false
        /// For the runtime's lock of a Swift task: the task that runs that Swift task.
        public var lockedTask: Int?
    }

    /// Two accesses to the same memory that nothing orders, one of them a write.
    case race(Access, Access)
    /// A task trapped: a precondition, an overflow, an index out of range. With the signal's number
    /// and the address of the code.
    case trap(signal: Int, task: Int, place: UInt)
    /// No task can go on.
    case deadlock([Waiting])
    /// Swift tasks wait for something that never comes: no task is left that could resume them.
    case leak([Waiting])
    /// Misuse on which libdispatch traps.
    public enum Misuse: String, Hashable, Sendable {
        /// A group was left more often than entered.
        case unbalancedLeave
        /// A queue was resumed more often than suspended.
        case overResume
        /// A lock was released by a task that did not hold it.
        case unlockNotHeld
        /// A lock was destroyed while a task held it.
        case lockDestroyed
        /// A semaphore was released while its value was below its initial value.
        case semaphoreInUse
        /// A queue was released that was suspended, or had never been activated.
        case queueSuspended
        /// A source was released that was suspended, or had never been activated.
        case sourceSuspended
        /// A work item was waited for twice, or waited for and run more than once.
        case itemAwaitedTwice, itemRunAndAwaited
        /// A notify block was registered with a work item that had run more than once.
        case itemRunAndNotified
        /// An unsafe continuation was resumed a second time.
        case resumedTwice
    }
    case misuse(Misuse, task: Int, place: UInt)
    /// No task makes progress, and some spin.
    case livelock([Waiting])
    /// The explored function threw.
    case error(String)
    /// The execution went beyond the limit of steps.
    case endless
    /// The program called something whose behavior is not modelled; the exploration ended there.
    case notModelled(String, place: UInt)
    /// The Swift runtime has no function of this name that can be intercepted: its tasks cannot be
    /// explored.
    case runtimeNotKnown(function: String, place: UInt)
    /// A repeated execution behaved differently: the program depends on something other than its
    /// schedule.
    case notRepeatable
}

extension Failure {
    /// Whether it means that no task can go on.
    var isBlockingFailure: Bool {
        switch self {
        case .deadlock, .leak, .livelock: true
        default: false
        }
    }

    /// Whether a task or thread is stuck, and not only a notify block that waits for its group to
    /// be empty.
    var isOfStuckWork: Bool {
        switch self {
        case .deadlock, .livelock: true
        case .leak(let waiting): waiting.contains { $0.cause != .notification }
        default: false
        }
    }
}

/// The result of exploring a program under all its interleavings.
public struct Exploration<Outcome: Hashable & Sendable>: Sendable {
    /// The number of executions with a result, and the first of them.
    public struct Occurrence: Sendable {
        public var count: Int
        public var schedule: Schedule
    }

    /// A failure, and the first execution in which it occurred.
    public struct Finding: Sendable {
        public var failure: Failure
        public var schedule: Schedule
        /// The number of executions until it was found.
        public internal(set) var executions = 0
    }

    /// The result in one word.
    public enum Verdict: String, Sendable {
        case none, race, assertion, misuse, deadlock, leak, livelock, endless, notModelled, notRepeatable
    }

    /// Complete executions, each with another order of conflicting operations.
    public internal(set) var executions = 0
    /// Executions that were cut short because they would have repeated others.
    public internal(set) var blocked = 0
    /// Whether every interleaving was run, equivalent ones once.
    public internal(set) var isComplete = false
    /// The values that the explored function returned.
    public internal(set) var outcomes: [Outcome: Occurrence] = [:]
    /// Every failure, each once, in the order of discovery.
    public internal(set) var findings: [Finding] = []
    /// How the executions were chosen.
    public internal(set) var coverage = Coverage()

    /// The first failure's kind.
    public var verdict: Verdict {
        switch findings.first?.failure {
        case nil: .none
        case .race: .race
        case .trap, .error: .assertion
        case .deadlock: .deadlock
        case .leak: .leak
        case .misuse: .misuse
        case .livelock: .livelock
        case .endless: .endless
        case .notModelled, .runtimeNotKnown: .notModelled
        case .notRepeatable: .notRepeatable
        }
    }
}

/// The limits and choices of an exploration.
public struct ExplorationOptions: Sendable, Codable {
    /// The limits after which it is given up: executions, and steps of one execution.
    public var executionLimit = 1_000_000
    /// The limit of steps of all executions together, at least 1. If executions have many steps,
    /// fewer are made than `executionLimit` allows (but at least a thousand). Nil: no limit.
    public var stepsAltogether: Int?
    public var stepLimit = 20_000
    /// The size in bytes of a task's stack, and of the first one's: the Linux default.
    public var stackSize = 8 << 20
    public var firstStackSize = 8 << 20
    /// Runs every interleaving, even equivalent ones: for comparison, for very small programs.
    public var isBruteForce = false
    /// Uses real threads for the tasks instead of fibers: for comparison.
    package var usesThreads = false
    /// Allocates memory at other addresses in each execution: for comparison.
    package var scattersMemory = false
    /// Memory that the program frees is kept until the execution is over, so that each use of it is a crash. Costs a third of the speed.
    /// It is done in any case where a data race, or a release that nothing orders, was found. Without one, only code that is not
    /// memory-safe can use freed memory.
    package var keepsFreedMemory = true
    /// Detects data races; false measures what that costs.
    package var looksAtMemory = true
    /// How often all interleavings are run, one time after the other: to measure. All executions
    /// count.
    package var repetitions = 1
    /// How executions are chosen.
    public enum Strategy: String, Sendable, Codable, CaseIterable {
        /// One execution of each class of equivalent interleavings.
        case exhaustive
        /// By random priorities: each execution finds a bug that needs few ordered steps with a
        /// known chance.
        case pct
        /// By partial-order sampling.
        case random
        /// A single execution, on one processor that always runs the ready thread with the highest
        /// priority, in simulated time.
        case strictPriorities = "strict-priorities"
    }
    public var strategy = Strategy.exhaustive
    /// For an exhaustive search: the most preemptions of a schedule; nil: no limit.
    public var preemptionBound: Int?
    /// Whether time limits of a second and more are long enough: see `ExpiredLimit`. So it is for tests, whose limits are there for
    /// the case that nothing comes.
    public var trustsTimeLimits = false
    /// It ends with the first execution that fails, and reports that one.
    public var stopsAtFailure = false
    /// The number of pool threads for blocks, operations and Swift tasks; nil: as many as are
    /// needed.
    public var poolWidth: Int?
    /// Whether a thread may once wake from waiting for a condition without a signal.
    public var wakesSpuriously = false
    /// Whether the program was compiled so that each `await` can let others run first. The explorer
    /// only writes it into tokens.
    public var suspendsAtEveryAwait = false
    /// The seed of random choices: the same seed makes the same executions.
    public var seed: UInt64 = 1
    /// The seed of the program's own random numbers, from 1 on: they are the same in each
    /// execution.
    public var randomSeed: UInt64 = 1

    /// The usual limits.
    public init() {}
}
