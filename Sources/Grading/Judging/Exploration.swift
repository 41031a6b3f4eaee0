/// A small form of an attempt that is run under every interleaving: a function of the exercise's `Explored.swift`.
struct Exploration: Sendable {
    /// The function's name.
    let entry: String
    /// What is wrong with a result that is not allowed; nil for one that other words tell better.
    let judge: @Sendable (_ outcome: String, _ evidence: Evidence) -> Finding?

    init(_ entry: String, judge: @escaping @Sendable (_ outcome: String, _ evidence: Evidence) -> Finding? = { _, _ in nil }) {
        self.entry = entry
        self.judge = judge
    }
}

/// What came of exploring an attempt.
struct Explorations: Sendable {
    /// What goes wrong in an interleaving, or, as "not judged", what could not be tried; nil where none goes wrong.
    var finding: Finding?
    /// The interleavings of each function, where all were run.
    var interleavings: [String: Int] = [:]
    var seconds = 0.0

    /// There is a data race, and no interleaving comes to a result that is not allowed.
    var isRaceAlone = false

    /// Whether something is known to go wrong.
    var isRefuted: Bool { finding.map { $0.verdict != .notJudged } ?? false }

    /// Why what a run has shown is not proved by it, as a clause: `shown` and what the interleavings came to; nil where nothing goes wrong.
    func doubt(_ shown: String) -> Finding? {
        guard isRefuted else { return nil }
        return .notJudged(
            because: isRaceAlone
                ? "this time \(shown), but your code has a data race, so no run proves it: see there"
                : "this time \(shown), and in other interleavings your code goes wrong: see there")
    }

    /// How sure it is that nothing goes wrong; nil where something does, or where not all could be tried.
    var remark: String? {
        guard finding == nil, let most = interleavings.values.max() else { return nil }
        return """
            How sure is that? Each order in which the steps of a small form of it can follow each other was run: \
            \(most == 1 ? "one is all that there are" : "\(most) that can differ"). That is a proof for what Explored.swift does with your code, \
            and for no more.
            """
    }
}
