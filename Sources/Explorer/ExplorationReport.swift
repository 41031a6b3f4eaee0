/// What can be said of a program in a word, the gravest first: where several were found, the first of them is the verdict.
public enum Verdict: String, Sendable, Codable, CaseIterable, Comparable {
    case crash, misuse, assertion, deadlock, poolExhaustion, lostWakeup, leak, livelock, starvation, race
    case none

    /// Whether it is graver.
    public static func < (one: Verdict, other: Verdict) -> Bool {
        (allCases.firstIndex(of: one) ?? 0) < (allCases.firstIndex(of: other) ?? 0)
    }
}

/// What an exploration, or a replay, has found. Places are offsets into the program's file, of return addresses.
public struct ExplorationReport: Sendable, Codable {
    /// A result, and the way to it.
    public struct Outcome: Sendable, Codable {
        public var text: String
        public var isAllowed: Bool
        public var executions: Int
        public var path: Path
        /// Whether the same way led there again.
        public var comesAgain = true
        /// Whether there was time to go its way again; if not, nothing is known of the way.
        public var isTried = true
        /// The random seeds with which it came about, in rising order.
        public var randomSeeds: [UInt64] = []
    }

    /// A way through the program: where another task goes on than would by itself.
    public struct Path: Hashable, Sendable, Codable {
        public var steps: [Int]
        public var tasks: [Int]
        /// The accesses to memory that count as steps, because they take part in a race.
        public var places: [UInt]
        /// The machine that it fits: so many threads in the pool, nil: as many as are needed; and whether threads may wake without a signal.
        public var poolWidth: Int?
        public var wakesSpuriously = false
        /// What the program's random numbers begin with.
        public var randomSeed: UInt64 = 1
        /// Whether it fits only the program that was compiled so that each `await` may let others run first.
        public var suspendsAtEveryAwait = false
        /// How often a task was stopped that could have gone on, and how many steps there are.
        public var preemptions = 0
        public var length = 0
        /// Whether no way with fewer preemptions, and none as short with as many, leads there.
        public var isShortest = false

        /// Made of its parts, as a token tells them.
        public init(steps: [Int], tasks: [Int], places: [UInt]) {
            self.steps = steps
            self.tasks = tasks
            self.places = places
        }
    }

    /// An access that takes part in a race.
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
        /// What the queue that it waits for is called.
        public var label: String
        /// Another task has given a signal of the kind that it waits for before.
        public var wasSignalled: Bool
        /// It waits for the next element of an asynchronous stream.
        public var isListening = false
        /// The queue that it waits for is suspended, or was never activated.
        public var isSuspended = false
        public var isInactive = false
    }

    /// Something that went wrong, in one execution.
    public struct Finding: Sendable, Codable {
        public var verdict: Verdict
        public var path: Path
        public var log: Chronicle
        /// What the execution came to, where it came to its end.
        public var outcome: String?
        /// How many executions came to no result because of the like.
        public var ends = 0
        /// What it printed; and of a trap, what of that was printed last before it.
        public var output = ""
        public var lastWords = ""
        /// Of a race, and of a wrong result or a trap where there was one: the two accesses, for each pair of places.
        public var races: [[Access]] = []
        /// Of a wrong result, an error or a trap: those of the races whose order alone decides whether it comes about; nil where that was not tried.
        public var causes: [[Access]]?
        /// Results that come about, but in no execution that stops no task; nil where that is not known.
        public var consequences: [String]?
        /// Of a livelock: a loop that nothing ends, and that makes no step that others could notice.
        public var isEndlessLoop = false
        /// Of a trap: the signal, the task, and where.
        public var signal: Int?
        public var task: Int?
        public var place: UInt = 0
        /// Of a misuse: which.
        public var misuse: String?
        /// Of a deadlock: who waits.
        public var waiting: [Waiting] = []
        /// Of an uncaught error: its words.
        public var error: String?
        /// The random seeds with which it came about, in rising order.
        public var randomSeeds: [UInt64] = []

        /// What tells one mistake from another: how it ends, and, where a task traps or throws, in which place.
        struct Kind: Hashable {
            var verdict: Verdict
            var place: UInt
            var isThrown: Bool
            var isTrap: Bool
            var misuse: String?
        }

        var kind: Kind {
            // (Of two that resume one continuation, each may be the second.)
            let isAnywhere = signal == nil && error == nil || verdict == .crash || lastWords.contains("continuation more than once")
            return Kind(verdict: verdict, place: isAnywhere ? 0 : place, isThrown: error != nil, isTrap: signal != nil, misuse: misuse)
        }
    }

    /// Why there is no result.
    public enum Refusal: Sendable, Codable {
        /// A call whose behaviour is not known.
        case notModelled(String, place: UInt)
        /// A task that works on and on without a step that others could notice; where it was stopped, and the way there.
        case noStep(place: UInt, task: Int, path: Path)
        /// The same choices led elsewhere.
        case notRepeatable
        /// The program went on to do what ended the process, or left it standing: told in words.
        case lost(String)
        /// A token's path does not exist in this program.
        case pathNotMet
    }

    public var executions = 0
    public var blocked = 0
    /// How the executions were chosen.
    public var extent = Extent()
    public var outcomes: [Outcome] = []
    /// One of each kind, the gravest first: of traps and of errors that nobody catches one of each place.
    public var findings: [Finding] = []
    /// Executions with races that come about in none of those.
    public var otherRaces: [Finding] = []
    /// What went wrong in an execution, but not again on the same way. Nothing more can be told of it.
    public var unrepeated: [Verdict] = []
    public var refusal: Refusal?
    /// Whether somebody asked to stop before all was done, and whether an execution had more steps than it may.
    public var wasStopped = false
    public var wasTooLong = false
    /// Whether the process ended before something was printed, or with something left on its main queue, in some execution.
    public var losesOutput = false
    public var leavesMainQueue = false
    /// What the program has to judge its outcomes takes none of them.
    public var isUnjudged = false
    /// Of a replay: what was done, and what was printed.
    public var log: Chronicle?
    public var output = ""

    /// Whether each failure and outcome came again on the way that led to it.
    public var hasSameEnds: Bool { unrepeated.isEmpty && outcomes.allSatisfy(\.comesAgain) }
    /// Whether every interleaving that can differ was run, and each ends in one way: what was not found does not exist.
    public var isComplete: Bool { extent.isWhole && hasSameEnds }
    /// The same of the interleavings that stop no more tasks than was asked for.
    public var isCompleteWithinBound: Bool { isComplete || extent.isBoundComplete && hasSameEnds }
    public var verdict: Verdict { findings.first?.verdict ?? .none }

    public init() {}
}

extension ExplorationReport.Finding {
    /// A loop that nothing ends, which a task is in.
    public init(endlessLoopOf task: Int, at place: UInt, path: ExplorationReport.Path) {
        self.init(verdict: .livelock, path: path, log: Chronicle())
        isEndlessLoop = true
        self.task = task
        self.place = place
        ends = 1
    }
}
