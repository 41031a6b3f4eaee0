/// Finds the simplest schedule for each result and failure that a search has seen: with the fewest
/// preemptions, and of those the shortest.
///
/// It runs all schedules without preemptions, then with one, with two and so on, until everything
/// was seen or its budget is spent. A result or failure not seen by then keeps the search's own
/// schedule, without the departures that can be left out.
final class ScheduleMinimizer {
    private static let budget = 10_000
    private static let mostPreemptions = 4
    /// The executions spent on shortening one schedule.
    private static let attempts = 300

    private let session: ExplorationSession
    private let behaviors: ObservedBehaviors
    /// When the results must be ready after a request to stop; nil: no limit but the budget.
    private let deadline: ContinuousClock.Instant?
    private var found: [ObservedBehavior: Schedule] = [:]
    /// Failures found only after a failure that ends a real process.
    private var foundTooLate: Set<ObservedBehavior> = []
    private var executions = 0
    private var shortenings = 0
    /// The results that occur without any preemption; nil if there are too many such executions.
    private(set) var outcomesWithoutPreemption: Set<String>?
    /// The results whose schedules there was no time to run again.
    private(set) var untried: Set<String> = []

    /// - Parameter isUrgent: a user waits for an answer: it takes about a second, no more.
    init(_ session: ExplorationSession, wanted behaviors: ObservedBehaviors, isUrgent: Bool) {
        self.session = session
        self.behaviors = behaviors
        deadline = isUrgent ? .now + .seconds(1) : nil
    }

    private var isLate: Bool { deadline.map { .now > $0 } ?? false }

    func find() -> [ObservedBehavior: ExplorationReport.Path] {
        for bound in 0...Self.mostPreemptions {
            let isWhole = search(bound)
            if bound == 0 && isWhole {
                outcomesWithoutPreemption = Set(found.keys.compactMap { if case .outcome(let text) = $0 { text } else { nil } })
            }
            if !isWhole || hasAll { break }
        }
        var paths: [ObservedBehavior: ExplorationReport.Path] = [:]
        for (behavior, schedule) in found {
            paths[behavior] = session.path(schedule)
            paths[behavior]?.isShortest = true
        }
        // Failures come first; then results, the most frequent of them first, as long as there is
        // time.
        for (behavior, schedule) in behaviors.all where !behavior.isOutcome && paths[behavior] == nil {
            paths[behavior] = shortened(schedule, to: behavior).map { session.path($0) }
        }
        let end = deadline.map { _ in ContinuousClock.now + .seconds(1) }
        for (text, _) in behaviors.outcomesInOrder {
            guard paths[.outcome(text)] == nil, let schedule = behaviors.all[.outcome(text)] else { continue }
            if let end, .now > end {
                untried.insert(text)
            } else {
                paths[.outcome(text)] = shortened(schedule, to: .outcome(text)).map { session.path($0) }
            }
        }
        return paths
    }

    /// A schedule with fewer departures that leads to the same: leaves out parts of them, first
    /// half of them, then smaller parts.
    /// - Returns: nil if the schedule itself does not lead there again.
    private func shortened(_ schedule: Schedule, to behavior: ObservedBehavior) -> Schedule? {
        guard Self.behaviors(in: session.execute(schedule)).contains(behavior) else { return nil }
        var best = session.runner.execution.schedule, attempts = 0
        var most = Self.attempts
        if case .outcome = behavior {
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
                let result = session.execute(shorter), made = session.runner.execution.schedule
                guard Self.behaviors(in: result).contains(behavior) else { continue }
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
        guard behaviors.all.keys.allSatisfy({ found[$0] != nil }) else { return false }
        // A race is best shown with a result that is not allowed. If there is none: with a result
        // that occurs only with preemptions.
        guard behaviors.all[.race] != nil, let alone = outcomesWithoutPreemption else { return true }
        let forbidden = behaviors.outcomes.keys.filter { behaviors.outcomes[$0]?.isAllowed == false }
        let others = forbidden.isEmpty ? behaviors.outcomes.keys.filter { !alone.contains($0) } : forbidden
        return others.isEmpty || others.contains { found[.raceWith(outcome: $0)] != nil }
    }

    /// - Returns: whether all schedules with at most this many preemptions were run.
    private func search(_ bound: Int) -> Bool {
        let guide = BoundedSearch(bound: bound), runner = session.runner
        runner.guide = guide
        defer { runner.guide = nil }
        repeat {
            guard executions < Self.budget, !isLate else { return false }
            executions += 1
            runner.exploration.forgetRaces()
            let result = session.execute()
            if runner.exploration.hasRefused || result.isEndless { return false }
            note(result)
        } while guide.advance()
        return true
    }

    private static func behaviors(in result: ExplorationSession.Result) -> [ObservedBehavior] {
        var seen = ObservedBehavior.all(in: result)
        if let outcome = result.outcome {
            if seen.contains(.race) { seen.append(.raceWith(outcome: outcome.text)) }
            seen.append(.outcome(outcome.text))
        }
        return seen
    }

    private func note(_ result: ExplorationSession.Result) {
        let seen = Self.behaviors(in: result)
        guard !seen.isEmpty else { return }
        let schedule = session.runner.execution.schedule, firstTrap = seen.first(where: \.endsProcess)
        for behavior in seen {
            let isTooLate = behavior.endsProcess && behavior != firstTrap
            if let known = found[behavior] {
                let wasTooLate = foundTooLate.contains(behavior)
                if isTooLate && !wasTooLate { continue }
                if isTooLate == wasTooLate, (known.preemptions, known.steps) <= (schedule.preemptions, schedule.steps) { continue }
            }
            found[behavior] = schedule
            if isTooLate { foundTooLate.insert(behavior) } else { foundTooLate.remove(behavior) }
        }
    }
}
