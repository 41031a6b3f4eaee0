import CInterposition
import Glibc

/// The explored program: a function, and a judgement of its result.
public struct ExploredProgram {
    /// The program. It runs as the first task; an error that it throws is a failure.
    public var body: () throws -> Void
    /// Reads the result once all tasks have ended: in words, and whether it is allowed; nil: there
    /// is no result to read.
    public var conclude: (() throws -> (text: String, isAllowed: Bool))?
    /// The program has ended when its first Swift task has.
    public var isAsynchronous = false

    /// A program made of its two parts.
    public init(body: @escaping () throws -> Void, conclude: (() throws -> (text: String, isAllowed: Bool))? = nil) {
        self.body = body
        self.conclude = conclude
    }
}

/// Is shown the executions of a search, one after the other.
protocol ExecutionObserver {
    /// An execution has ended that does not repeat another.
    mutating func note(_ result: ExplorationSession.Result, _ schedule: @autoclosure () -> Schedule)
    /// The search starts again with more steps: counts so far are void, failures are kept.
    mutating func beginAnew()
}

/// Explores a program, finds the simplest schedule for each result and failure, and reports all of
/// it.
///
/// It uses the process's symbols: one session at a time.
public final class ExplorationSession {
    /// The search's progress.
    public struct Progress: Sendable {
        public var executions: Int
        public var blocked: Int
        public var races: Int
        public var steps: Int
        /// The estimated final number of executions; 0: not known.
        public var estimate = 0

        /// Progress made of its parts, as one process reports them to another.
        public init(executions: Int, blocked: Int, races: Int, steps: Int) {
            self.executions = executions
            self.blocked = blocked
            self.races = races
            self.steps = steps
        }
    }

    let runner: ExecutionRunner
    let options: ExplorationOptions
    private let program: ExploredProgram
    let span = ProgramSpan()
    private var thrown: (error: String, at: ThrownErrors.Thrown?)?
    /// By the search, in all its rounds.
    private(set) var executionCount = 0
    private var conclusion: (text: String, isAllowed: Bool)?

    /// Called now and then while it searches; false: stop.
    public var continues: (Progress) -> Bool = { _ in true }
    /// The estimated final number of executions of the reduced search, from what is known to be
    /// left; else 0.
    public func estimate(at progress: Progress) -> Int {
        let part = runner.guide == nil ? runner.exploration.search.partDone : 0
        return part > 0 ? Int(min(Double(progress.executions) / part, 1e15)) : 0
    }

    /// Called before and after an execution that will be shown: its output is to be captured. The
    /// string is the output.
    public var beginCapture: () -> Void = {}
    public var endCapture: () -> String = { "" }

    /// A session for one program.
    public init(_ program: ExploredProgram, options: ExplorationOptions = ExplorationOptions()) {
        self.program = program
        self.options = options
        runner = ExecutionRunner(options: options)
        runner.exploration.isAsynchronous = program.isAsynchronous
        // (Releasing an object with weak or unowned references would be a step: so none are used
        // here.)
        let session = Unmanaged.passUnretained(self)
        runner.exploration.body = {
            session._withUnsafeGuaranteedRef { session in
                do { try session.program.body() } catch { session.note(thrown: error) }
            }
        }
        guard let conclude = program.conclude else { return }
        runner.exploration.lastWork = {
            session._withUnsafeGuaranteedRef { session in
                if session.thrown != nil { return }
                do { session.conclusion = try conclude() } catch { session.note(thrown: error) }
            }
        }
    }

    private func note(thrown error: any Error) { thrown = ("\(error)", runner.execution.thrownErrors.find(error)) }

    // MARK: executions

    /// The result of one execution.
    struct Result {
        var failures: [Failure]
        var outcome: (text: String, isAllowed: Bool)?
        var thrown: String?
        var thrownAt: ThrownErrors.Thrown?
        var hasFinished: Bool
        /// The process ended before a print, or with blocks left on its main queue.
        var hasLostOutput = false, hasLeftMainQueue = false
        /// It had more steps than the limit.
        var isEndless: Bool { failures.contains(.endless) }
    }

    func execute() -> Result {
        thrown = nil
        conclusion = nil
        runner.run()
        if runner.execution.isMuchTooLate { thrown = nil }
        return Result(
            failures: runner.execution.failures, outcome: outcomeOfExecution, thrown: thrown?.error, thrownAt: thrown?.at,
            hasFinished: runner.execution.hasFinished, hasLostOutput: runner.execution.process.hasLostOutput,
            hasLeftMainQueue: runner.execution.process.hasLeftMainQueue)
    }

    /// The outcome of the execution; nil: it did not finish.
    private var outcomeOfExecution: (text: String, isAllowed: Bool)? {
        if let code = runner.execution.exitCode { return ("exit(\(code))", true) }
        return runner.execution.hasFinished ? conclusion : nil
    }

    /// The first run of any Swift code sets up metadata and behaves differently from those that
    /// follow.
    func rehearse() {
        repeat { runner.run(isRehearsal: true) } while runner.adoptFromRehearsal()
        runner.exploration.search.reset()
        runner.exploration.forgetRaces()
    }

    // MARK: exploring

    /// Runs all interleavings, equivalent ones once, and reports the simplest schedule for each
    /// result and failure.
    public func explore() -> ExplorationReport {
        if options.strategy == .strictPriorities { return simulate() }
        runner.begin()
        defer { runner.end() }
        var report = ExplorationReport(), behaviors = ObservedBehaviors()
        rehearse()
        report.refusal = refusal(runner.execution.failures)
        if report.refusal != nil { return report }
        search(&report, &behaviors)
        if case .noStep(let place, let task, _)? = report.refusal {
            report.refusal = .noStep(place: place, task: task, path: replayablePath(runner.execution.schedule))
        }
        // A program that cannot be repeated has no schedules to report; unless a failure was found
        // before, which may be why.
        if case .notRepeatable? = report.refusal, behaviors.failures.isEmpty { return report }
        if !behaviors.all.isEmpty {
            if options.stopsAtFailure {
                conclude(&report, behaviors, behaviors.all.mapValues(replayablePath), alone: nil)
            } else {
                let shortest = ScheduleMinimizer(self, wanted: behaviors, isUrgent: report.wasStopped)
                let paths = shortest.find()
                conclude(&report, behaviors, paths, alone: shortest.outcomesWithoutPreemption, untried: shortest.untried)
            }
        }
        return report
    }

    /// Runs all interleavings, equivalent ones once, and shows each to a observer; the report only
    /// counts.
    func search(by observer: some ExecutionObserver) -> ExplorationReport {
        runner.begin()
        defer { runner.end() }
        var report = ExplorationReport(), observer = observer
        rehearse()
        report.refusal = refusal(runner.execution.failures)
        if report.refusal == nil { search(&report, &observer) }
        if report.refusal != nil {
            observer.note(Result(failures: runner.execution.failures, hasFinished: false), runner.execution.schedule)
        }
        return report
    }

    private func search(_ report: inout ExplorationReport, _ observer: inout some ExecutionObserver) {
        let plan = ExplorationPlan(runner)
        var races = 0, repetitions = 1, late = 0
        executionCount = 0
        defer {
            runner.guide = nil
            report.coverage = plan.coverage
        }
        while true {
            let result = execute()
            executionCount += 1
            if runner.execution.isMuchTooLate {
                late += 1
            } else if runner.exploration.search.isBlocked {
                report.blocked += 1
            } else {
                if !plan.isAfterSearch { report.executions += 1 }
                if result.hasLostOutput { report.losesOutput = true }
                if result.hasLeftMainQueue { report.leavesMainQueue = true }
                observer.note(result, runner.execution.schedule)
            }
            plan.note()
            if !runner.execution.failures.isEmpty {
                report.refusal = refusal(runner.execution.failures)
                if report.refusal != nil || options.stopsAtFailure { return }
            }
            if result.isEndless || runner.exploration.exceededSteps {
                report.wasTooLong = true
                return
            }
            let hasNewRaces = runner.exploration.places.adoptNew(), hasNewStacks = runner.adoptStacks(),
                hasNewOwners = runner.exploration.adoptFinalReleases()
            let hasNewRecords = runner.exploration.statusLocks.adopt()
            if hasNewRaces { races += 1 }
            if hasNewRaces || hasNewStacks || hasNewOwners || hasNewRecords || runner.exploration.search.restartedWithoutWakeupTree {
                runner.exploration.search.restartedWithoutWakeupTree = false
                if plan.beginAnew() {
                    report.executions = 0
                    report.blocked = 0
                    observer.beginAnew()
                }
            } else if !plan.advance() {
                if !plan.coverage.isWhole || repetitions == options.repetitions { return }
                repetitions += 1
                runner.exploration.search.reset()
            }
            let made = report.executions + (plan.isAfterSearch ? plan.coverage.byChance : 0)
            let progress = Progress(executions: made, blocked: report.blocked + late, races: races, steps: plan.coverage.steps)
            if !continues(progress) {
                report.wasStopped = true
                return
            }
        }
    }

    func refusal(_ failures: [Failure]) -> ExplorationReport.Refusal? {
        for failure in failures {
            switch failure {
            case .notModelled(let what, let place): return .notModelled(what, place: span.offset(place))
            case .runtimeNotKnown(let function, let place): return .runtimeNotKnown(function: function, place: span.offset(place))
            case .trap(let signal, let task, let place) where signal == Int(SIGVTALRM):
                return .noStep(place: span.offset(place), task: task, path: path(runner.execution.schedule))
            case .notRepeatable: return .notRepeatable
            default: continue
            }
        }
        return nil
    }

    /// A path for a schedule that the search has chosen, so that it can be replayed.
    private func replayablePath(_ schedule: Schedule) -> ExplorationReport.Path {
        _ = execute(schedule)
        return path(runner.execution.schedule)
    }

    // MARK: reporting

    private func conclude(
        _ report: inout ExplorationReport, _ behaviors: ObservedBehaviors, _ paths: [ObservedBehavior: ExplorationReport.Path],
        alone: Set<String>?,
        untried: Set<String> = []
    ) {
        for (text, seen) in behaviors.outcomesInOrder {
            guard let found = behaviors.all[.outcome(text)] else { continue }
            let known = paths[.outcome(text)]
            report.outcomes.append(
                .init(
                    text: text, isAllowed: seen.isAllowed, executions: seen.executions, path: known ?? path(found),
                    isReproducible: known != nil || untried.contains(text), isTried: !untried.contains(text)))
        }
        let consequences = alone.map { alone in report.outcomes.filter { $0.isReproducible && !alone.contains($0.text) } }
        for behavior in behaviors.failures where !(runner.exploration.hasMetForeignThread && behavior.isBlockingFailure) {
            var path = paths[behavior]
            if behavior == .race {
                // A race is best shown where it does harm.
                func pathsTo(_ outcomes: [ExplorationReport.Outcome]) -> [ExplorationReport.Path] {
                    outcomes.compactMap { paths[.raceWith(outcome: $0.text)] }
                }
                let harmful = pathsTo(report.outcomes.filter { !$0.isAllowed }), others = pathsTo(consequences ?? [])
                path = (harmful.isEmpty ? others : harmful).min { ($0.preemptions, $0.length) < ($1.preemptions, $1.length) } ?? path
            }
            guard let path, var finding = tell(behavior, path) else {
                report.unrepeated.append(behavior.verdict)
                continue
            }
            if finding.verdict == .race { finding.consequences = consequences?.map(\.text) }
            finding.ends = behaviors.ends[behavior] ?? 0
            report.findings.append(finding)
        }
        if report.findings.isEmpty && !report.unrepeated.isEmpty { report.refusal = .notRepeatable }
        sort(&report)
        if !options.stopsAtFailure { report.otherRaces = otherRaces(behaviors, told: report.findings) }
        if !report.wasStopped { report.counterparts = counterparts(of: report) }
        if !report.wasStopped { findCauses(of: &report.findings, behaviors) }
        if !options.stopsAtFailure && !report.wasStopped {
            let before = report.findings.map(\.path)
            findDecidingOrders(of: &report.findings, choosing: true)
            // (A result is shown by the execution that shows its failure.)
            for (path, finding) in zip(before, report.findings) where path != finding.path && finding.verdict == .assertion {
                let shown = report.outcomes.indices.filter { report.outcomes[$0].path == path }
                for index in shown { report.outcomes[index].path = finding.path }
            }
        }
        let known = report.outcomes.filter { $0.isReproducible && $0.isTried }
        if report.findings.isEmpty && known.count > 1 { report.compared = known.prefix(4).map { watch(schedule($0.path)).1 } }
    }

    /// Replays the path, with a log.
    private func tell(_ behavior: ObservedBehavior, _ path: ExplorationReport.Path) -> ExplorationReport.Finding? {
        let (result, log, output) = watch(schedule(path))
        return Self.finding(behavior, result, log, path, output, offset: span.offset)
    }

    /// Replays one schedule, without exploring.
    func makeAgain(_ schedule: Schedule) -> Result {
        runner.begin()
        defer { runner.end() }
        runner.exploration.stacks.areShared = true
        runner.exploration.places.adopt(schedule.places)
        rehearse()
        return execute(schedule)
    }

    /// One execution whose choices the caller makes, and the schedule that results.
    func make(_ deciding: @escaping (Situation) -> Int) -> (Result, Schedule) {
        runner.begin()
        defer { runner.end() }
        runner.exploration.stacks.areShared = true
        rehearse()
        repeat {
            _ = execute(Schedule(departures: [], places: runner.exploration.places.list))
        } while runner.exploration.places.adoptNew() || runner.exploration.adoptFinalReleases()
        runner.exploration.forgetRaces()
        runner.guide = ManualStrategy(deciding)
        defer { runner.guide = nil }
        return (execute(), runner.execution.schedule)
    }

    /// Replays a schedule, with a log.
    func watch(_ schedule: Schedule) -> (Result, ExecutionRecord, String) {
        runner.log = .init(program: span)
        defer { runner.log = nil }
        beginCapture()
        let result = execute(schedule)
        let output = endCapture()
        let lastTask = runner.execution.hasLastWork ? runner.execution.tasks.count - 1 : nil
        return (result, runner.execution.log?.record(without: lastTask) ?? ExecutionRecord(), output)
    }

    /// Replays one path.
    public func replay(_ path: ExplorationReport.Path) -> ExplorationReport {
        if path.hasStrictPriorities { return simulate() }
        runner.begin()
        defer { runner.end() }
        let wanted = schedule(path)
        runner.exploration.stacks.areShared = true
        runner.exploration.places.adopt(wanted.places)
        var report = ExplorationReport()
        rehearse()
        report.refusal = refusal(runner.execution.failures)
        if case .noStep? = report.refusal { return report }
        let (result, log, output) = watch(wanted)
        let made = runner.execution.schedule
        var path = path
        path.preemptions = made.preemptions
        path.length = made.steps
        report.refusal = refusal(result.failures)
        if case .notRepeatable? = report.refusal { report.refusal = .pathNotMet }
        if report.refusal == nil && made.departures != wanted.departures { report.refusal = .pathNotMet }
        guard report.refusal == nil else { return report }
        report.executions = 1
        if let outcome = result.outcome {
            report.outcomes = [.init(text: outcome.text, isAllowed: outcome.isAllowed, executions: 1, path: path)]
        }
        for behavior in ObservedBehavior.all(in: result) {
            if let finding = Self.finding(behavior, result, log, path, output, offset: span.offset) { report.findings.append(finding) }
        }
        sort(&report)
        findDecidingOrders(of: &report.findings)
        report.log = log
        report.output = TrapOutputMarker.separated(output).text
        return report
    }
}
