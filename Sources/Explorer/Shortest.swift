/// Finds the simplest way to each thing that a search has seen: with the fewest preemptions, and of those the shortest.
///
/// It goes through all schedules without preemptions, then with one, with two and so on, until everything has been met or its budget is spent.
/// What it has not met by then keeps the way on which the search found it.
final class Shortest {
    private static let budget = 10_000
    private static let mostPreemptions = 4

    private let session: ExplorationSession
    private let sights: Sights
    private var found: [Sight: Schedule] = [:]
    private var executions = 0
    /// The results that come about when no task is ever stopped; nil when there are too many such executions.
    private(set) var outcomesWithoutPreemption: Set<String>?

    init(_ session: ExplorationSession, wanted sights: Sights) {
        self.session = session
        self.sights = sights
    }

    func find() -> [Sight: ExplorationReport.Path] {
        session.engine.isReplaying = true
        for bound in 0...Self.mostPreemptions {
            let isWhole = search(bound)
            if bound == 0 && isWhole {
                outcomesWithoutPreemption = Set(found.keys.compactMap { if case .outcome(let text) = $0 { text } else { nil } })
            }
            if !isWhole || hasAll { break }
        }
        var paths: [Sight: ExplorationReport.Path] = [:]
        for (sight, schedule) in found {
            paths[sight] = session.path(schedule)
            paths[sight]?.isShortest = true
        }
        for (sight, schedule) in sights.all where paths[sight] == nil {
            _ = session.execute(schedule)
            paths[sight] = session.path(session.engine.schedule)
        }
        return paths
    }

    private var hasAll: Bool {
        guard sights.all.keys.allSatisfy({ found[$0] != nil }) else { return false }
        // A race is to be shown where it leads to a result that does not come about otherwise, if there is one.
        guard sights.all[.race] != nil, let alone = outcomesWithoutPreemption else { return true }
        let others = sights.outcomes.keys.filter { !alone.contains($0) }
        return others.isEmpty || others.contains { found[.raceWith(outcome: $0)] != nil }
    }

    /// - Returns: whether all schedules with so many preemptions were gone through.
    private func search(_ bound: Int) -> Bool {
        let guide = BoundedSearch(bound: bound), engine = session.engine
        engine.guide = guide
        defer { engine.guide = nil }
        repeat {
            guard executions < Self.budget else { return false }
            executions += 1
            engine.forgetRaces()
            let result = session.execute()
            if engine.hasRefused || result.isEndless { return false }
            note(result)
        } while guide.advance()
        return true
    }

    private func note(_ result: ExplorationSession.Result) {
        var seen = Sight.all(in: result)
        if let outcome = result.outcome {
            if seen.contains(.race) { seen.append(.raceWith(outcome: outcome.text)) }
            seen.append(.outcome(outcome.text))
        }
        guard !seen.isEmpty else { return }
        let schedule = session.engine.schedule
        for sight in seen {
            if let known = found[sight], (known.preemptions, known.steps) <= (schedule.preemptions, schedule.steps) { continue }
            found[sight] = schedule
        }
    }
}
