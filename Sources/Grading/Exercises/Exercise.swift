/// An exercise: what its attempt is compiled with, and what it must show.
///
/// Its texts lie in `Exercises/<name>` and `Solutions/<name>` (`ExerciseFolder`); what calls the attempt in `Sources/ExerciseChecks`.
public struct Exercise: Sendable {
    /// Number and name, as its folder is called: "02-reader-writer".
    public let name: String
    /// What it is about, in a few words.
    public let topic: String
    /// The declarations that the checks call: an attempt keeps them.
    public let signatures: [String]
    /// The file of `Sources/ExerciseChecks/Entries` in which the attempt's process begins.
    let entry: String
    /// Judges a run in which a thread was stopped; nil where that teaches nothing.
    let interrupted: (@Sendable (Interruptions.Run) throws -> (finding: Finding?, laterChange: String?))?
    /// What is to be said beside the checks.
    let remarks: @Sendable (Evidence) -> [String]
    /// What the attempt was asked for when it ended before its time, as a sentence: "It was called with a count of 0."
    let situation: @Sendable (Evidence) -> String?
    /// What an attempt must show, in the order in which it is told.
    public let checks: [Check]

    init(
        _ name: String, topic: String, signatures: [String], entry: String, checks: [Check],
        interrupted: (@Sendable (Interruptions.Run) throws -> (finding: Finding?, laterChange: String?))? = nil,
        remarks: @escaping @Sendable (Evidence) -> [String] = { _ in [] },
        situation: @escaping @Sendable (Evidence) -> String? = { _ in nil }
    ) {
        self.name = name
        self.topic = topic
        self.signatures = signatures
        self.entry = entry
        self.checks = checks
        self.interrupted = interrupted
        self.remarks = remarks
        self.situation = situation
    }

    /// Points of an attempt that shows everything.
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.points } }

    /// All exercises, in their order.
    public static let all: [Exercise] = [.once, .readerWriter, .groupNotify, .applyStride]
}

/// One thing that an attempt must show.
public struct Check: Sendable {
    /// What it is judged by.
    public enum Basis: Sendable {
        /// What the attempt did when it was called: results, who met whom, who had to wait.
        case behaviour
        /// How it did it, as the recorder saw it: which queue, which barrier, which wait.
        case trace
        /// What came of stopping a thread anywhere in it.
        case interruptions
    }

    /// What is shown, as a sentence: "readers meet inside".
    public let name: String
    public let points: Double
    public let basis: Basis
    /// nil: the attempt shows it.
    let judge: @Sendable (Evidence) throws -> Finding?

    /// Judged by what was observed in the attempt's process.
    static func behaviour<Observations: Decodable & Sendable>(
        _ name: String, points: Double, _ judge: @escaping @Sendable (Observations, Evidence) -> Finding?
    ) -> Check {
        Check(name: name, points: points, basis: .behaviour) { judge(try $0.observations(Observations.self), $0) }
    }

    /// Judged by what came of stopping a thread anywhere in it, once everything that shows without that has been shown.
    static func interruptions(_ name: String, points: Double, _ judge: @escaping @Sendable (Interruptions) -> Finding?) -> Check {
        Check(name: name, points: points, basis: .interruptions) { evidence in
            guard let interruptions = evidence.interruptions else {
                return .notJudged(because: "what the checks above say comes first")
            }
            if let trouble = interruptions.trouble { return .notJudged(because: trouble) }
            return judge(interruptions)
        }
    }

    /// Judged by the trace of the run.
    static func trace(_ name: String, points: Double, _ judge: @escaping @Sendable (Evidence) -> Finding?) -> Check {
        Check(name: name, points: points, basis: .trace, judge: judge)
    }
}
