/// A verdict on a program, in words: the failure, its table, its reasons, the advice, and the schedule to repeat it.
///
/// It is the one model of a verdict that files for other people are made from. It knows no terminal and no width.
public struct ToldSchedule: Hashable, Sendable {
    /// A result of the program, or a kind of failure before the end.
    public struct Outcome: Hashable, Sendable {
        public var text: String
        public var isAllowed: Bool
        public var executions: Int
        public var token: String

        public init(text: String, isAllowed: Bool, executions: Int, token: String) {
            self.text = text
            self.isAllowed = isAllowed
            self.executions = executions
            self.token = token
        }
    }

    /// A line of the program that has to do with the failure.
    public struct Place: Hashable, Sendable {
        /// "block 1 writes `count`".
        public var words: String
        public var file: String
        public var line: Int
        public var source: String

        public init(words: String, file: String, line: Int, source: String) {
            self.words = words
            self.file = file
            self.line = line
            self.source = source
        }
    }

    /// The program: "Bank.swift".
    public var subject: String
    /// The verdict in a sentence: "Bank.swift: 1 of its 2 outcomes is wrong. 12 interleavings, complete, in 0.03 s".
    public var verdict: String
    /// The failure in one or two sentences; empty: nothing fails.
    public var failure = ""
    public var table = ScheduleTable()
    /// Whether the table needs the name of its file also if all its rows are from one.
    public var namesFile = false
    public var circle: CircularWait?
    /// The sentences that tell more than the table.
    public var reasons: [String] = []
    /// The lines that have to do with it, where there is no table.
    public var places: [Place] = []
    /// The advice; empty: there is none.
    public var advice = ""
    /// The token of the schedule; nil: no single schedule is shown.
    public var token: String?
    /// The command that shows the schedule.
    public var command: String?
    /// "2 preemptions, the fewest possible".
    public var preemptions = ""
    /// The lines that the program printed.
    public var printed: [String] = []
    /// Other failures, one sentence for each.
    public var others: [String] = []
    /// The results, the most frequent first.
    public var outcomes: [Outcome] = []
    /// The number of executions that the outcomes are counted in.
    public var executions = 0
    /// Remarks, and what was not run.
    public var remarks: [String] = []

    public init(subject: String, verdict: String) {
        self.subject = subject
        self.verdict = verdict
    }
}
