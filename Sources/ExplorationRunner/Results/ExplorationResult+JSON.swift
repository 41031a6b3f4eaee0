import Words
import Diagnosis
import Explorer
import FoundationEssentials

/// The findings, in the form for scripts. The keys are a promise.
public struct ExplorationPage: Sendable, Codable {
    /// A result, the number of executions that had it, and a schedule that leads to it.
    public struct Outcome: Sendable, Codable {
        public var outcome: String
        public var executions: Int
        /// Null if the search was interrupted and the schedule was not replayed.
        public var token: String?
        public var allowed: Bool
        /// False if the token led to another outcome when it was replayed.
        public var repeats: Bool
        /// The random seeds of the executions that had it.
        public var randomSeeds: [UInt64]

        private enum CodingKeys: String, CodingKey { case outcome, executions, token, allowed, repeats, randomSeeds }

        /// `token` is always present.
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

    /// A failure, and a schedule that leads to it.
    public struct Failure: Sendable, Codable {
        public var kind: String
        public var summary: String
        public var explanation: String
        public var hint: String
        public var token: String
        public var preemptions: Int
        public var steps: Int
        public var locations: [Location]
        /// The execution as a table of the steps that matter; null if it has fewer than two.
        public var table: Table?
        public var output: String
        /// The random seeds of the executions that had it.
        public var randomSeeds: [UInt64]
    }

    /// The place of a thread.
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
    /// The raw value of the verdict.
    public var failure: Failure?
    public var findings: [Failure]
    /// The kinds of failures that happened once, and not again under the same schedule.
    public var notRepeated: [String]
    /// A replay does not report its time, so that its output is the same each time.
    public var seconds: Double?

    /// How the executions were chosen, the random seed, and how many executions were chosen at
    /// random.
    public var strategy: String
    public var seed: UInt64
    public var randomExecutions: Int
    /// The largest number of preemptions, and whether all such interleavings were run.
    public var preemptionBound: Int?
    public var completeWithinBound: Bool
    /// Whether the program drew random numbers, and their seeds: one exploration for each seed.
    public var drawsRandomNumbers: Bool
    public var randomSeeds: [UInt64]
    /// Where nothing fails: the size of the pool of threads in which the program hangs, and the token of a schedule.
    public var smallPool: SmallPool?
    public struct SmallPool: Codable, Sendable {
        public var threads: Int
        public var token: String
    }

    /// What happens only with a suspension at each `await`: outcomes, and failures before the end.
    public var everySuspension: EverySuspension?
    public struct EverySuspension: Codable, Sendable {
        public struct Row: Codable, Sendable {
            /// The outcome; or the verdict of executions without an outcome.
            public var outcome: String?
            public var failure: String?
            public var allowed: Bool
            public var executions: Int
            public var token: String
        }
        public var complete: Bool
        public var executions: Int
        public var onlyThere: [Row]
    }

    /// With `--package`: the modules whose accesses to memory are seen, and the others in the program.
    public var package: Package?
    public struct Package: Codable, Sendable {
        public var path: String
        public var instrumented: [String]
        public var notInstrumented: [String]
    }

    private enum CodingKeys: String, CodingKey {
        case verdict, complete, executions, blocked, distinctOutcomes, failure, findings, notRepeated, seconds
        case strategy, seed, randomExecutions, preemptionBound, completeWithinBound
        case drawsRandomNumbers, randomSeeds, smallPool, everySuspension, package
    }

    /// `failure` is always present: null if there was no failure.
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
        try container.encodeIfPresent(smallPool, forKey: .smallPool)
        try container.encodeIfPresent(everySuspension, forKey: .everySuspension)
        try container.encodeIfPresent(package, forKey: .package)
    }
}

extension ExplorationResult {
    /// The report for scripts.
    /// - Parameter isTimed: whether it includes the time that it took.
    public func page(isTimed: Bool) -> ExplorationPage {
        let findings = zip(report.findings, explanations).map { finding, words in
            ExplorationPage.Failure(
                kind: finding.verdict.rawValue, summary: words.headline, explanation: words.explanation, hint: words.hint,
                token: token(finding.path), preemptions: finding.path.preemptions, steps: finding.path.length,
                locations: words.locations.map { .init(task: $0.task, file: $0.file, line: $0.line, what: $0.what) },
                table: words.table.isWorthShowing ? .init(words.table) : nil,
                output: SafeText.withoutAddresses(finding.output), randomSeeds: finding.randomSeeds)
        }
        return ExplorationPage(
            verdict: report.verdict.rawValue, complete: report.isComplete, executions: report.executions, blocked: report.blocked,
            distinctOutcomes: report.outcomes.map {
                .init(
                    outcome: $0.text, executions: $0.executions, token: $0.isTried ? token($0.path) : nil, allowed: $0.isAllowed,
                    repeats: $0.isReproducible, randomSeeds: $0.randomSeeds)
            },
            failure: findings.first, findings: findings, notRepeated: report.unrepeated.map(\.rawValue),
            seconds: isTimed ? (seconds * 1000).rounded() / 1000 : nil,
            strategy: report.coverage.strategy.rawValue, seed: report.coverage.seed, randomExecutions: report.coverage.byChance,
            preemptionBound: report.coverage.preemptionBound, completeWithinBound: report.isCompleteWithinBound,
            drawsRandomNumbers: report.coverage.drawsRandomNumbers, randomSeeds: report.coverage.randomSeeds,
            smallPool: smallPool.map { .init(threads: $0.threads, token: $0.token) },
            everySuspension: further.map { further in
                .init(
                    complete: further.isComplete, executions: further.executions,
                    onlyThere: further.rows.map {
                        .init(
                            outcome: $0.failure == nil ? $0.text : nil, failure: $0.failure, allowed: $0.isAllowed,
                            executions: $0.executions,
                            token: $0.token)
                    })
            },
            package: source.modules.map { .init(path: $0.path, instrumented: $0.seen, notInstrumented: $0.unseen) })
    }

    /// The page as text: indented, keys in alphabetical order.
    public func json(isTimed: Bool) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(page(isTimed: isTimed)), as: UTF8.self)
    }
}
