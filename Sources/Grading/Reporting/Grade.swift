/// What grading an attempt came to.
public struct Grade: Sendable {
    /// How far it got.
    public enum Status: String, Sendable, CaseIterable {
        /// The checks were run, and each has its verdict.
        case graded
        /// The compiler refused it.
        case notCompiled
        /// It did not come to its end in time.
        case timedOut
        /// A signal ended it: a trap, an access to memory that is not there.
        case crashed
        /// It did what an attempt must not do: it left early, started a program, used or printed too much.
        case refused
        /// It is still the text that the exercise came with.
        case notStarted

        /// Why there is nothing to judge, as a clause.
        var reason: String {
            switch self {
            case .graded: "there was nothing to judge"
            case .notCompiled: "the attempt does not compile"
            case .timedOut: "the attempt did not come to its end"
            case .crashed: "the attempt crashed"
            case .refused: "the attempt was refused"
            case .notStarted: "the exercise has not been started"
            }
        }
    }

    /// One check's part of it.
    public struct CheckResult: Sendable {
        public var name: String
        /// What it asks for was shown. Neither passed nor failed is what could not be judged.
        public var passed: Bool
        public var points: Double
        /// Points that there were to be had. None where the check could not be made, and that is not the attempt's fault.
        public var maxPoints: Double
        /// Points that the check would have had, where it could not be made, and that is not the attempt's fault: they are neither won nor lost.
        public var unjudgedPoints = 0.0
        /// The kind of mistake; "none" when there is none.
        public var verdict: String
        /// What happened and why, where, and what to try; empty when it passed.
        public var message: String
        /// A schedule that shows the mistake again; nil for what was seen on a real run.
        public var token: String?
        /// How long the run took that it was judged by.
        public var seconds: Double

        /// Whether there was something to judge it by.
        public var isJudged: Bool { verdict != Finding.Verdict.notJudged.rawValue }

        init(
            name: String, passed: Bool, points: Double, maxPoints: Double, verdict: String, message: String, token: String? = nil,
            seconds: Double
        ) {
            self.name = name
            self.passed = passed
            self.points = points
            self.maxPoints = maxPoints
            self.verdict = verdict
            self.message = message
            self.token = token
            self.seconds = seconds
        }

        /// What a check came to.
        init(_ check: Check, _ finding: Finding?, seconds: Double) {
            self.init(
                name: check.name, passed: finding == nil, points: finding == nil ? check.points : 0, maxPoints: check.points,
                verdict: (finding?.verdict ?? .none).rawValue, message: finding?.message ?? "", token: finding?.token, seconds: seconds)
            if finding?.costsNothing == true { (maxPoints, unjudgedPoints) = (0, check.points) }
        }
    }

    public var exercise: String
    public var status: Status
    public var checks: [CheckResult]
    /// What kept the checks from being run, in words; nil where they were.
    public var trouble: Trouble?
    /// What is to be said beside: what was not proved, what may be done otherwise. Costs no points.
    public var remarks: [String] = []
    /// What the attempt printed itself.
    public var printed = ""
    /// Where the trace of the run lies; nil where there was none.
    public var trace: String?

    /// Why there is nothing to judge.
    public struct Trouble: Sendable {
        /// A name for it, for scripts.
        public var verdict: String
        /// What happened, where, and what to try.
        public var message: String
    }

    public var points: Double { checks.reduce(0) { $0 + $1.points } }
    /// Points that there were to be had: without those of checks that could not be made through no fault of the attempt.
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.maxPoints } }
    /// Points of checks that could not be made through no fault of the attempt. With `maxPoints` they are the same for each attempt.
    public var unjudgedPoints: Double { checks.reduce(0) { $0 + $1.unjudgedPoints } }
    public var passed: Bool { status == .graded && checks.contains(where: \.passed) && checks.allSatisfy { $0.passed || !$0.isJudged } }

    /// A grade without any check done.
    init(_ exercise: Exercise, _ status: Status, _ trouble: Trouble, seconds: Double = 0) {
        self.exercise = exercise.name
        self.status = status
        self.trouble = trouble
        checks = exercise.checks.map {
            CheckResult(
                name: $0.name, passed: false, points: 0, maxPoints: $0.points, verdict: Finding.Verdict.notJudged.rawValue,
                message: Finding.notJudged(because: status.reason).message, seconds: seconds)
        }
    }

    init(_ exercise: Exercise, checks: [CheckResult]) {
        self.exercise = exercise.name
        status = .graded
        self.checks = checks
    }
}
