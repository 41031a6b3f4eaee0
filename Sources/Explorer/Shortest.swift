/// Finds the simplest way to each thing that a search has seen: with the fewest preemptions, and of those the shortest.
///
/// It goes through all schedules without preemptions, then with one, with two and so on, until everything has been met or its budget is spent.
/// What it has not met by then keeps the way on which the search found it, without the departures that can be left out.
final class Shortest {
    private static let budget = 10_000
    private static let mostPreemptions = 4
    /// How many executions are spent on a way that is to be shortened.
    private static let attempts = 300

    private let session: ExplorationSession
    private let sights: Sights
    /// When somebody who has had enough is to have what there is; nil: there is all the time that the budget allows.
    private let deadline: ContinuousClock.Instant?
    private var found: [Sight: Schedule] = [:]
    /// What was found only behind something that ends a real process.
    private var foundTooLate: Set<Sight> = []
    private var executions = 0
    private var shortenings = 0
    /// The results that come about when no task is ever stopped; nil when there are too many such executions.
    private(set) var outcomesWithoutPreemption: Set<String>?
    /// The results whose ways there was no time to go again.
    private(set) var untried: Set<String> = []

    /// - Parameter isUrgent: somebody waits for an answer: it takes a second, and no more.
    init(_ session: ExplorationSession, wanted sights: Sights, isUrgent: Bool) {
        self.session = session
        self.sights = sights
        deadline = isUrgent ? .now + .seconds(1) : nil
    }

    private var isLate: Bool { deadline.map { .now > $0 } ?? false }

    func find() -> [Sight: ExplorationReport.Path] {
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
        // What goes wrong comes first; then results, the most frequent of them first, as long as there is time.
        for (sight, schedule) in sights.all where !sight.isOutcome && paths[sight] == nil {
            paths[sight] = shortened(schedule, to: sight).map { session.path($0) }
        }
        let end = deadline.map { _ in ContinuousClock.now + .seconds(1) }
        for (text, _) in sights.outcomesInOrder {
            guard paths[.outcome(text)] == nil, let schedule = sights.all[.outcome(text)] else { continue }
            if let end, .now > end {
                untried.insert(text)
            } else {
                paths[.outcome(text)] = shortened(schedule, to: .outcome(text)).map { session.path($0) }
            }
        }
        return paths
    }

    /// A way that leads to the same with fewer departures: parts of them are left out, half of them at first, then smaller ones.
    /// - Returns: nil where the schedule itself does not lead there again.
    private func shortened(_ schedule: Schedule, to sight: Sight) -> Schedule? {
        guard Self.sights(in: session.execute(schedule)).contains(sight) else { return nil }
        var best = session.engine.schedule, attempts = 0
        var most = Self.attempts
        if case .outcome = sight {
            most = min(most, Self.budget - shortenings)
        } else {
            most *= 5
        }
        var size = max(best.departures.count / 2, 1)
        while !best.departures.isEmpty {
            var end = best.departures.count
            while end > 0 && attempts < most && !isLate {
                let start = max(0, end - size)
                var shorter = best
                shorter.departures.removeSubrange(start..<end)
                attempts += 1
                end = start
                let result = session.execute(shorter), made = session.engine.schedule
                guard Self.sights(in: result).contains(sight) else { continue }
                if (made.preemptions, made.departures.count, made.steps) < (best.preemptions, best.departures.count, best.steps) {
                    best = made
                    end = min(start, best.departures.count)
                }
            }
            if size == 1 { break }
            size /= 2
        }
        shortenings += attempts
        return best
    }

    private var hasAll: Bool {
        guard sights.all.keys.allSatisfy({ found[$0] != nil }) else { return false }
        // A race is to be shown where it leads to a result that may not be, or else to one that does not come about otherwise, if there is one.
        guard sights.all[.race] != nil, let alone = outcomesWithoutPreemption else { return true }
        let forbidden = sights.outcomes.keys.filter { sights.outcomes[$0]?.isAllowed == false }
        let others = forbidden.isEmpty ? sights.outcomes.keys.filter { !alone.contains($0) } : forbidden
        return others.isEmpty || others.contains { found[.raceWith(outcome: $0)] != nil }
    }

    /// - Returns: whether all schedules with so many preemptions were gone through.
    private func search(_ bound: Int) -> Bool {
        let guide = BoundedSearch(bound: bound), engine = session.engine
        engine.guide = guide
        defer { engine.guide = nil }
        repeat {
            guard executions < Self.budget, !isLate else { return false }
            executions += 1
            engine.forgetRaces()
            let result = session.execute()
            if engine.hasRefused || result.isEndless { return false }
            note(result)
        } while guide.advance()
        return true
    }

    private static func sights(in result: ExplorationSession.Result) -> [Sight] {
        var seen = Sight.all(in: result)
        if let outcome = result.outcome {
            if seen.contains(.race) { seen.append(.raceWith(outcome: outcome.text)) }
            seen.append(.outcome(outcome.text))
        }
        return seen
    }

    private func note(_ result: ExplorationSession.Result) {
        let seen = Self.sights(in: result)
        guard !seen.isEmpty else { return }
        let schedule = session.engine.schedule, firstTrap = seen.first(where: \.endsProcess)
        for sight in seen {
            let isTooLate = sight.endsProcess && sight != firstTrap
            if let known = found[sight] {
                let wasTooLate = foundTooLate.contains(sight)
                if isTooLate && !wasTooLate { continue }
                if isTooLate == wasTooLate, (known.preemptions, known.steps) <= (schedule.preemptions, schedule.steps) { continue }
            }
            found[sight] = schedule
            if isTooLate { foundTooLate.insert(sight) } else { foundTooLate.remove(sight) }
        }
    }
}
