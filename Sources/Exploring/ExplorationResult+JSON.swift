import Diagnosis
import Explorer
import FoundationEssentials

/// What was found, in the form for scripts: its keys are a promise.
public struct ExplorationPage: Sendable, Codable {
    /// A result, in how many executions it came about, and the way to it.
    public struct Outcome: Sendable, Codable {
        public var outcome: String
        public var executions: Int
        /// Null where the search was interrupted and the way was not gone again.
        public var token: String?
        public var allowed: Bool
        /// False where the token led to another outcome when it was tried.
        public var repeats: Bool
        /// The random seeds with which it came about.
        public var randomSeeds: [UInt64]

        private enum CodingKeys: String, CodingKey { case outcome, executions, token, allowed, repeats, randomSeeds }

        /// `token` is there in any case.
        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(outcome, forKey: .outcome)
            try container.encode(executions, forKey: .executions)
            try container.encode(token, forKey: .token)
            try container.encode(allowed, forKey: .allowed)
            try container.encode(repeats, forKey: .repeats)
            try container.encode(randomSeeds, forKey: .randomSeeds)
        }
    }

    /// Something that went wrong, and the way to it.
    public struct Failure: Sendable, Codable {
        public var kind: String
        public var summary: String
        public var explanation: String
        public var hint: String
        public var token: String
        public var preemptions: Int
        public var steps: Int
        public var locations: [Location]
        public var output: String
        /// The random seeds with which it came about.
        public var randomSeeds: [UInt64]
    }

    /// Where a task stood.
    public struct Location: Sendable, Codable {
        public var task: String
        public var file: String
        public var line: Int
        public var what: String
    }

    public var verdict: String
    public var complete: Bool
    public var executions: Int
    public var blocked: Int
    public var distinctOutcomes: [Outcome]
    /// That of the verdict.
    public var failure: Failure?
    public var findings: [Failure]
    /// The kinds of what went wrong once, and not again when the same choices were made.
    public var notRepeated: [String]
    /// A replay says nothing of the time it took, so that it is the same each time.
    public var seconds: Double?

    /// How the executions were chosen, what the dice began with, and how many of them the dice chose.
    public var strategy: String
    public var seed: UInt64
    public var randomExecutions: Int
    /// How often a task was stopped at most, and whether all such interleavings were run.
    public var preemptionBound: Int?
    public var completeWithinBound: Bool
    /// Whether the program drew random numbers, and the seeds that these began with: an exploration for each.
    public var drawsRandomNumbers: Bool
    public var randomSeeds: [UInt64]

    private enum CodingKeys: String, CodingKey {
        case verdict, complete, executions, blocked, distinctOutcomes, failure, findings, notRepeated, seconds
        case strategy, seed, randomExecutions, preemptionBound, completeWithinBound
        case drawsRandomNumbers, randomSeeds
    }

    /// `failure` is there in any case: null where nothing went wrong.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(complete, forKey: .complete)
        try container.encode(executions, forKey: .executions)
        try container.encode(blocked, forKey: .blocked)
        try container.encode(distinctOutcomes, forKey: .distinctOutcomes)
        try container.encode(failure, forKey: .failure)
        try container.encode(findings, forKey: .findings)
        try container.encode(notRepeated, forKey: .notRepeated)
        try container.encodeIfPresent(seconds, forKey: .seconds)
        try container.encode(strategy, forKey: .strategy)
        try container.encode(seed, forKey: .seed)
        try container.encode(randomExecutions, forKey: .randomExecutions)
        try container.encode(preemptionBound, forKey: .preemptionBound)
        try container.encode(completeWithinBound, forKey: .completeWithinBound)
        try container.encode(drawsRandomNumbers, forKey: .drawsRandomNumbers)
        try container.encode(randomSeeds, forKey: .randomSeeds)
    }
}

extension ExplorationResult {
    /// The report as scripts read it.
    /// - Parameter isTimed: whether it says how long it took.
    public func page(isTimed: Bool) -> ExplorationPage {
        let findings = zip(report.findings, explanations).map { finding, words in
            ExplorationPage.Failure(
                kind: finding.verdict.rawValue, summary: words.headline, explanation: words.explanation, hint: words.hint,
                token: token(finding.path), preemptions: finding.path.preemptions, steps: finding.path.length,
                locations: words.locations.map { .init(task: $0.task, file: $0.file, line: $0.line, what: $0.what) },
                output: ShownText.withoutAddresses(finding.output), randomSeeds: finding.randomSeeds)
        }
        return ExplorationPage(
            verdict: report.verdict.rawValue, complete: report.isComplete, executions: report.executions, blocked: report.blocked,
            distinctOutcomes: report.outcomes.map {
                .init(
                    outcome: $0.text, executions: $0.executions, token: $0.isTried ? token($0.path) : nil, allowed: $0.isAllowed,
                    repeats: $0.comesAgain, randomSeeds: $0.randomSeeds)
            },
            failure: findings.first, findings: findings, notRepeated: report.unrepeated.map(\.rawValue),
            seconds: isTimed ? (seconds * 1000).rounded() / 1000 : nil,
            strategy: report.extent.strategy.rawValue, seed: report.extent.seed, randomExecutions: report.extent.byChance,
            preemptionBound: report.extent.preemptionBound, completeWithinBound: report.isCompleteWithinBound,
            drawsRandomNumbers: report.extent.drawsRandomNumbers, randomSeeds: report.extent.randomSeeds)
    }

    /// The page as text: indented, keys in alphabetical order.
    public func json(isTimed: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(page(isTimed: isTimed)), as: UTF8.self)
    }
}
