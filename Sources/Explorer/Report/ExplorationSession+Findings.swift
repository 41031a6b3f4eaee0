extension ExplorationSession {
    /// The finding of one kind that an execution shows.
    static func finding(
        _ behavior: ObservedBehavior, _ result: Result, _ log: ExecutionRecord, _ path: ExplorationReport.Path, _ output: String,
        offset: (UInt) -> UInt
    ) -> ExplorationReport.Finding? {
        guard ObservedBehavior.all(in: result).contains(behavior) else { return nil }
        let printed = TrapOutputMarker.separated(output)
        var finding = ExplorationReport.Finding(
            verdict: .assertion, path: path, log: log, outcome: result.outcome?.text, output: printed.text)
        switch behavior {
        case .outcome, .raceWith: return nil
        case .notAllowed: finding.races = races(result.failures, offset)
        case .thrown:
            finding.error = result.thrown
            finding.task = result.thrownAt?.task
            finding.place = offset(result.thrownAt?.place ?? 0)
            finding.races = races(result.failures, offset)
        case .race:
            finding.verdict = .race
            finding.races = races(result.failures, offset)
        case .crash, .trap:
            finding.races = races(result.failures, offset)
            finding.verdict = behavior.verdict
            for case .trap(let signal, let task, let place) in result.failures.reversed()
            where ObservedBehavior(trap: signal, at: place) == behavior {
                finding.signal = signal
                finding.task = task
                finding.place = offset(place)
                finding.output = printed.withoutLater[task] ?? printed.text
                finding.lastWords = printed.lastWords[task] ?? ""
                if finding.lastWords.contains("continuation more than once") { finding.log.tellBegunCalls() }
            }
        case .misuse:
            finding.verdict = .misuse
            for case .misuse(let misuse, let task, let place) in result.failures where .misuse(misuse) == behavior {
                finding.misuse = misuse.rawValue
                finding.task = task
                finding.place = offset(place)
            }
        case .leak:
            finding.verdict = .leak
            for case .leak(let waiting) in result.failures { finding.waiting = waiting.map { tell($0, offset) } }
        case .livelock:
            for case .livelock(let waiting) in result.failures { finding.waiting = waiting.map { tell($0, offset) } }
            finding.verdict = finding.isOfCircle ? .deadlock : .livelock
        case .deadlock, .sleep:
            for case .deadlock(let waiting) in result.failures { finding.waiting = waiting.map { tell($0, offset) } }
            let isLost = finding.waiting.contains { $0.cause == .condition && $0.wasSignalled }
            let lacksThreads = finding.waiting.contains { $0.cause == .worker }
            finding.verdict = lacksThreads ? .poolExhaustion : isLost ? .lostWakeup : .deadlock
        }
        return finding
    }

    static func tell(_ waiting: Failure.Waiting, _ offset: (UInt) -> UInt) -> ExplorationReport.Waiting {
        .init(
            task: waiting.task, place: offset(waiting.place), cause: waiting.cause, holders: waiting.holders, label: waiting.label,
            wasSignalled: waiting.wasSignalled, isListening: waiting.isListening, isSuspended: waiting.isSuspended,
            isInactive: waiting.isInactive, lockedTask: waiting.lockedTask)
    }

    private static func races(_ failures: [Failure], _ offset: (UInt) -> UInt) -> [[ExplorationReport.Access]] {
        failures.compactMap { failure in
            guard case .race(let earlier, let later) = failure else { return nil }
            return [earlier, later].map {
                ExplorationReport.Access(task: $0.task, place: offset($0.place), writes: $0.isWrite, isAtomic: $0.isAtomic)
            }
        }
    }

    /// Executions that show the races in no finding, because they occur in other executions.
    func otherRaces(_ behaviors: ObservedBehaviors, told findings: [ExplorationReport.Finding]) -> [ExplorationReport.Finding] {
        func places(_ finding: ExplorationReport.Finding) -> [ObservedBehaviors.RacingPlaces] {
            finding.races.map { ObservedBehaviors.RacingPlaces($0[0].place, $0[1].place) }
        }
        var known = Set(findings.flatMap(places)), others: [ExplorationReport.Finding] = []
        for race in behaviors.races where others.count < Self.mostOtherRaces {
            if known.contains(.init(span.offset(race.places.first), span.offset(race.places.second))) { continue }
            let (result, log, _) = watch(race.schedule)
            guard let finding = Self.finding(.race, result, log, path(runner.execution.schedule), "", offset: span.offset) else { continue }
            known.formUnion(places(finding))
            others.append(finding)
        }
        return others
    }

    private static let mostOtherRaces = 8

    /// The shortest path to each of the first allowed outcomes, to be compared with failing
    /// executions.
    func counterparts(of report: ExplorationReport) -> [ExecutionRecord] {
        guard !options.stopsAtFailure, report.findings.contains(where: { $0.verdict == .assertion }) else { return [] }
        let allowed = report.outcomes.filter { $0.isAllowed && $0.isReproducible && $0.isTried }
        return allowed.prefix(Self.mostCounterparts).map { watch(schedule($0.path)).1 }.filter {
            $0.entries.count <= Self.longestCounterpart
        }
    }

    private static let mostCounterparts = 4
    private static let longestCounterpart = 5_000

    func sort(_ report: inout ExplorationReport) {
        report.findings.sort { $0.verdict < $1.verdict }
        var first: [ExplorationReport.Finding.Kind: Int] = [:], findings: [ExplorationReport.Finding] = []
        for finding in report.findings {
            if let known = first[finding.kind] {
                findings[known].ends += finding.ends
            } else {
                first[finding.kind] = findings.count
                findings.append(finding)
            }
        }
        report.findings = findings
    }
}

extension ExplorationReport.Finding {
    /// Whether some of the threads wait for each other, and all others only spin until these make a change.
    fileprivate var isOfCircle: Bool {
        let waiting = waiting.filter { $0.cause != .change }
        func isReached(from first: Int) -> Bool {
            var reached: Set<Int> = [], next = [first]
            while let task = next.popLast() {
                for holder in waiting.first(where: { $0.task == task })?.holders ?? [] {
                    if holder == first { return true }
                    if reached.insert(holder).inserted { next.append(holder) }
                }
            }
            return false
        }
        return self.waiting.contains { $0.cause == .change } && !self.waiting.contains { $0.cause == .reaction }
            && waiting.contains { isReached(from: $0.task) }
    }
}
