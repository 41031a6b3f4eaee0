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
    /// Whether the unchanged starter passes it. Its points then count only together with those of a check that the starter does not pass.
    public let isPassedByStarter: Bool
    /// When students see its result where a platform decides that.
    public let visibility: Visibility
    /// For a kind of mistake, the machine on which the attempt would be right (see `GradeFinding.misconception`).
    let beliefs: [String: String]
    let judgment: Judgment

    /// When students see the result of a check.
    public enum Visibility: String, CaseIterable, Sendable { case visible, hidden, afterDueDate, afterPublished }

    init(
        name: String, points: Double, isPassedByStarter: Bool = false, visibility: Visibility = .visible, beliefs: [String: String] = [:],
        _ judgment: Judgment
    ) {
        self.beliefs = beliefs
        self.visibility = visibility
        self.name = name
        self.points = points
        self.isPassedByStarter = isPassedByStarter
        self.judgment = judgment
    }

    public var basis: Basis { judgment.basis }
    /// The functions that are explored for it.
    var explorations: [Exploration] { judgment.explorations }
    /// Why an attempt has nothing to explore: a finding that is not judged; nil if it has.
    func isPointless(_ evidence: Evidence) -> GradeFinding? { judgment.isPointless(evidence) }
    /// nil: the attempt passes it.
    func judge(_ evidence: Evidence) throws -> GradeFinding? { try judgment.judge(evidence) }
}

/// How a check is judged.
struct Judgment: Sendable {
    let basis: Check.Basis
    var explorations: [Exploration] = []
    var isPointless: @Sendable (Evidence) -> GradeFinding? = { _ in nil }
    let judge: @Sendable (Evidence) throws -> GradeFinding?

    init(_ basis: Check.Basis, judge: @escaping @Sendable (Evidence) throws -> GradeFinding?) {
        self.basis = basis
        self.judge = judge
    }

    /// By observations in the attempt's process.
    static func behaviour<Observations: Decodable & Sendable>(
        _ judge: @escaping @Sendable (Observations, Evidence) -> GradeFinding?
    ) -> Judgment {
        Judgment(.behaviour) { judge(try $0.observations(Observations.self), $0) }
    }

    /// By exploring functions of the exercise's `Explored.swift` in every interleaving.
    /// - Parameters:
    ///   - reason: says why an attempt has nothing to explore.
    ///   - flaw: says why an attempt has not passed although no interleaving fails.
    static func interleavings(
        of explorations: [Exploration], unless reason: @escaping @Sendable (Evidence) -> GradeFinding?,
        provided flaw: @escaping @Sendable (Evidence) -> GradeFinding? = { _ in nil }
    ) -> Judgment {
        var judgment = Judgment(.interleavings) { evidence in
            reason(evidence) ?? evidence.explorations?.finding ?? flaw(evidence)
        }
        judgment.explorations = explorations
        judgment.isPointless = reason
        return judgment
    }

    /// By the trace of the run.
    static func trace(_ judge: @escaping @Sendable (Evidence) -> GradeFinding?) -> Judgment { Judgment(.trace, judge: judge) }
}
