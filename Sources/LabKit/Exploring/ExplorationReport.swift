import Explorer
import Recorder

/// What an exploration found, in the words and the form that scripts rely on.
public struct ExplorationReport: Codable, Sendable {
    /// A result of the program: in how many executions it came about, and a token that leads there.
    public struct Outcome: Codable, Sendable {
        public var outcome: String
        public var executions: Int
        public var token: String
    }

    /// Where a task stands in a finding.
    public struct Location: Codable, Sendable {
        public var task: String
        public var file: String
        public var line: Int
        public var what: String
    }

    /// Something that went wrong.
    public struct Finding: Codable, Sendable {
        public var kind: String
        public var summary: String
        public var explanation: String
        public var token: String
        public var preemptions: Int
        public var steps: Int
        public var locations: [Location]
    }

    public var verdict = "none"
    public var complete = false
    public var executions = 0
    public var blocked = 0
    public var distinctOutcomes: [Outcome] = []
    public var failure: Finding?
    public var findings: [Finding] = []
    public var seconds = 0.0
    /// Why the exploration ended before its end: something that is not modelled, or a program that behaves differently each time.
    public var refusal: String?

    /// The order in which verdicts are told: the most specific first.
    private static let order = [
        "crash", "misuse", "assertion", "deadlock", "poolExhaustion", "lostWakeup", "leak", "livelock", "starvation", "race",
    ]

    private enum CodingKeys: String, CodingKey {
        case verdict, complete, executions, blocked, distinctOutcomes, failure, findings, seconds, refusal
    }

    /// - Parameter fingerprint: what the program is known by in tokens.
    public init(_ exploration: Exploration<String>, fingerprint: UInt64, seconds: Double) {
        let places = SourcePlaces(exploration)
        complete = exploration.isComplete
        executions = exploration.executions
        blocked = exploration.blocked
        self.seconds = seconds
        distinctOutcomes = exploration.outcomes.map { outcome, occurrence in
            Outcome(outcome: outcome, executions: occurrence.count, token: occurrence.schedule.token(fingerprint: fingerprint))
        }.sorted { ($1.executions, $0.outcome) < ($0.executions, $1.outcome) }
        for finding in exploration.findings {
            let words = FindingWords(finding, places)
            if words.isRefusal {
                refusal = words.summary
                complete = false
                continue
            }
            let new = Finding(
                kind: words.kind, summary: words.summary, explanation: words.explanation,
                token: finding.schedule.token(fingerprint: fingerprint), preemptions: finding.schedule.preemptions,
                steps: finding.schedule.steps, locations: words.locations)
            if let index = findings.firstIndex(where: { $0.kind == new.kind }) {
                // Of each kind the one that is easiest to follow.
                let known = findings[index]
                if (new.preemptions, new.steps) < (known.preemptions, known.steps) { findings[index] = new }
            } else {
                findings.append(new)
            }
        }
        let found = findings
        failure = Self.order.compactMap { kind in found.first { $0.kind == kind } }.first ?? found.first
        verdict = failure?.kind ?? "none"
    }

    /// As scripts read it; `failure` is there in any case, null where nothing went wrong.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(verdict, forKey: .verdict)
        try container.encode(complete, forKey: .complete)
        try container.encode(executions, forKey: .executions)
        try container.encode(blocked, forKey: .blocked)
        try container.encode(distinctOutcomes, forKey: .distinctOutcomes)
        try container.encode(failure, forKey: .failure)
        try container.encode(findings, forKey: .findings)
        try container.encode(seconds, forKey: .seconds)
        try container.encodeIfPresent(refusal, forKey: .refusal)
    }
}

/// Where addresses of code lie in the source.
struct SourcePlaces {
    struct Place {
        var file = ""
        var line = 0
        var function = ""
    }

    private var known: [UInt: Place] = [:]

    init(_ exploration: Exploration<String>) {
        var wanted: Set<UInt> = []
        for finding in exploration.findings { wanted.formUnion(FindingWords.addresses(finding.failure)) }
        var byModule: [LoadedModule: [UInt]] = [:]
        for address in wanted {
            if let module = LoadedModule.holding(address) { byModule[module, default: []].append(address) }
        }
        for (module, addresses) in byModule {
            let found = Symbolicator.locations(ofReturnAddresses: addresses.map { UInt64($0 - module.first) }, inProgram: module.path)
            for (address, location) in zip(addresses, found) {
                guard let location else { continue }
                known[address] = Place(file: location.file, line: location.line, function: location.function)
            }
        }
    }

    subscript(_ address: UInt) -> Place { known[address] ?? Place() }
}
