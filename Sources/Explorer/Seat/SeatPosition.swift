import TraceRecords

/// A question to a program that is played: each is answered from the program's start, so any question can follow any other.
public enum SeatQuestion: Sendable, Codable {
    /// Where the program is after these choices. It goes on by itself as long as only one thread can make a step; and, if a thread is
    /// named, as long as that thread can.
    case position(choices: [Int], running: Int?)
    /// The end of a schedule.
    case end(of: ExplorationReport.Path)
    /// Whether an execution that begins with these choices can reach a goal. The search gives up after so many steps of all executions.
    case canReach(SeatGoal, choices: [Int], steps: Int)
}

/// The end that a player wants to reach.
public enum SeatGoal: Sendable, Codable, Hashable {
    /// A failure: a result that is not allowed, a crash, threads that wait for ever. A data race counts only if the flag is set.
    case failure(countsRaces: Bool)
    /// This result.
    case outcome(String)

    /// Whether the end of an execution is such an end.
    public func isReached(_ verdicts: [Verdict], outcome text: String?) -> Bool {
        switch self {
        case .failure(let countsRaces): verdicts.contains { countsRaces || $0 != .race }
        case .outcome(let wanted): text == wanted
        }
    }
}

/// The answer to the question whether a goal can be reached.
public enum SeatReach: Sendable, Codable, Hashable {
    /// By these choices: the task of each step.
    case reached([Int])
    /// No execution that begins so reaches it: all of them were run, equivalent ones once.
    case impossible
    /// Not found, and not every execution was run.
    case unknown
}

/// The answer of a program that is played.
public enum SeatAnswer: Sendable, Codable {
    case position(SeatPosition)
    case reach(SeatReach)
}

/// A moment of an execution: before a choice, or at its end.
public struct SeatPosition: Sendable, Codable {
    /// The next step of a thread, or its wait.
    public struct Next: Sendable, Codable {
        public var task: Int
        /// Whether the step can be chosen.
        public var isEnabled: Bool
        /// The step in words: "reads", "acquires a lock".
        public var does: String
        /// The place in the program, the innermost first, as offsets into the program's file.
        public var places: [UInt] = []
        /// For an access to memory: its entry, with the value that is there now.
        public var access: ExecutionRecord.Entry?
        /// The wait of a thread that is blocked.
        public var waiting: ExplorationReport.Waiting?

        init(task: Int, isEnabled: Bool, does: String) {
            self.task = task
            self.isEnabled = isEnabled
            self.does = does
        }
    }

    /// The task of each step so far.
    public var choices: [Int] = []
    /// The steps at which another thread could have gone on, too.
    public var open: [Int] = []
    /// The task that made the last step.
    public var current = 0
    public var path = ExplorationReport.Path(steps: [], tasks: [], places: [])
    /// The threads that are there; empty at the end.
    public var next: [Next] = []
    /// The steps so far. Before the end of a long execution: the latest entries, and all that give threads their names.
    public var log = ExecutionRecord()
    /// The number of entries that are left out.
    public var omitted = 0
    /// At the end: the result, and what is wrong with it. Its logs are empty: each is `log`.
    public var end: ExplorationReport?

    /// The end, with its logs.
    public var report: ExplorationReport? {
        guard var report = end else { return nil }
        if report.refusal == nil { report.log = log }
        for index in report.findings.indices { report.findings[index].log = log }
        return report
    }
}
