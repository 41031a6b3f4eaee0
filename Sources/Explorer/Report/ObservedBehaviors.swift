import enum TraceRecords.Verdict
import Glibc

/// A result or a kind of failure that an execution can show.
enum ObservedBehavior: Hashable {
    case outcome(String)
    case race
    case raceWith(outcome: String)
    /// (After memory corruption, places mean nothing.)
    case crash
    /// A trap, and its place: traps at different places are different mistakes.
    case trap(at: UInt)
    /// A misuse. (The schedule decides where it shows.)
    case misuse(Failure.Misuse)
    /// An uncaught error, and where it was thrown; 0: not known.
    case thrown(at: UInt)
    case notAllowed
    case deadlock
    /// No task can go on, and one waits for a condition's signal.
    case sleep
    case leak
    case livelock

    /// Whether it is only a result.
    var isOutcome: Bool { if case .outcome = self { true } else { false } }

    /// A trap; nil: the watchdog's signal, which is not a failure.
    init?(trap signal: Int, at place: UInt) {
        if signal == Int(SIGVTALRM) { return nil }
        self = [SIGSEGV, SIGBUS, SIGSTKFLT].contains(Int32(truncatingIfNeeded: signal)) ? .crash : .trap(at: place)
    }

    /// Its verdict, if nothing more is known of it.
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

    /// Whether a real process would end there.
    var endsProcess: Bool {
        switch self {
        case .crash, .trap: true
        default: false
        }
    }

    /// Whether it means that no task can go on.
    var isBlockingFailure: Bool { [.deadlock, .sleep, .leak, .livelock].contains(self) }

    /// The failures of an execution.
    static func all(in result: ExplorationSession.Result) -> [ObservedBehavior] {
        var behaviors: [ObservedBehavior] = result.failures.compactMap { failure in
            switch failure {
            case .race: .race
            case .trap(let signal, _, let place): ObservedBehavior(trap: signal, at: place)
            case .deadlock(let waiting): waiting.contains { $0.cause == .condition } ? .sleep : .deadlock
            case .leak: .leak
            case .error: .thrown(at: 0)
            // The number of steps alone proves nothing: a task may be waiting for its turn.
            case .endless: nil
            case .misuse(let misuse, _, _): .misuse(misuse)
            case .livelock: .livelock
            case .notModelled, .runtimeNotKnown, .notRepeatable: nil
            }
        }
        if result.thrown != nil { behaviors.append(.thrown(at: result.thrownAt?.place ?? 0)) }
        // (If work is stuck, that explains a result that is not allowed.)
        let isStuck = result.failures.contains(where: \.isOfStuckWork)
        if let outcome = result.outcome, !outcome.isAllowed, !isStuck { behaviors.append(.notAllowed) }
        var known: Set<ObservedBehavior> = []
        return behaviors.filter { known.insert($0).inserted }
    }
}

/// The results and failures that a search has shown, with one schedule for each.
struct ObservedBehaviors: ExecutionObserver {
    struct Seen {
        var executions: Int
        var isAllowed: Bool
    }

    private(set) var outcomes: [String: Seen] = [:]
    /// The most frequent first.
    var outcomesInOrder: [(key: String, value: Seen)] {
        outcomes.sorted { ($1.value.executions, $0.key) < ($0.value.executions, $1.key) }
    }
    /// In the order of discovery, up to a limit.
    private(set) var failures: [ObservedBehavior] = []
    private static let mostFailures = 16
    /// In how many executions each was the gravest failure, and there was no result.
    private(set) var ends: [ObservedBehavior: Int] = [:]
    /// The first schedule for each, as choices of a search.
    private(set) var all: [ObservedBehavior: Schedule] = [:]
    /// Two places in the program whose accesses race, in either order.
    struct RacingPlaces: Hashable {
        var first: UInt
        var second: UInt
        init(_ one: UInt, _ another: UInt) { (first, second) = (min(one, another), max(one, another)) }
    }
    /// The first schedule for each race, in the order of discovery, up to a limit.
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
        let seen = ObservedBehavior.all(in: result)
        // (A race alone does not prevent a result.)
        if result.outcome == nil, let gravest = seen.filter({ $0 != .race }).min(by: { $0.verdict < $1.verdict }) {
            ends[gravest, default: 0] += 1
        }
        for behavior in seen where all[behavior] == nil && failures.count < Self.mostFailures {
            all[behavior] = schedule()
            failures.append(behavior)
        }
    }

    /// The search starts again with more steps: counts so far are void, failures are kept.
    mutating func beginAnew() {
        for text in outcomes.keys { all[.outcome(text)] = nil }
        outcomes = [:]
        ends = [:]
    }
}
