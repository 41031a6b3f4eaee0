import Explorer

/// What a finding of the explorer means, in words for somebody who learns.
public struct Explanation: Sendable {
    /// A place in the source, and what a task did there.
    public struct Location: Hashable, Sendable {
        public var task: String
        public var file: String
        public var line: Int
        public var what: String
        /// The line itself, where the source is at hand.
        public var source: String
        /// Where the function was called, the innermost first: `file:line`.
        public var callers: [String]
    }

    public var verdict: Verdict
    /// One sentence: what goes wrong.
    public var summary: String
    /// A sentence: what is behind it, where something else was found that most likely is; else empty.
    public var cause: String
    /// Both: what goes wrong, and what is behind it.
    public var headline: String { cause.isEmpty ? summary : "\(summary) \(cause)" }
    /// How it comes about, and why.
    public var explanation: String
    public var locations: [Location]
    /// What to try.
    public var hint: String
}

extension Explanation {
    /// Explains a finding.
    /// - Parameters:
    ///   - others: of a race: executions with further races.
    ///   - outcomes: all that came about.
    ///   - isOfAll: whether those are of all interleavings that were run, and not of one that was replayed.
    ///   - isWithoutResult: whether none of all interleavings that can differ comes to a result.
    ///   - isJudged: whether the program says itself which of them may be.
    public init(
        _ finding: ExplorationReport.Finding, besides others: [ExplorationReport.Finding] = [], outcomes: [ExplorationReport.Outcome],
        isOfAll: Bool = true, isWithoutResult: Bool = false, isJudged: Bool, in source: SourceBook
    ) {
        let scene = Scene(
            finding: finding, outcomes: outcomes, isOfAll: isOfAll, isWithoutResult: isWithoutResult, isJudged: isJudged, source: source)
        self =
            switch finding.verdict {
            case .race: scene.race(besides: others)
            case .deadlock, .poolExhaustion: scene.deadlock()
            case .lostWakeup: scene.lostWakeup()
            case .crash, .assertion: scene.failure()
            case .misuse: scene.misuse()
            case .livelock where finding.isEndlessLoop: scene.endlessLoop()
            case .livelock, .starvation: scene.livelock()
            case .leak, .none: scene.leak()
            }
    }
}
