import Glibc

/// Something that an execution can show: a result, or a kind of failure.
enum Sight: Hashable {
    case outcome(String)
    case race
    case raceWith(outcome: String)
    /// (Where memory is broken, the places say nothing.)
    case crash
    /// What stops a task, and where: in different places these are different mistakes.
    case trap(at: UInt)
    /// What is forbidden. (Where it comes to light is a matter of the order.)
    case misuse(Failure.Misuse)
    /// An error that nobody catches, and where it was thrown; 0: that is not known.
    case thrown(at: UInt)
    case notAllowed
    case deadlock
    /// Nobody can go on, and somebody waits for a condition's signal.
    case sleep
    case leak
    case livelock

    /// Whether it is nothing but a result.
    var isOutcome: Bool { if case .outcome = self { true } else { false } }

    /// What stops a task; nil: the watchdog, which is no failure.
    init?(trap signal: Int, at place: UInt) {
        if signal == Int(SIGVTALRM) { return nil }
        self = [SIGSEGV, SIGBUS, SIGSTKFLT].contains(Int32(truncatingIfNeeded: signal)) ? .crash : .trap(at: place)
    }

    /// What it is called where nothing more can be told of it.
    var verdict: Verdict {
        switch self {
        case .outcome: .none
        case .race, .raceWith: .race
        case .crash: .crash
        case .trap, .thrown, .notAllowed: .assertion
        case .deadlock: .deadlock
        case .sleep: .lostWakeup
        case .leak: .leak
        case .misuse: .misuse
        case .livelock: .livelock
        }
    }

    /// Whether a real process would go no further.
    var endsProcess: Bool {
        switch self {
        case .crash, .trap: true
        default: false
        }
    }

    /// Whether it is that nobody goes on.
    var isOfWaiting: Bool { [.deadlock, .sleep, .leak, .livelock].contains(self) }

    /// The failures that came about in an execution.
    static func all(in result: ExplorationSession.Result) -> [Sight] {
        var sights: [Sight] = result.failures.compactMap { failure in
            switch failure {
            case .race: .race
            case .trap(let signal, _, let place): Sight(trap: signal, at: place)
            case .deadlock(let waiting): waiting.contains { $0.cause == .condition } ? .sleep : .deadlock
            case .leak: .leak
            case .error: .thrown(at: 0)
            // So many steps say nothing yet: it may be waiting for its turn.
            case .endless: nil
            case .misuse(let misuse, _, _): .misuse(misuse)
            case .livelock: .livelock
            case .notModelled, .notRepeatable: nil
            }
        }
        if result.thrown != nil { sights.append(.thrown(at: result.thrownAt?.place ?? 0)) }
        // (Where work is stuck, that is the reason for a result that is not allowed.)
        let isStuck = result.failures.contains(where: \.isOfStuckWork)
        if let outcome = result.outcome, !outcome.isAllowed, !isStuck { sights.append(.notAllowed) }
        var known: Set<Sight> = []
        return sights.filter { known.insert($0).inserted }
    }
}

/// What the executions of a search have shown, and one way to each.
struct Sights: ExplorationWitness {
    struct Seen {
        var executions: Int
        var isAllowed: Bool
    }

    private(set) var outcomes: [String: Seen] = [:]
    /// The most frequent first.
    var outcomesInOrder: [(key: String, value: Seen)] {
        outcomes.sorted { ($1.value.executions, $0.key) < ($0.value.executions, $1.key) }
    }
    /// In the order of their discovery: of so many.
    private(set) var failures: [Sight] = []
    private static let mostFailures = 16
    /// In how many executions each was the gravest that went wrong, and there was no result.
    private(set) var ends: [Sight: Int] = [:]
    /// The first way to each, as choices of a search.
    private(set) var all: [Sight: Schedule] = [:]
    /// Two places in the program whose accesses race, in whatever order.
    struct RacingPlaces: Hashable {
        var first: UInt
        var second: UInt
        init(_ one: UInt, _ another: UInt) { (first, second) = (min(one, another), max(one, another)) }
    }
    /// The first way to each race, in the order of their discovery: of so many.
    private(set) var races: [(places: RacingPlaces, schedule: Schedule)] = []
    private static let mostRaces = 64

    mutating func note(_ result: ExplorationSession.Result, _ schedule: @autoclosure () -> Schedule) {
        if let outcome = result.outcome {
            if let known = outcomes.index(forKey: outcome.text) {
                outcomes.values[known].executions += 1
            } else {
                outcomes[outcome.text] = Seen(executions: 1, isAllowed: outcome.isAllowed)
                all[.outcome(outcome.text)] = schedule()
            }
        }
        if result.failures.isEmpty && result.thrown == nil && result.outcome?.isAllowed ?? true { return }
        for case .race(let one, let another) in result.failures where races.count < Self.mostRaces {
            let places = RacingPlaces(one.place, another.place)
            if !races.contains(where: { $0.places == places }) { races.append((places, schedule())) }
        }
        let seen = Sight.all(in: result)
        // (A race alone ends nothing.)
        if result.outcome == nil, let gravest = seen.filter({ $0 != .race }).min(by: { $0.verdict < $1.verdict }) {
            ends[gravest, default: 0] += 1
        }
        for sight in seen where all[sight] == nil && failures.count < Self.mostFailures {
            all[sight] = schedule()
            failures.append(sight)
        }
    }

    /// The search begins anew with more steps: what was counted so far does not count. What went wrong did.
    mutating func beginAnew() {
        for text in outcomes.keys { all[.outcome(text)] = nil }
        outcomes = [:]
        ends = [:]
    }
}
