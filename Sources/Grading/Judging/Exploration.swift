/// A small test of an attempt that is run under every interleaving: a function of the exercise's
/// `Explored.swift`.
struct Exploration: Sendable {
    /// The function's name.
    let entry: String
    /// The number of interleavings after which no more are run; nil: all of them must be run, or the
    /// attempt does not pass. A test that right answers can do in very many interleavings has a limit: it
    /// finds data races, because nearly every interleaving shows them.
    let limit: Int?
    /// The mistake that caused a result that is not allowed; nil if other words describe it better.
    let judge: @Sendable (_ outcome: String, _ evidence: Evidence) -> GradeFinding?

    init(
        _ entry: String, atMost limit: Int? = nil,
        judge: @escaping @Sendable (_ outcome: String, _ evidence: Evidence) -> GradeFinding? = { _, _ in nil }
    ) {
        self.entry = entry
        self.limit = limit
        self.judge = judge
    }
}

/// The results of exploring an attempt.
struct Explorations: Sendable {
    /// A failure in an interleaving, or, as "not judged", a test that could not be run; nil if
    /// there is no failure.
    var finding: GradeFinding?
    /// The outcomes of all functions.
    var outcomes: Set<String> = []
    /// The number of interleavings of each function, if all were run.
    var interleavings: [String: Int] = [:]
    /// The number of interleavings of each function with a limit, if there are more.
    var samples: [String: Int] = [:]
    /// The functions with a limit that this attempt makes too large to be explored at all.
    var tooLarge: [String] = []
    /// A name of the small tests that the attempt declares, too.
    var takenName: String?
    var seconds = 0.0
    /// The function that failed, if its schedule was written as a trace.
    var failedFunction: String?

    /// Whether there is a data race, but no interleaving with a result that is not allowed.
    var isRaceAlone = false

    init(finding: GradeFinding) { self.finding = finding }

    /// Whether a failure is known.
    var isRefuted: Bool { finding.map { $0.verdict != .notJudged } ?? false }

    /// Why the run's success is not a proof, as a clause: `shown` and the results of the
    /// interleavings; nil if no interleaving fails.
    func doubt(_ shown: String) -> GradeFinding? {
        guard isRefuted else { return nil }
        return .notJudged(
            because: isRaceAlone
                ? "this time \(shown), but your code has a data race, so no run proves it: see the check “right in every interleaving”"
                : "this time \(shown), but in other interleavings your code fails: see the check “right in every interleaving”")
    }

    /// How certain the success is; nil if there is a failure, or if not everything could be run.
    var remark: String? {
        guard finding == nil, let most = interleavings.values.max() else { return nil }
        let sampled =
            samples.sorted { $0.key < $1.key }.map {
                " `\($0.key)` has more interleavings: \($0.value) of them were run."
            } + tooLarge.map { " With your code, `\($0)` is too large, and was not explored." }
        return """
            How sure is this? Interleave ran every interleaving of \(sampled.isEmpty ? "the" : "\(interleavings.count) of the") small \
            tests in Explored.swift \
            (\(most == 1 ? "one" : "up to \(most)") for each test, without equivalent ones), and none failed. That proves it for these tests, \
            not for every use of your code.\(sampled.joined())
            """
    }
}
