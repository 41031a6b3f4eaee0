import Schedules

/// A grade in the parts that a learner's screen shows. It can be sent from one process to another.
public struct LearnerVerdict: Codable, Equatable, Sendable {
    /// One check.
    public struct Check: Codable, Equatable, Sendable {
        public enum Result: String, Codable, Sendable { case passed, failed, notJudged }

        public var name: String
        public var result: Result
        /// "3 points", "0 of 3 points", "2 points, not judged".
        public var points: String
        /// The mistake with its cause, its place and the advice; for a check that was not judged, the
        /// reason.
        public var message: String
        /// The interleaving that shows the mistake, as a table; nil: it was seen in a real run.
        var table: ScheduleTable?
        /// Whether an interleaving shows the mistake.
        public var hasSchedule: Bool

        /// The message without its advice, which can be the solution.
        public var mistake: String { message.components(before: GradeFinding.advice) }

        /// The advice, with its heading; empty if there is none.
        public var advice: String { String(message.dropFirst(mistake.count).drop { $0 == "\n" }) }

        /// Whether the interleaving that shows the mistake is drawn as a table.
        public var hasTable: Bool { table != nil }

        /// The table of the interleaving that shows the mistake, drawn; empty if there is none.
        public func tableLines(width: Int) -> [String] { table?.lines(width: width, namesFile: table?.isOfTheChecks == true) ?? [] }
    }

    public var exercise: String
    public var status: Grade.Status
    /// "01-once: not yet. 3 of 10 points."
    public var headline: String
    public var passed: Bool
    public var points: Double
    public var maxPoints: Double
    public var checks: [Check]
    /// Why the checks were not run, in words; nil if they were.
    public var trouble: String?
    public var remarks: [String]
    /// The first lines of the attempt's own output.
    public var printed: [String]
    /// The path of the run's trace.
    public var trace: String?
    public var schedule: Grade.Schedule?
    /// Whether the interleavings are still being run: then the points are not final.
    public var isEarly: Bool

    public init(_ grade: Grade, isEarly: Bool = false) {
        exercise = grade.exercise
        status = grade.status
        headline = grade.headline
        passed = grade.passed
        points = grade.points
        maxPoints = grade.maxPoints
        checks = grade.checks.map(Check.init)
        trouble = grade.trouble?.message
        remarks = grade.allRemarks
        printed = grade.passed ? [] : grade.saidByItself.prefix(12).map { String($0.prefix(200)) }
        trace = grade.trace
        schedule = grade.schedule
        self.isEarly = isEarly
    }

    /// Makes an early verdict the last one on its text: the rest of the grading was ended.
    public mutating func abandon() {
        guard isEarly else { return }
        isEarly = false
        for index in checks.indices where checks[index].result == .notJudged {
            checks[index].message = "Not judged: a new grading began before."
        }
    }

    /// The result without the exercise's name, and the checks that failed: "not yet, 3 of 10 points: one instance".
    public var sentence: String {
        let result = headline.hasPrefix("\(exercise): ") ? String(headline.dropFirst(exercise.count + 2)) : headline
        if failed.isEmpty { return result }
        return "\(result.hasSuffix(".") ? String(result.dropLast()) : result): \(failed.map(\.name).joined(separator: "; "))"
    }

    /// Why the checks were not run, without the advice.
    public var mistake: String? { trouble?.components(before: GradeFinding.advice) }

    /// The checks that failed, in the order of the report.
    public var failed: [Check] { checks.filter { $0.result == .failed } }
}

extension LearnerVerdict.Check {
    init(_ check: Grade.CheckResult) {
        let all = Grade.count(check.maxPoints + check.unjudgedPoints)
        name = check.name
        result = !check.isJudged ? .notJudged : check.passed ? .passed : .failed
        points = !check.isJudged ? "\(all), not judged" : check.passed ? all : "0 of \(all)"
        // The command for the schedule is for people without this screen.
        message = check.message.components(before: "\nStep by step:\n")
        table = check.table
        hasSchedule = check.token != nil
    }
}

extension String {
    fileprivate func components(before end: String) -> String { firstRange(of: end).map { String(self[..<$0.lowerBound]) } ?? self }
}

/// A message from the process that grades to the one that shows the result: one line of JSON each.
public struct GradingMessage: Codable, Equatable, Sendable {
    /// The grader's current work, in a few words.
    public var step: String?
    public var verdict: LearnerVerdict?
    /// Why the attempt could not be graded, and what to do.
    public var failure: String?

    public init(step: String? = nil, verdict: LearnerVerdict? = nil, failure: String? = nil) {
        self.step = step
        self.verdict = verdict
        self.failure = failure
    }
}
