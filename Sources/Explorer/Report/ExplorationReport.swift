import TraceRecords

/// The findings of an exploration or a replay. Places are offsets of return addresses into the
/// program's file.
public struct ExplorationReport: Sendable, Codable {
    /// A result, and a schedule that leads to it.
    public struct Outcome: Sendable, Codable {
        public var text: String
        public var isAllowed: Bool
        public var executions: Int
        public var path: Path
        /// Whether the same schedule led there again.
        public var isReproducible = true
        /// Whether there was time to run the schedule again; if not, it is not known whether it is
        /// reproducible.
        public var isTried = true
        /// The random seeds with which it occurred, in rising order.
        public var randomSeeds: [UInt64] = []
    }

    /// A schedule: the steps at which another task goes on than by default.
    public struct Path: Hashable, Sendable, Codable {
        public var steps: [Int]
        public var tasks: [Int]
        /// The accesses to memory that count as steps, because they are in a data race.
        public var places: [UInt]
        /// The machine that it fits: the number of pool threads, nil: as many as are needed; and
        /// whether threads may wake without a signal.
        public var poolWidth: Int?
        public var wakesSpuriously = false
        /// The seed of the program's random numbers.
        public var randomSeed: UInt64 = 1
        /// Whether it fits only the program that was compiled so that each `await` can let others
        /// run first.
        public var suspendsAtEveryAwait = false
        /// Whether it is the one execution on a processor with strict priorities.
        public var hasStrictPriorities = false
        /// Whether places where the runtime needs the lock of a Swift task are steps, because a cancellation handler waits.
        public var ordersResumptions = false
        /// The number of preemptions, and the number of steps.
        public var preemptions = 0
        public var length = 0
        /// Whether no schedule with fewer preemptions, and no shorter one with as many, leads
        /// there.
        public var isShortest = false

        /// A path made of its parts, as a token has them.
        public init(steps: [Int], tasks: [Int], places: [UInt]) {
            self.steps = steps
            self.tasks = tasks
            self.places = places
        }
    }

    /// An access that is in a data race.
    public struct Access: Hashable, Sendable, Codable {
        public var task: Int
        public var place: UInt
        public var writes: Bool
        public var isAtomic: Bool
    }

    /// A task that cannot go on.
    public struct Waiting: Hashable, Sendable, Codable {
        public var task: Int
        public var place: UInt
        public var cause: Failure.Waiting.Cause
        public var holders: [Int]
        /// The name of the queue that it waits for.
        public var label: String
        /// Another task has given a signal of the awaited kind before.
        public var wasSignalled: Bool
        /// It waits for the next element of an asynchronous stream.
        public var isListening = false
        /// The queue that it waits for is suspended, or was never activated.
        public var isSuspended = false
        public var isInactive = false
        /// For the runtime's lock of a Swift task: the task that runs that Swift task.
        public var lockedTask: Int?
    }

    /// A failure, with one execution that shows it.
    public struct Finding: Sendable, Codable {
        public var verdict: Verdict
        public var path: Path
        public var log: ExecutionRecord
        /// The execution's outcome, if it finished.
        public var outcome: String?
        /// The number of executions without a result because of this kind of failure.
        public var ends = 0
        /// The execution's output; and for a trap, the last part of it before the trap.
        public var output = ""
        public var lastWords = ""
        /// For a data race, and for a wrong result or a trap with one: the two accesses, for each
        /// pair of places.
        public var races: [[Access]] = []
        /// For a wrong result, an error or a trap: the races whose order alone decides whether it
        /// occurs; nil if that was not examined.
        public var causes: [[Access]]?
        /// The orders of two steps that alone decide whether it occurs; empty if there is no such order; nil if that was not examined.
        public var deciding: [DecidingOrder]?
        /// Results that occur, but in no execution without preemptions; nil if that is not known.
        public var consequences: [String]?
        /// For a livelock: a loop that nothing ends, and that makes no visible step.
        public var isEndlessLoop = false
        /// For a trap: the signal, the task, and the place.
        public var signal: Int?
        public var task: Int?
        public var place: UInt = 0
        /// For a misuse: its kind.
        public var misuse: String?
        /// For a deadlock: the tasks that wait.
        public var waiting: [Waiting] = []
        /// For an uncaught error: its description.
        public var error: String?
        /// The random seeds with which it occurred, in rising order.
        public var randomSeeds: [UInt64] = []

        /// The error of an execution in which an expectation of a test failed begins with this.
        public static let failedExpectation = "Expectation failed: "
        /// Whether an expectation of a test failed.
        public var isFailedExpectation: Bool { error?.hasPrefix(Self.failedExpectation) ?? false }

        /// Two failures are the same mistake if they end alike and, for a trap or an error, at the
        /// same place.
        struct Kind: Hashable {
            var verdict: Verdict
            var place: UInt
            var isThrown: Bool
            var isTrap: Bool
            var misuse: String?
        }

        var kind: Kind {
            // (If two tasks resume one continuation, either can be the second.)
            let isAnywhere = signal == nil && error == nil || verdict == .crash || lastWords.contains("continuation more than once")
            return Kind(verdict: verdict, place: isAnywhere ? 0 : place, isThrown: error != nil, isTrap: signal != nil, misuse: misuse)
        }
    }

    /// Why there is no result.
    public enum Refusal: Sendable, Codable {
        /// A call whose behavior is not modelled.
        case notModelled(String, place: UInt)
        /// Swift tasks on a runtime in which this function cannot be intercepted.
        case runtimeNotKnown(function: String, place: UInt)
        /// A task that runs on without a visible step; the place where it was stopped, and the path
        /// there.
        case noStep(place: UInt, task: Int, path: Path)
        /// The same choices led elsewhere.
        case notRepeatable
        /// The program did something that ended the process or stopped the exploration: described
        /// in words.
        case lost(String)
        /// A token's path does not exist in this program.
        case pathNotMet
    }

    public var executions = 0
    public var blocked = 0
    /// How the executions were chosen.
    public var coverage = Coverage()
    public var outcomes: [Outcome] = []
    /// One finding of each kind, in the order of the verdicts: for traps and uncaught errors, one of each
    /// place.
    public var findings: [Finding] = []
    /// Executions with an allowed outcome, one for each outcome, if others failed. An order that
    /// all of them share is not the reason of a failure.
    public var counterparts: [ExecutionRecord] = []
    /// Executions with races that occur in none of those.
    public var otherRaces: [Finding] = []
    /// Failures of an execution that did not occur again with the same schedule. Nothing more can
    /// be said of them.
    public var unrepeated: [Verdict] = []
    public var refusal: Refusal?
    /// Whether the exploration was stopped on request, and whether an execution had more steps than
    /// the limit.
    public var wasStopped = false
    public var wasTooLong = false
    /// Whether, in some execution, the process ended before something was printed, or with blocks
    /// left on its main queue.
    public var losesOutput = false
    public var leavesMainQueue = false
    /// The program's check of outcomes accepts none of them.
    public var isUnjudged = false
    /// If nothing failed and there are several outcomes: executions that lead to the first few of
    /// them.
    public var compared: [ExecutionRecord] = []
    /// For a replay: its steps, and its output.
    public var log: ExecutionRecord?
    public var output = ""

    /// Whether each failure and outcome occurred again with its schedule.
    public var hasSameEnds: Bool { unrepeated.isEmpty && outcomes.allSatisfy(\.isReproducible) }
    /// Whether every interleaving was run, equivalent ones once, and each ends in one way: what was
    /// not found does not exist.
    public var isComplete: Bool { coverage.isWhole && hasSameEnds }
    /// The same for the interleavings within the preemption bound.
    public var isCompleteWithinBound: Bool { isComplete || coverage.isBoundComplete && hasSameEnds }
    public var verdict: Verdict { findings.first?.verdict ?? .none }

    public init() {}
}

extension ExplorationReport.Finding {
    /// An execution with nothing wrong that the program itself would notice.
    public init(of log: ExecutionRecord) {
        self.init(verdict: .assertion, path: .init(steps: [], tasks: [], places: []), log: log)
    }

    /// A loop of a task that nothing ends.
    public init(endlessLoopOf task: Int, at place: UInt, path: ExplorationReport.Path) {
        self.init(verdict: .livelock, path: path, log: ExecutionRecord())
        isEndlessLoop = true
        self.task = task
        self.place = place
        ends = 1
    }
}
