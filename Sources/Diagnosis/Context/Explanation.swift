import enum Trace.Verdict
import Explorer
import Schedules

/// The meaning of a finding, in words for a student.
public struct Explanation: Sendable {
    /// A place in the source, and what a thread did there.
    public struct Location: Hashable, Sendable {
        public var task: String
        public var file: String
        public var line: Int
        public var what: String
        /// The text of the line, if the source is available.
        public var source: String
        /// The calls that led to the place, innermost first: `file:line`.
        public var callers: [String]
    }

    public var verdict: Verdict
    /// One sentence: what goes wrong.
    public var summary: String
    /// The same in fewer words, for a reader who has the table; nil: there are none.
    var shortSummary: String?
    /// One sentence about the likely cause, if another finding is the likely cause; else empty.
    public var cause: String
    /// Both: what goes wrong, and its likely cause.
    public var headline: String { cause.isEmpty ? summary : "\(summary) \(cause)" }
    /// How the failure happens, and why.
    public var explanation: String
    public var locations: [Location]
    /// The advice.
    public var hint: String
    /// Whether the advice names the very line to change, so that no general advice is better.
    public var hasAdviceForLine = false
    /// The names of the threads: as the explanation has them, and as the table has them.
    var names: [(long: String, short: String)] = []
    /// The execution as a table of the steps that matter.
    public var table = ScheduleTable()
    /// The circle of a deadlock between several threads; nil if there is none.
    public var circle: CircularWait?
    /// The variables of the data races that it tells of; of a wrong result: of those that are its cause.
    var racing: Set<String> = []
    /// A mechanism that several findings can share, so that it is printed only once; nil: none.
    var mechanism: String?
    /// No known mistake was recognized: it tells what happened, and not how that came about.
    var isGeneral = false
    /// The mistake is known, but not why it happens only in some interleavings: a thread waits for itself, say.
    var isKnownOnlyInPart = false
}

extension Explanation {
    /// Whether another finding is a data race that this one tells of, as its cause.
    public func tells(of race: Explanation) -> Bool {
        verdict != .race && race.verdict == .race && !race.racing.isEmpty && race.racing.isSubset(of: racing)
    }

    /// Whether another finding has the same known mechanism.
    public func isLike(_ other: Explanation) -> Bool { mechanism != nil && mechanism == other.mechanism && verdict == other.verdict }

    /// Adds the places of another finding with the same mechanism.
    public mutating func add(_ other: Explanation) {
        let places = other.locations.map { "\($0.task) in line \($0.line)" }.joined(separator: ", ")
        if !places.isEmpty { explanation += " In other interleavings the same happens elsewhere: \(places)." }
        for location in other.locations where !locations.contains(location) { locations.append(location) }
    }

    /// Names the two steps whose order decides, where no known mistake tells more.
    private mutating func add(_ deciding: Scene.Deciding) {
        let told = Set(locations.map { "\($0.file):\($0.line)" }), new = deciding.locations.compactMap { $0 }
        if isKnownOnlyInPart, !new.isEmpty {
            explanation = "\(deciding.words) \(explanation)"
            locations = new + locations
            return
        }
        guard isGeneral, cause.isEmpty, !new.allSatisfy({ told.contains("\($0.file):\($0.line)") }) else { return }
        explanation = explanation.isEmpty ? deciding.words : "\(deciding.words) \(explanation)"
        locations = new + locations
        if verdict != .crash && (verdict != .misuse || deciding.isGap) { hint = deciding.hint }
    }

    /// Explains a finding.
    /// - Parameters:
    ///   - others: of a race: executions with further races.
    ///   - outcomes: all that came about.
    ///   - isOfAll: whether those are of all interleavings that were run, and not of one that was replayed.
    ///   - isWithoutResult: whether none of all interleavings that can differ comes to a result.
    ///   - isJudged: whether the program says itself which of them may be.
    ///   - counterparts: executions that came to an outcome that is allowed.
    public init(
        _ finding: ExplorationReport.Finding, besides others: [ExplorationReport.Finding] = [], outcomes: [ExplorationReport.Outcome],
        isOfAll: Bool = true, isWithoutResult: Bool = false, isJudged: Bool,
        besideAllowed counterparts: [ExecutionRecord] = [], in source: SourceIndex
    ) {
        let scene = Scene(
            finding: finding, outcomes: outcomes, isOfAll: isOfAll, isWithoutResult: isWithoutResult, isJudged: isJudged,
            counterparts: counterparts, source: source)
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
        if finding.verdict != .race, let deciding = scene.deciding { add(deciding) }
        (table, circle) = scene.tableAndCircle(told: locations)
        if explanation.contains("A stream gives each element to one consumer") {
            table = scene.streamTable() ?? table
        } else if explanation.contains("A task group gives the results in the order") {
            table = scene.groupTable() ?? table
        }
        names = scene.bothNames
        racing = scene.racingNames(finding.verdict == .race ? others : [])
        if isWithoutResult, finding.deciding?.isEmpty == true, [.leak, .deadlock].contains(verdict) {
            explanation += " Every interleaving ends in this way, so the order of the threads is not the cause."
        }
    }
}
