/// Finds the data races that a failure depends on.
///
/// A race in the same execution need not be the reason why a task traps. So a failing execution is
/// compared with one that does not fail, where all conflicting steps have the same order in both,
/// except for the accesses to one variable. Then the order of these accesses alone decides whether
/// the execution fails, and the race on that variable is its cause. If no such pair of executions
/// is found, no race is named.
struct RaceCauses {
    /// An execution: the order of its conflicting steps.
    private struct Order {
        /// For each such pair of steps: the variable that both access, as the number of its race;
        /// -1: something else.
        var pairs: [Pair: Int] = [:]
        var behaviors: Set<ObservedBehavior>
    }

    /// Two steps, the earlier first.
    private struct Pair: Hashable {
        var earlier: Step
        var later: Step
        var reversed: Pair { Pair(earlier: later, later: earlier) }
    }

    /// A step of a task: its place, and its index among the task's steps there, from 0.
    private struct Step: Hashable {
        var task: Int
        var place: UInt
        var number: Int
    }

    /// Executions beyond these limits are not examined: it takes too long.
    static let mostExecutions = 2_000
    private static let mostSteps = 400
    private static let mostFailing = 24
    private static let mostComparisons = 4_000_000

    /// For each racing place, the number of its variable.
    private let variables: [UInt: Int]
    private var executions: [Order] = []
    private var comparisons = 0

    /// - Parameter races: the places of all races; the accesses there are steps.
    init(races: [(UInt, UInt)]) {
        var variables: [UInt: Int] = [:]
        for (number, race) in races.enumerated() {
            let known = [race.0, race.1].compactMap { variables[$0] }
            let variable = known.min() ?? number
            for (place, other) in variables where known.contains(other) { variables[place] = variable }
            variables[race.0] = variable
            variables[race.1] = variable
        }
        self.variables = variables
    }

    /// Adds an execution that the search has chosen.
    /// - Returns: whether more can be added.
    mutating func note(_ result: ExplorationSession.Result, _ search: Search) -> Bool {
        let events = (0..<search.eventCount).map { search.events[$0] }
        guard events.count <= Self.mostSteps else { return false }
        var numbers: [Step: Int] = [:], steps: [Step] = [], order = Order(behaviors: Set(ObservedBehavior.all(in: result)))
        for event in events {
            let first = Step(task: event.task, place: event.operation.place, number: 0), number = numbers[first, default: 0]
            numbers[first] = number + 1
            steps.append(Step(task: first.task, place: first.place, number: number))
        }
        for later in events.indices {
            for earlier in 0..<later
            where events[earlier].task != events[later].task
                && !Operation.commute(events[earlier].operation, events[later].operation)
            {
                let one = variables[events[earlier].operation.place], other = variables[events[later].operation.place]
                order.pairs[Pair(earlier: steps[earlier], later: steps[later])] = one == other ? one ?? -1 : -1
            }
        }
        comparisons += events.count * events.count / 2
        executions.append(order)
        return executions.count < Self.mostExecutions && comparisons < Self.mostComparisons
    }

    /// The variables whose accesses alone decide, by their order, whether a failure occurs.
    func deciding(_ behavior: ObservedBehavior) -> Set<Int> {
        let failing = executions.filter { $0.behaviors.contains(behavior) }.prefix(Self.mostFailing)
        let others = executions.filter { !$0.behaviors.contains(behavior) }
        var deciding: Set<Int> = []
        for one in failing {
            for other in others {
                if let variable = Self.onlyDifference(one, other, but: deciding) { deciding.insert(variable) }
            }
        }
        return deciding
    }

    /// The variable of a race.
    func variable(_ race: (UInt, UInt)) -> Int? { variables[race.0] }

    /// The one variable whose accesses have different orders in the two executions; nil if there is
    /// none, if anything else differs too, or if it is known already.
    private static func onlyDifference(_ one: Order, _ other: Order, but known: Set<Int>) -> Int? {
        var different: Int?
        for (pair, variable) in one.pairs where other.pairs[pair.reversed] != nil {
            if variable < 0 || variable != different ?? variable || known.contains(variable) { return nil }
            different = variable
        }
        return different
    }
}

extension ExplorationSession {
    /// Finds for each failure the races that it depends on.
    func findCauses(of findings: inout [ExplorationReport.Finding], _ behaviors: ObservedBehaviors) {
        guard !options.stopsAtFailure, findings.contains(where: { $0.verdict != .race && !$0.races.isEmpty }) else { return }
        var causes = RaceCauses(races: behaviors.races.map { ($0.places.first, $0.places.second) })
        runner.guide = nil
        runner.exploration.search.reset()
        for _ in 0..<(4 * RaceCauses.mostExecutions) {
            let result = execute()
            if runner.exploration.hasRefused || result.isEndless { return }
            let counts = !runner.exploration.search.isBlocked && !runner.execution.isMuchTooLate
            if counts && !causes.note(result, runner.exploration.search) { break }
            if !runner.exploration.search.backtrack() { break }
        }
        for index in findings.indices where findings[index].verdict != .race {
            guard !findings[index].races.isEmpty, let behavior = behavior(of: findings[index]) else { continue }
            let deciding = causes.deciding(behavior)
            findings[index].causes = findings[index].races.filter { pair in
                pair.count == 2
                    && causes.variable((span.address(pair[0].place), span.address(pair[1].place))).map(deciding.contains) ?? false
            }
        }
    }

    /// The kind of failure that a finding shows.
    private func behavior(of finding: ExplorationReport.Finding) -> ObservedBehavior? {
        let place = finding.place == 0 ? 0 : span.address(finding.place)
        if finding.error != nil { return .thrown(at: place) }
        if let signal = finding.signal { return ObservedBehavior(trap: signal, at: place) }
        return finding.verdict == .assertion ? .notAllowed : nil
    }
}
