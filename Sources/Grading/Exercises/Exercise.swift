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
    /// What is to be said beside the checks.
    let remarks: @Sendable (Evidence) -> [String]
    /// What the attempt was asked for when it ended before its time, as a sentence: "It was called with a count of 0."
    let situation: @Sendable (Evidence) -> String?
    /// What an attempt must show, in the order in which it is told.
    public let checks: [Check]

    init(
        _ name: String, topic: String, signatures: [String], entry: String, checks: [Check],
        remarks: @escaping @Sendable (Evidence) -> [String] = { _ in [] },
        situation: @escaping @Sendable (Evidence) -> String? = { _ in nil }
    ) {
        self.name = name
        self.topic = topic
        self.signatures = signatures
        self.entry = entry
        self.checks = checks
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
        /// What came of running a small form of it in every interleaving.
        case interleavings
    }

    /// What is shown, as a sentence: "readers meet inside".
    public let name: String
    public let points: Double
    public let basis: Basis
    /// What is explored for it.
    var explorations: [Exploration] = []
    /// Why there is nothing to explore in an attempt: a finding that is not judged; nil where there is.
    var isPointless: @Sendable (Evidence) -> Finding? = { _ in nil }
    /// nil: the attempt shows it.
    let judge: @Sendable (Evidence) throws -> Finding?

    init(name: String, points: Double, basis: Basis, judge: @escaping @Sendable (Evidence) throws -> Finding?) {
        self.name = name
        self.points = points
        self.basis = basis
        self.judge = judge
    }

    /// Judged by what was observed in the attempt's process.
    static func behaviour<Observations: Decodable & Sendable>(
        _ name: String, points: Double, _ judge: @escaping @Sendable (Observations, Evidence) -> Finding?
    ) -> Check {
        Check(name: name, points: points, basis: .behaviour) { judge(try $0.observations(Observations.self), $0) }
    }

    /// Judged by what comes about when functions of the exercise's `Explored.swift` are run in every interleaving.
    /// - Parameters:
    ///   - reason: says why there is nothing to explore in an attempt.
    ///   - flaw: says why an attempt has not shown it although no interleaving goes wrong.
    static func interleavings(
        _ name: String, points: Double, of explorations: [Exploration], unless reason: @escaping @Sendable (Evidence) -> Finding?,
        provided flaw: @escaping @Sendable (Evidence) -> Finding? = { _ in nil }
    ) -> Check {
        var check = Check(name: name, points: points, basis: .interleavings) { evidence in
            reason(evidence) ?? evidence.explorations?.finding ?? flaw(evidence)
        }
        check.explorations = explorations
        check.isPointless = reason
        return check
    }

    /// Judged by the trace of the run.
    static func trace(_ name: String, points: Double, _ judge: @escaping @Sendable (Evidence) -> Finding?) -> Check {
        Check(name: name, points: points, basis: .trace, judge: judge)
    }
}
