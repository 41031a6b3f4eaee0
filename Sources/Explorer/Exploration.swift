/// What can go wrong in an execution.
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
        /// What it waits for.
        public enum Cause: String, Hashable, Sendable, Codable {
            case lock, readLock, condition, end, initialiser, queue, group, semaphore, workItem
            /// Of Swift tasks.
            case task, taskGroup, continuation
            /// The handlers of a cancellation to return, behind which alone the scope can be left that they belong to.
            case handlers
            case dependency, operation, operationQueue
            /// A block that is to run when a group is empty, which nobody is left to leave; the task has asked for it.
            case notification
            /// It goes round and round until something is another that nobody changes.
            case change
            /// A thread of the pool, all of which wait.
            case worker
            /// The other threads that a barrier of POSIX's waits for.
            case barrier
            /// Bytes in a pipe, or room for them.
            case pipe
        }
        /// The task's number, and the address of the code after its call.
        public var task: Int
        public var place: UInt
        public var cause: Cause
        /// A number for what it waits for: two tasks that wait for the same thing show the same.
        public var object: Int
        /// The tasks that hold it, or whose end is waited for.
        public var holders: [Int]
        /// Of a condition: another task has signalled it before.
        public var wasSignalled = false
        /// What the queue or operation is called that it waits for.
        public var label = ""
        /// Of a queue: it runs nothing, because it is suspended; or because it was never activated.
        public var isSuspended = false
        public var isInactive = false
        /// Of a continuation: it is that of an asynchronous stream, whose next element is waited for.
        public var isListening = false
    }

    /// Two accesses to the same memory that nothing orders, one of them writing.
    case race(Access, Access)
    /// A task trapped: a precondition, an overflow, an index out of range. With the signal's number and the address of the code.
    case trap(signal: Int, task: Int, place: UInt)
    /// Nobody can go on.
    case deadlock([Waiting])
    /// Swift tasks wait for what will never come: nobody is left who could resume them.
    case leak([Waiting])
    /// What libdispatch traps on.
    public enum Misuse: String, Hashable, Sendable {
        /// A group was left more often than entered.
        case unbalancedLeave
        /// A queue was resumed more often than suspended.
        case overResume
        /// A lock was given back by a task that did not have it.
        case unlockNotHeld
        /// A lock went that somebody had.
        case lockDestroyed
        /// A semaphore went while its value was below its first one.
        case semaphoreInUse
        /// A queue went that was suspended, or had never been activated.
        case queueSuspended
        /// A source went that was suspended, or had never been activated.
        case sourceSuspended
        /// A work item was waited for twice, or waited for and run more than once.
        case itemAwaitedTwice, itemRunAndAwaited
        /// Something was to follow a work item that had run more than once.
        case itemRunAndNotified
    }
    case misuse(Misuse, task: Int, place: UInt)
    /// Nobody gets anywhere, and some go round and round.
    case livelock([Waiting])
    /// The explored function threw.
    case error(String)
    /// The execution went beyond the limit of steps.
    case endless
    /// The program called something whose behaviour is not known here; the exploration ended there.
    case notModelled(String, place: UInt)
    /// A repeated execution went another way: the program depends on something beside its schedule.
    case notRepeatable
}

extension Failure {
    /// Whether it is that nobody goes on.
    var isOfWaiting: Bool {
        switch self {
        case .deadlock, .leak, .livelock: true
        default: false
        }
    }

    /// Whether a task or thread is stuck: not only a block that was to run when a group is empty.
    var isOfStuckWork: Bool {
        switch self {
        case .deadlock, .livelock: true
        case .leak(let waiting): waiting.contains { $0.cause != .notification }
        default: false
        }
    }
}

/// What became of a program under all its interleavings.
public struct Exploration<Outcome: Hashable & Sendable>: Sendable {
    /// In how many executions a result came about, and the first of them.
    public struct Occurrence: Sendable {
        public var count: Int
        public var schedule: Schedule
    }

    /// A failure, and the first execution in which it came about.
    public struct Finding: Sendable {
        public var failure: Failure
        public var schedule: Schedule
        /// How many executions it took to find it.
        public internal(set) var executions = 0
    }

    /// What can be said in a word.
    public enum Verdict: String, Sendable {
        case none, race, assertion, misuse, deadlock, leak, livelock, endless, notModelled, notRepeatable
    }

    /// Executions that came to an end, each different from the others in the order of some operations that conflict.
    public internal(set) var executions = 0
    /// Executions that were cut short because they would have repeated others.
    public internal(set) var blocked = 0
    /// Whether every interleaving that differs has been gone through.
    public internal(set) var isComplete = false
    /// What the explored function returned.
    public internal(set) var outcomes: [Outcome: Occurrence] = [:]
    /// Everything that went wrong, each once, in the order of its discovery.
    public internal(set) var findings: [Finding] = []
    /// How the executions were chosen.
    public internal(set) var extent = Extent()

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
        case .notModelled: .notModelled
        case .notRepeatable: .notRepeatable
        }
    }
}

/// How far an exploration goes.
public struct ExplorationOptions: Sendable, Codable {
    /// The executions, and the steps of one, after which it is given up.
    public var executionLimit = 1_000_000
    /// How many steps all executions may have together, at least 1: where one has many, fewer are made than `executionLimit` says (but a thousand
    /// in any case). Nil: it does not matter.
    public var stepsAltogether: Int?
    public var stepLimit = 20_000
    /// The size in bytes of a task's stack, and of the first one's: what Linux gives threads unless told otherwise.
    public var stackSize = 8 << 20
    public var firstStackSize = 8 << 20
    /// Goes through every interleaving, even those that cannot differ: to compare with, for very small programs.
    public var isBruteForce = false
    /// Hands the tasks over between real threads instead of fibers: to compare with.
    package var usesThreads = false
    /// Gives out memory at other addresses in each execution: to compare with.
    package var scattersMemory = false
    /// Looks for races: to measure what that costs.
    package var looksAtMemory = true
    /// How often it goes through all interleavings, one time after the other: to measure. All executions count.
    package var repetitions = 1
    /// How executions are chosen.
    public enum Strategy: String, Sendable, Codable, CaseIterable {
        /// One of each class of interleavings that cannot differ.
        case exhaustive
        /// By random priorities: each execution finds a bug that takes few ordered steps with a chance that is known.
        case pct
        /// By partial-order sampling.
        case random
    }
    public var strategy = Strategy.exhaustive
    /// Of an exhaustive search: how many tasks a schedule may stop that could have gone on; nil: any number.
    public var preemptionBound: Int?
    /// It ends with the first execution in which something goes wrong, and tells of that one.
    public var stopsAtFailure = false
    /// How many threads there are for blocks, operations and Swift's tasks; nil: as many as are needed.
    public var poolWidth: Int?
    /// Whether a thread may once wake from waiting for a condition though nobody has signalled it.
    public var wakesSpuriously = false
    /// Whether the program was compiled so that each `await` may let others run first. The explorer only writes it into tokens.
    public var suspendsAtEveryAwait = false
    /// What the dice begin with: the same seed, the same executions.
    public var seed: UInt64 = 1
    /// What the program's own random numbers begin with, from 1 on: they are the same in each execution.
    public var randomSeed: UInt64 = 1

    /// The usual limits.
    public init() {}
}
