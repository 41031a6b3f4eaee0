/// An exercise: the code that its attempt is compiled with, and the checks that it must pass.
///
/// All that belongs to it is in `Exercises/<name>`, apart from the solutions and attempts, which are in `Solutions/<name>`
/// (`ExerciseFolder`).
public struct Exercise: Sendable {
    /// Number and name, as in its folder's name: "02-reader-writer".
    public let name: String
    /// Its topic, in a few words.
    public let topic: String
    /// The declarations that the checks call. An attempt must keep them.
    public let signatures: [String]
    /// The file of the package in which the attempt's process begins.
    let entry: String
    /// A remark in addition to the checks.
    let remarks: @Sendable (Evidence) -> [String]
    /// The request during which an attempt ended early, as a sentence: "It was called with a count
    /// of 0."
    let situation: @Sendable (Evidence) -> String?
    /// The part of the checks in which an attempt crashed, if the others can run without it; nil if
    /// they cannot.
    let crashedPart: @Sendable (Evidence) -> String?
    /// The advice against a data race that costs no points elsewhere; nil if any advice will do.
    public let cureForRaces: String?
    /// The advice for threads that wait for each other in an interleaving; nil if the explorer's own
    /// advice fits the task.
    let cureForCircularWaits: String?
    /// The checks that an attempt must pass, in the order of the report.
    public let checks: [Check]
    /// The folder that has its folders `Exercises` and `Solutions`; nil: the package.
    public internal(set) var home: String?
    /// The functions of its own `Checks.swift`, in their order; nil if its checks are in the package.
    var calls: [String]?

    init(
        _ name: String, topic: String, signatures: [String], entry: String? = nil, checks: [Check],
        remarks: @escaping @Sendable (Evidence) -> [String] = { _ in [] },
        situation: @escaping @Sendable (Evidence) -> String? = { _ in nil },
        crashedPart: @escaping @Sendable (Evidence) -> String? = { _ in nil }, cureForRaces: String? = nil,
        cureForCircularWaits: String? = nil
    ) {
        self.name = name
        self.topic = topic
        self.signatures = signatures
        self.entry = entry ?? "Exercises/\(name)/Entry.swift"
        self.checks = checks
        self.remarks = remarks
        self.situation = situation
        self.crashedPart = crashedPart
        self.cureForRaces = cureForRaces
        self.cureForCircularWaits = cureForCircularWaits
    }

    /// The points of an attempt that passes every check.
    public var maxPoints: Double { checks.reduce(0) { $0 + $1.points } }

    /// All exercises whose checks are in the package, in their order.
    public static let all: [Exercise] = [
        .once, .readerWriter, .groupNotify, .groupBalance, .applyStride, .waitForCallback, .atMost, .noSelfSync, .lockOrder,
        .philosophers, .signalCounter, .cooperativeCancel, .asyncOperation, .dependencyDiamond, .cancellableWorkItem,
        .photoPipeline, .progressThrottle, .lineReader, .boundedBuffer, .imageCache, .taskGroupLimit, .resumeOnce,
    ]
}

/// One check that an attempt must pass.
public struct Check: Sendable {
    /// The basis of its judgement.
    public enum Basis: Sendable {
        /// The attempt's behaviour when it was called: results, simultaneous calls, waits.
        case behaviour
        /// The means that it used, as recorded: the queue, the barrier, the wait.
        case trace
        /// The results of a small test of it, run in every interleaving.
        case interleavings
    }

    /// The property that is checked: "readers run at the same time".
    public let name: String
    public let points: Double
    public let basis: Basis
    /// The functions that are explored for it.
    var explorations: [Exploration] = []
    /// Why an attempt has nothing to explore: a finding that is not judged; nil if it has.
    var isPointless: @Sendable (Evidence) -> GradeFinding? = { _ in nil }
    /// nil: the attempt passes it.
    let judge: @Sendable (Evidence) throws -> GradeFinding?

    init(name: String, points: Double, basis: Basis, judge: @escaping @Sendable (Evidence) throws -> GradeFinding?) {
        self.name = name
        self.points = points
        self.basis = basis
        self.judge = judge
    }

    /// Judged by observations in the attempt's process.
    static func behaviour<Observations: Decodable & Sendable>(
        _ name: String, points: Double, _ judge: @escaping @Sendable (Observations, Evidence) -> GradeFinding?
    ) -> Check {
        Check(name: name, points: points, basis: .behaviour) { judge(try $0.observations(Observations.self), $0) }
    }

    /// Judged by exploring functions of the exercise's `Explored.swift` in every interleaving.
    /// - Parameters:
    ///   - reason: says why an attempt has nothing to explore.
    ///   - flaw: says why an attempt has not passed although no interleaving fails.
    static func interleavings(
        _ name: String, points: Double, of explorations: [Exploration], unless reason: @escaping @Sendable (Evidence) -> GradeFinding?,
        provided flaw: @escaping @Sendable (Evidence) -> GradeFinding? = { _ in nil }
    ) -> Check {
        var check = Check(name: name, points: points, basis: .interleavings) { evidence in
            reason(evidence) ?? evidence.explorations?.finding ?? flaw(evidence)
        }
        check.explorations = explorations
        check.isPointless = reason
        return check
    }

    /// Judged by the trace of the run.
    static func trace(_ name: String, points: Double, _ judge: @escaping @Sendable (Evidence) -> GradeFinding?) -> Check {
        Check(name: name, points: points, basis: .trace, judge: judge)
    }
}
