/// Which data races a failure depends on.
///
/// A race in the same execution need not be the reason why a task traps. So executions are compared: one that fails with one that does not, where all
/// steps that do not commute have the same order in both, but for the accesses to one variable. Then the order of these accesses alone decides
/// whether the execution fails, and the race on that variable is its cause. Where no such pair of executions is found, no race is named.
struct RaceCauses {
    /// An execution: which steps that do not commute come in which order.
    private struct Order {
        /// Of each such pair of steps, by what tells both: the variable that both access, as the number of its race; -1: something else.
        var pairs: [Pair: Int] = [:]
        var sights: Set<Sight>
    }

    /// Two steps, the earlier first.
    private struct Pair: Hashable {
        var earlier: Step
        var later: Step
        var reversed: Pair { Pair(earlier: later, later: earlier) }
    }

    /// A step of a task: where it is made, and which of the task's steps there it is, from 0.
    private struct Step: Hashable {
        var task: Int
        var place: UInt
        var number: Int
    }

    /// More executions, and more steps in one of them, are not looked at: it takes too long.
    static let mostExecutions = 2_000
    private static let mostSteps = 400
    private static let mostFailing = 24
    private static let mostComparisons = 4_000_000

    /// Of each racing place, the number of its variable.
    private let variables: [UInt: Int]
    private var executions: [Order] = []
    private var comparisons = 0

    /// - Parameter races: the places of all races, which make steps of the accesses there.
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

    /// Takes up an execution that was chosen by the search.
    /// - Returns: whether more may come.
    mutating func note(_ result: ExplorationSession.Result, _ search: Search) -> Bool {
        let events = (0..<search.eventsMade).map { search.events[$0] }
        guard events.count <= Self.mostSteps else { return false }
        var numbers: [Step: Int] = [:], steps: [Step] = [], order = Order(sights: Set(Sight.all(in: result)))
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

    /// The variables whose accesses alone decide, by their order, about a failure.
    func deciding(_ sight: Sight) -> Set<Int> {
        let failing = executions.filter { $0.sights.contains(sight) }.prefix(Self.mostFailing)
        let others = executions.filter { !$0.sights.contains(sight) }
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

    /// The one variable whose accesses have another order in one execution than in the other; nil where there is none, where anything else differs, too, or
    /// where it is known.
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
    /// Tells of each failure which races it depends on.
    func findCauses(of findings: inout [ExplorationReport.Finding], _ sights: Sights) {
        guard !options.stopsAtFailure, findings.contains(where: { $0.verdict != .race && !$0.races.isEmpty }) else { return }
        var causes = RaceCauses(races: sights.races.map { ($0.places.first, $0.places.second) })
        engine.guide = nil
        engine.search.reset()
        for _ in 0..<(4 * RaceCauses.mostExecutions) {
            let result = execute()
            if engine.hasRefused || result.isEndless { return }
            if !engine.search.isBlocked && !causes.note(result, engine.search) { break }
            if !engine.search.backtrack() { break }
        }
        for index in findings.indices where findings[index].verdict != .race {
            guard !findings[index].races.isEmpty, let sight = sight(of: findings[index]) else { continue }
            let deciding = causes.deciding(sight)
            findings[index].causes = findings[index].races.filter { pair in
                pair.count == 2
                    && causes.variable((span.address(pair[0].place), span.address(pair[1].place))).map(deciding.contains) ?? false
            }
        }
    }

    /// What executions that end like a finding show.
    private func sight(of finding: ExplorationReport.Finding) -> Sight? {
        let place = finding.place == 0 ? 0 : span.address(finding.place)
        if finding.error != nil { return .thrown(at: place) }
        if let signal = finding.signal { return Sight(trap: signal, at: place) }
        return finding.verdict == .assertion ? .notAllowed : nil
    }
}
