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
    }

    /// One check's part of it.
    public struct CheckResult: Sendable {
        public var name: String
        public var passed: Bool
        public var points: Double
        public var maxPoints: Double
        /// The kind of mistake; "none" when there is none.
        public var verdict: String
        /// What happened and why, where, and what to try; empty when it passed.
        public var message: String
        /// A schedule that shows the mistake again; nil for what was seen on a real run.
        public var token: String?
        /// How long the run took that it was judged by.
        public var seconds: Double
    }

    public var exercise: String
    public var status: Status
    public var checks: [CheckResult]
    /// What kept the checks from being run, in words; nil where they were.
    public var trouble: Trouble?
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
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.maxPoints } }
    public var passed: Bool { status == .graded && checks.allSatisfy(\.passed) }

    /// A grade without any check done.
    init(_ exercise: Exercise, _ status: Status, _ trouble: Trouble, seconds: Double = 0) {
        self.exercise = exercise.name
        self.status = status
        self.trouble = trouble
        checks = exercise.checks.map {
            CheckResult(
                name: $0.name, passed: false, points: 0, maxPoints: $0.points, verdict: trouble.verdict, message: trouble.message,
                seconds: seconds)
        }
    }

    init(_ exercise: Exercise, checks: [CheckResult]) {
        self.exercise = exercise.name
        status = .graded
        self.checks = checks
    }
}
