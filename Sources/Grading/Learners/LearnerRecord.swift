/// How much a learner has worked on an exercise.
public struct LearnerRecord: Codable, Equatable, Sendable {
    /// The work until the exercise passed for the first time.
    public struct Solved: Codable, Equatable, Sendable {
        public var attempts: Int
        public var seconds: Double
        public var hints: Int
    }

    /// Gradings of a text that compiled, and was not the text of the grading before.
    public var attempts = 0
    /// Time with the exercise open in `interleave learn`, without long pauses.
    public var seconds = 0.0
    /// Hints that were shown.
    public var hints = 0
    /// nil: it has never passed.
    public var solved: Solved?

    public init() {}

    /// The same with numbers that can be true: a person or a bad disk can have changed the file.
    var plausible: LearnerRecord {
        var record = self
        record.attempts = max(0, attempts)
        record.hints = max(0, hints)
        record.seconds = seconds.isFinite ? max(0, seconds) : 0
        return record
    }

    /// "3 attempts, 12 min, 1 hint": the work until it passed, or until now.
    public var words: String {
        let (attempts, seconds, hints) = solved.map { ($0.attempts, $0.seconds, $0.hints) } ?? (attempts, seconds, hints)
        func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
        var parts = attempts == 0 ? [] : [count(attempts, "attempt")]
        if seconds >= 1 { parts.append(Self.time(seconds)) }
        parts.append(hints == 0 ? "no hint" : count(hints, "hint"))
        return parts.joined(separator: ", ")
    }

    /// "40 s", "12 min", "1 h 5 min".
    static func time(_ seconds: Double) -> String {
        let minutes = Int(min(seconds, 1e9) / 60)
        if minutes == 0 { return "\(Int(seconds)) s" }
        return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
    }
}
