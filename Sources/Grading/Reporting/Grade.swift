import Schedules
import enum Trace.Verdict

/// The result of grading an attempt.
public struct Grade: Sendable {
    /// How far the attempt got.
    public enum Status: String, Codable, Sendable, CaseIterable {
        /// The checks were run, and each has its verdict.
        case graded
        /// The compiler refused it.
        case notCompiled
        /// It did not finish in time.
        case timedOut
        /// A signal ended it: a trap, an access to memory that is not there.
        case crashed
        /// It did something that an attempt must not do: it exited early, started a process, or
        /// used or printed too much.
        case refused
        /// It is still the original text of the exercise.
        case notStarted

        /// Why there is nothing to judge, as a clause.
        var reason: String {
            switch self {
            case .graded: "there was nothing to judge"
            case .notCompiled: "the attempt does not compile"
            case .timedOut: "the attempt did not finish"
            case .crashed: "the attempt crashed"
            case .refused: "the attempt was refused"
            case .notStarted: "the exercise has not been started"
            }
        }
    }

    /// One check's part of it.
    public struct CheckResult: Sendable {
        public var name: String
        /// Whether the check passed. A check that could not be judged has neither passed nor
        /// failed.
        public var passed: Bool
        public var points: Double
        /// The points that could be won: 0 if the check could not be made, and that is not the
        /// attempt's fault.
        public var maxPoints: Double
        /// The points of a check that could not be made, if that is not the attempt's fault: they
        /// are neither won nor lost.
        public var unjudgedPoints = 0.0
        /// The kind of mistake; "none" if there is none.
        public var verdict: String
        /// The mistake, its cause, its place, and the advice; empty if it passed.
        public var message: String
        /// As in `GradeFinding`.
        public var misconception: String?
        /// The interleaving that shows the mistake, as a table; nil for an observation of a real run.
        public var table: ScheduleTable?
        /// A schedule that shows the mistake again; nil for an observation of a real run.
        public var token: String?
        /// When a platform shows it to students.
        var visibility = Check.Visibility.visible
        /// The duration of the run that it was judged by.
        public var seconds: Double

        /// Whether there was something to judge it by.
        public var isJudged: Bool { verdict != GradeFinding.Verdict.notJudged.rawValue }

        init(
            name: String, passed: Bool, points: Double, maxPoints: Double, verdict: String, message: String, token: String? = nil,
            visibility: Check.Visibility = .visible, seconds: Double
        ) {
            self.visibility = visibility
            self.name = name
            self.passed = passed
            self.points = points
            self.maxPoints = maxPoints
            self.verdict = verdict
            self.message = message
            self.token = token
            self.seconds = seconds
        }

        /// The result of a check.
        /// - Parameter canBeRight: whether there is a machine on which the code would be right. Otherwise no misconception is named.
        init(_ check: Check, _ finding: GradeFinding?, seconds: Double, canBeRight: Bool = true) {
            let misconception = canBeRight ? finding.flatMap { check.beliefs[$0.verdict.rawValue] } : nil
            var finding = finding
            finding?.misconception = misconception
            self.init(
                name: check.name, passed: finding == nil, points: finding == nil ? check.points : 0, maxPoints: check.points,
                verdict: (finding?.verdict ?? .none).rawValue, message: finding?.message ?? "", token: finding?.token, seconds: seconds)
            self.misconception = misconception
            table = finding?.table
            visibility = check.visibility
            if finding?.costsNothing == true { (maxPoints, unjudgedPoints) = (0, check.points) }
        }
    }

    public var exercise: String
    public var status: Status
    public var checks: [CheckResult]
    /// Why the checks could not be run, in words; nil if they were run.
    public var trouble: Trouble?
    /// A crash in one of its runs, while another one did not crash. Chance decides which of them is seen, so it costs no points. But such an
    /// attempt has not passed.
    public var crash: Trouble?
    /// A remark in addition: what was not proved, or what can be done in another way. Costs no
    /// points.
    public var remarks: [String] = []
    /// The attempt's own output.
    public var printed = ""
    /// The path of the run's trace; nil if there is none.
    public var trace: String?
    /// A schedule that fails, as a trace; nil if there is none, or if it was not asked for.
    public var schedule: Schedule?

    /// An interleaving of a small test in which the attempt fails.
    public struct Schedule: Codable, Equatable, Sendable {
        /// The path of its trace.
        public var path: String
        /// The function of `Explored.swift` that was run.
        public var function: String
        /// Whether its outcome is allowed: then a data race is the only mistake.
        public var showsRaceOnly: Bool
    }

    /// Why there is nothing to judge.
    public struct Trouble: Sendable {
        /// A name for it, for scripts.
        public var verdict: String
        /// The event, its place, and the advice.
        public var message: String
    }

    public var points: Double { checks.reduce(0) { $0 + $1.points } }
    /// The points that could be won: without checks that could not be made through no fault of the
    /// attempt.
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.maxPoints } }
    /// The points of checks that could not be made through no fault of the attempt. Together with
    /// `maxPoints` they are the same for each attempt.
    public var unjudgedPoints: Double { checks.reduce(0) { $0 + $1.unjudgedPoints } }
    /// The remarks, and before them the crash.
    public var allRemarks: [String] {
        let words = crash.map { crash in
            "In one of its runs it crashed, and in another one it did not. So it has not passed. Chance decides that, so it costs no points. \(crash.message)"
        }
        return [words].compactMap { $0 } + remarks
    }

    /// Whether each check passed. A check that could not be made through no fault of the attempt does
    /// not count; one that the attempt itself made impossible does.
    public var passed: Bool {
        status == .graded && crash == nil && checks.contains(where: \.passed) && checks.allSatisfy { $0.passed || $0.unjudgedPoints > 0 }
    }

    /// Why there is no grade, for the row of a class: a `ClassGrade.Gap`; nil for a grade.
    var gap: String?

    /// The report about something without a grade.
    /// - Parameter exercise: its exercise; nil if that is not known.
    public init(without row: ClassGrade, _ exercise: Exercise?) {
        self.exercise = exercise?.name ?? (row.exercise.isEmpty ? row.file : row.exercise)
        status = .refused
        gap = row.status
        trouble = Trouble(verdict: row.status, message: row.message)
        checks = (exercise?.checks ?? []).map {
            CheckResult(
                name: $0.name, passed: false, points: 0, maxPoints: $0.points, verdict: GradeFinding.Verdict.notJudged.rawValue,
                message: GradeFinding.notJudged(because: "there is no grade").message, visibility: $0.visibility, seconds: 0)
        }
    }

    /// A grade without any check done.
    init(_ exercise: Exercise, _ status: Status, _ trouble: Trouble, seconds: Double = 0) {
        self.exercise = exercise.name
        self.status = status
        self.trouble = trouble
        checks = exercise.checks.map {
            CheckResult(
                name: $0.name, passed: false, points: 0, maxPoints: $0.points, verdict: GradeFinding.Verdict.notJudged.rawValue,
                message: GradeFinding.notJudged(because: status.reason).message, visibility: $0.visibility, seconds: seconds)
        }
    }

    /// The results of all checks.
    ///
    /// A check that even the starter passes calls one function after the other. Code that fails it is wrong on any machine, so no
    /// interleaving of it is explained by a machine on which it would be right.
    /// - Parameters:
    ///   - findings: one for each check of the exercise.
    ///   - seconds: the duration of the run that a check was judged by.
    init(_ exercise: Exercise, findings: [GradeFinding?], seconds: (Check) -> Double) {
        let all = Array(zip(exercise.checks, findings))
        let failsBasics = all.contains { check, finding in
            check.isPassedByStarter && check.basis == .behaviour && finding.map { $0.verdict == .wrongResult } ?? false
        }
        self.init(
            exercise,
            checks: all.map { check, finding in
                CheckResult(check, finding, seconds: seconds(check), canBeRight: !failsBasics || check.basis != .interleavings)
            })
    }

    init(_ exercise: Exercise, checks: [CheckResult]) {
        self.exercise = exercise.name
        status = .graded
        self.checks = checks
        countOnlyWithAFix(exercise)
    }

    /// Points are for what was fixed. So a check that the starter passes counts only if another check passes, which the starter fails.
    private mutating func countOnlyWithAFix(_ exercise: Exercise) {
        let free = Set(exercise.checks.filter(\.isPassedByStarter).map(\.name))
        guard !checks.contains(where: { $0.passed && !free.contains($0.name) }) else { return }
        let kept = checks.indices.filter { checks[$0].points > 0 }
        guard !kept.isEmpty else { return }
        for index in kept { checks[index].points = 0 }
        remarks.append(Self.onlyWhatTheStarterPasses)
    }

    static let onlyWhatTheStarterPasses = """
        No points yet: the unchanged starter passes the same checks. Their points count as soon as your code passes a check that the starter \
        does not pass.
        """
}
