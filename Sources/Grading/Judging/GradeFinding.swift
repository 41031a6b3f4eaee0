import enum Trace.Verdict
import Schedules

/// Why an attempt does not pass a check: in words for the student who wrote it.
public struct GradeFinding: Equatable, Sendable {
    /// The kind of mistake; a promise to scripts, and the verdict that a wrong attempt declares.
    /// Open: more will be added.
    public struct Verdict: RawRepresentable, Hashable, Sendable {
        public var rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Nothing is wrong.
        public static let none = Verdict("none")
        /// Two threads ran where one must run alone.
        public static let race = Verdict("race")
        /// Threads ran one after the other where all should run at the same time.
        public static let notParallel = Verdict("notParallel")
        /// A thread waits without need.
        public static let waits = Verdict("waits")
        /// A thread spins (busy-waits), and uses a core, where it could sleep.
        public static let spins = Verdict("spins")
        /// The result is wrong.
        public static let wrongResult = Verdict("wrongResult")
        /// An expected call never came.
        public static let missing = Verdict("missing")
        /// A call came too early.
        public static let tooEarly = Verdict("tooEarly")
        /// Work went on after it should have stopped.
        public static let tooLate = Verdict("tooLate")
        /// A call came more than once.
        public static let tooOften = Verdict("tooOften")
        /// More things ran, or were kept, at the same time than allowed.
        public static let tooMany = Verdict("tooMany")
        /// It keeps more bytes than necessary.
        public static let tooMuchMemory = Verdict("tooMuchMemory")
        /// It ran on another queue than the one asked for.
        public static let wrongQueue = Verdict("wrongQueue")
        /// The means that the exercise teaches was not used.
        public static let otherMeans = Verdict("otherMeans")
        /// Correct, but it costs more than necessary.
        public static let cost = Verdict("cost")
        /// A thread waits for an event that never comes.
        public static let deadlock = Verdict("deadlock")
        /// In an interleaving, a thread waits for ever for a signal that came too early.
        public static let lostWakeup = Verdict("lostWakeup")
        /// The check could not be judged.
        public static let notJudged = Verdict("notJudged")
    }

    public var verdict: Verdict
    /// The mistake, and its cause.
    public var what: String
    /// The place in the attempt, as "line 12 of Exercise.swift"; nil if no single line is the
    /// cause.
    public var place: String?
    /// The interleaving that shows the mistake, as a table of the attempt's own lines; nil: it was seen in a real run.
    public var table: ScheduleTable?
    /// The advice.
    public var cure: String
    /// The machine on which the attempt would be right, as a clause: "an actor were locked while its method awaits"; nil if none is known.
    public var misconception: String?
    /// A schedule that shows it again, and the command for that; nil for an observation of a real
    /// run.
    public var token: String?
    var replay: String?
    /// The mistake in all sentences, which name more lines; nil: `what` has them all.
    var why: String?
    /// Whether it could not be judged, and that is not the attempt's fault: its points are neither
    /// won nor lost.
    var costsNothing = false
    /// Whether the exercise names this kind of mistake for the outcome: then no data race beside it changes the kind.
    var isNamed = false
    /// Whether it could not be judged, and the attempt itself is the reason.
    var isNotProved = false

    init(_ verdict: Verdict, _ what: String, at place: String? = nil, try cure: String) {
        self.verdict = verdict
        self.what = what
        self.place = place
        self.cure = cure
    }

    /// The check could not be made, because of another mistake in the attempt: neither passed nor
    /// failed.
    /// - Parameter reason: a clause, without a full stop.
    static func notJudged(because reason: String) -> GradeFinding { GradeFinding(.notJudged, reason, try: "") }

    /// The check could not be made on this machine, or not by this tool. That costs no points.
    /// - Parameter reason: a clause, without a full stop.
    static func unjudged(because reason: String) -> GradeFinding {
        var finding = notJudged(because: reason)
        finding.costsNothing = true
        return finding
    }

    /// The attempt does something that keeps the check from being made: it has not passed.
    /// - Parameter reason: a clause, without a full stop.
    static func notProved(because reason: String) -> GradeFinding {
        var finding = notJudged(because: reason)
        finding.isNotProved = true
        return finding
    }

    /// The remark about points that were not judged, because of another mistake in the attempt.
    private static let open = " You can get these points when that is fixed."

    /// The remark about a check that the attempt itself made impossible.
    private static let unproved = " Only code that can be checked passes: change that part."

    /// The begin of the advice in the whole text.
    static let advice = "\nTry this: "

    /// The whole text: what happened, why and where; on separate lines the misconception, what to try, and how to see it again.
    public var message: String {
        guard verdict != .notJudged else {
            let result = costsNothing ? " This costs no points." : isNotProved ? Self.unproved : Self.open
            return "Not judged: \(what).\(result)"
        }
        let again = replay.map { "\nStep by step:\n  \($0)\n  (To hand it on, write -o failure.html in place of --step.)" } ?? ""
        let belief = misconception.map { "\nYour code would be right if \($0)." } ?? ""
        return "\(what)\(place.map { " See \($0)." } ?? "")\(belief)\(Self.advice)\(Self.continued(cure))\(again)"
    }

    /// The words as they stand after a colon. The name of a type or of the language keeps its capital
    /// letter.
    private static func continued(_ words: String) -> String {
        let first = words.prefix { $0.isLetter }
        let isName = ["Swift", "Task", "Mutex", "Atomic", "Operation", "Foundation", "Dispatch"].contains(first)
        let isOrdinary = !isName && first.dropFirst().allSatisfy(\.isLowercase) && words.dropFirst(first.count).first == " "
        return isOrdinary ? first.lowercased() + words.dropFirst(first.count) : words
    }
}
