import Schedules

/// A moment of a game, as every form of output has it.
public struct GameState: Encodable, Sendable {
    /// The end of an execution.
    public struct End: Encodable, Sendable {
        /// The verdict's raw name, as `explore --json` has it; "none": nothing fails.
        public var verdict: String
        /// The result; nil: the execution has none.
        public var outcome: String?
        public var isGoalReached: Bool
        /// The end in a sentence.
        public var summary: String

        /// Made of its parts.
        public init(verdict: String, outcome: String?, isGoalReached: Bool, summary: String) {
            self.verdict = verdict
            self.outcome = outcome
            self.isGoalReached = isGoalReached
            self.summary = summary
        }

        private enum CodingKeys: String, CodingKey { case verdict, outcome, isGoalReached, summary }

        public func encode(to encoder: any Encoder) throws {
            var keys = encoder.container(keyedBy: CodingKeys.self)
            try keys.encode(verdict, forKey: .verdict)
            try keys.encode(outcome, forKey: .outcome)
            try keys.encode(isGoalReached, forKey: .isGoalReached)
            try keys.encode(summary, forKey: .summary)
        }
    }

    /// A file of the program.
    public struct File: Sendable {
        public var name: String
        public var lines: [String]

        public init(name: String, text: String) {
            self.name = name
            lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.replacing("\t", with: "    ")) }
            while lines.last?.isEmpty == true { lines.removeLast() }
        }
    }

    /// The program's name.
    public var program: String
    public var rules: GameRules
    /// The number of steps, and of choices that can be taken back.
    public var steps: Int
    public var choices: Int
    public var canRedo: Bool
    public var preemptions: Int
    public var token: String
    public var table: ScheduleTable
    public var next: [NextStep]
    public var files: [File]
    public var end: End?
    /// The answer to the latest command; empty: there is nothing to say.
    public var message: String

    /// Made of its parts.
    public init(
        program: String, rules: GameRules, line: GameLine, preemptions: Int, token: String, table: ScheduleTable, next: [NextStep],
        files: [File] = [], end: End? = nil, message: String = ""
    ) {
        self.program = program
        self.rules = rules
        steps = line.choices.count
        choices = line.index
        canRedo = line.canRedo
        self.preemptions = preemptions
        self.token = token
        self.table = table
        self.next = next
        self.files = files
        self.end = end
        self.message = message
    }

    /// The digit of a thread: the main thread has 1.
    public static func digit(of step: NextStep) -> Int { step.number + 1 }

    private enum CodingKeys: String, CodingKey {
        case program, goal, par, steps, choices, canRedo, preemptions, token, variables, rows, threads, end, message
    }

    private struct Row: Encodable {
        var thread: String
        var file: String
        var line: Int
        var source: String
        var note: String
        var values: [String: String]
    }

    private struct Thread: Encodable {
        var choice: Int
        var thread: String
        var file: String
        var line: Int
        var source: String
        var does: String
        var variable: String
        var value: String
        var isEnabled: Bool
        var wait: String
        var isRunning: Bool
        var isPreemption: Bool
    }

    public func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: CodingKeys.self)
        try keys.encode(program, forKey: .program)
        try keys.encode(rules.request, forKey: .goal)
        try keys.encode(rules.par, forKey: .par)
        try keys.encode(steps, forKey: .steps)
        try keys.encode(choices, forKey: .choices)
        try keys.encode(canRedo, forKey: .canRedo)
        try keys.encode(preemptions, forKey: .preemptions)
        try keys.encode(token, forKey: .token)
        try keys.encode(table.variables, forKey: .variables)
        let rows = table.rows.map { row in
            Row(
                thread: table.threads[row.thread], file: row.file, line: row.line, source: row.source, note: row.note,
                values: Dictionary(row.values.map { (table.variables[$0], $1) }) { first, _ in first })
        }
        try keys.encode(rows, forKey: .rows)
        let threads = next.map {
            Thread(
                choice: Self.digit(of: $0), thread: $0.thread, file: $0.file, line: $0.line, source: $0.source, does: $0.does,
                variable: $0.variable, value: $0.value, isEnabled: $0.isEnabled, wait: $0.wait, isRunning: $0.isRunning,
                isPreemption: $0.isPreemption)
        }
        try keys.encode(threads, forKey: .threads)
        try keys.encode(end, forKey: .end)
        try keys.encode(message, forKey: .message)
    }
}
