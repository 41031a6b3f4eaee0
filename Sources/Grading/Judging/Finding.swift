/// Why an attempt does not show what it must: in words for the student who wrote it.
public struct Finding: Equatable, Sendable {
    /// What kind of mistake it is; a promise to scripts, and what a wrong attempt declares that it must get. Open: more will be added.
    public struct Verdict: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Nothing is wrong.
        public static let none = Verdict("none")
        /// Two threads were where one must be alone.
        public static let race = Verdict("race")
        /// One after the other, where all should be at it together.
        public static let notParallel = Verdict("notParallel")
        /// Somebody waits who need not.
        public static let waits = Verdict("waits")
        /// A thread looks again and again, and burns a core, where it could sleep.
        public static let spins = Verdict("spins")
        /// The result is not what was asked for.
        public static let wrongResult = Verdict("wrongResult")
        /// Something never came.
        public static let missing = Verdict("missing")
        /// Something came before its time.
        public static let tooEarly = Verdict("tooEarly")
        /// Something came more often than once.
        public static let tooOften = Verdict("tooOften")
        /// It ran on another queue than the one asked for.
        public static let wrongQueue = Verdict("wrongQueue")
        /// The means that the exercise is about was not used.
        public static let otherMeans = Verdict("otherMeans")
        /// Right, but it costs more than it needs to.
        public static let cost = Verdict("cost")
        /// Somebody waits for what will never come.
        public static let deadlock = Verdict("deadlock")
        /// Nothing can be said of it.
        public static let notJudged = Verdict("notJudged")
    }

    public var verdict: Verdict
    /// What happened, and why.
    public var what: String
    /// Where in the attempt, as "line 12 of Exercise.swift"; nil where no one line is to blame.
    public var place: String?
    /// What to try.
    public var cure: String
    /// A schedule that shows it again, and the command that does so; nil for what was seen on a real run.
    public var token: String?
    var replay: String?
    /// It could not be judged, and that is not the attempt's fault: its points are neither won nor lost.
    var costsNothing = false

    init(_ verdict: Verdict, _ what: String, at place: String? = nil, try cure: String) {
        self.verdict = verdict
        self.what = what
        self.place = place
        self.cure = cure
    }

    /// The check could not be made, because of what the attempt does elsewhere: neither passed nor failed.
    /// - Parameter reason: a clause, without a full stop.
    static func notJudged(because reason: String) -> Finding { Finding(.notJudged, reason, try: "") }

    /// The check could not be made on this machine, or not by this tool. That costs no points.
    /// - Parameter reason: a clause, without a full stop.
    static func unjudged(because reason: String) -> Finding {
        var finding = notJudged(because: reason)
        finding.costsNothing = true
        return finding
    }

    /// All of it: what happened and why, and where; in lines of their own what to try, and how to see it again.
    public var message: String {
        guard verdict != .notJudged else { return "Not judged: \(what).\(costsNothing ? " This costs no points." : "")" }
        let again = replay.map { "\nStep by step:\n  \($0)" } ?? ""
        return "\(what)\(place.map { " See \($0)." } ?? "")\nTry this: \(cure)\(again)"
    }
}
