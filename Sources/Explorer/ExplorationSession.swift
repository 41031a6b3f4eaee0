import CInterposition
import Glibc

/// What is explored: a function, and what is said of its result.
public struct ExploredProgram {
    /// The program. It runs as the first task; what it throws is a failure.
    public var body: () throws -> Void
    /// Looks at the result once all tasks have ended: in words, and whether it may be; nil: there is nothing to look at.
    public var conclude: (() throws -> (text: String, isAllowed: Bool))?
    /// The program has come to its end when the first Swift task that it makes has.
    public var isAsynchronous = false

    /// Made of its two parts.
    public init(body: @escaping () throws -> Void, conclude: (() throws -> (text: String, isAllowed: Bool))? = nil) {
        self.body = body
        self.conclude = conclude
    }
}

/// Whoever is shown the executions of a search, one after the other.
protocol ExplorationWitness {
    /// An execution has come to its end, and would not have repeated others.
    mutating func note(_ result: ExplorationSession.Result, _ schedule: @autoclosure () -> Schedule)
    /// The search begins anew, with more steps: what was counted so far does not count. What went wrong did.
    mutating func beginAnew()
}

/// Explores a program, finds the simplest way to each result and failure, and tells all of it in a report.
///
/// It uses the process's symbols: one at a time.
public final class ExplorationSession {
    /// How far the search has come.
    public struct Progress: Sendable {
        public var executions: Int
        public var blocked: Int
        public var races: Int
        public var steps: Int
        /// How many executions there will have been in the end, as far as that can be told; 0: it cannot.
        public var estimate = 0

        /// Made of its parts, as they are told from one process to another.
        public init(executions: Int, blocked: Int, races: Int, steps: Int) {
            self.executions = executions
            self.blocked = blocked
            self.races = races
            self.steps = steps
        }
    }

    let engine: Engine
    let options: ExplorationOptions
    private let program: ExploredProgram
    let span = ProgramSpan()
    private var thrown: (error: String, at: ThrownErrors.Thrown?)?
    /// By the search, in all its rounds.
    private(set) var executionsMade = 0
    private var conclusion: (text: String, isAllowed: Bool)?

    /// Called now and then while it searches; false: enough.
    public var continues: (Progress) -> Bool = { _ in true }
    /// How many executions there will have been in the end: of the reduced search about so many, as far as it knows now what is left; else 0.
    public func estimate(at progress: Progress) -> Int {
        let part = engine.guide == nil ? engine.search.partDone : 0
        return part > 0 ? Int(min(Double(progress.executions) / part, 1e15)) : 0
    }

    /// Called before and after an execution that somebody will look at: what it prints is to be kept. The words are what was printed.
    public var beginCapture: () -> Void = {}
    public var endCapture: () -> String = { "" }

    /// A session for one program.
    public init(_ program: ExploredProgram, options: ExplorationOptions = ExplorationOptions()) {
        self.program = program
        self.options = options
        engine = Engine(options: options)
        engine.isAsynchronous = program.isAsynchronous
        // (What is known by weak or unowned references cannot be let go of without a step.)
        let session = Unmanaged.passUnretained(self)
        engine.body = {
            session._withUnsafeGuaranteedRef { session in
                do { try session.program.body() } catch { session.note(thrown: error) }
            }
        }
        guard let conclude = program.conclude else { return }
        engine.lastWork = {
            session._withUnsafeGuaranteedRef { session in
                if session.thrown != nil { return }
                do { session.conclusion = try conclude() } catch { session.note(thrown: error) }
            }
        }
    }

    private func note(thrown error: any Error) { thrown = ("\(error)", engine.thrownErrors.find(error)) }

    // MARK: executions

    /// What came of one execution.
    struct Result {
        var failures: [Failure]
        var outcome: (text: String, isAllowed: Bool)?
        var thrown: String?
        var thrownAt: ThrownErrors.Thrown?
        var hasFinished: Bool
        /// The process has ended before a print, or with something left on its main queue.
        var hasLostOutput = false, hasLeftMainQueue = false
        /// It had more steps than an execution may have.
        var isEndless: Bool { failures.contains(.endless) }
    }

    func execute() -> Result {
        thrown = nil
        conclusion = nil
        engine.run()
        return Result(
            failures: engine.failures, outcome: outcomeOfExecution, thrown: thrown?.error, thrownAt: thrown?.at,
            hasFinished: engine.hasFinished, hasLostOutput: engine.process.hasLostOutput,
            hasLeftMainQueue: engine.process.hasLeftMainQueue)
    }

    /// What the execution came to; nil: it did not come to its end.
    private var outcomeOfExecution: (text: String, isAllowed: Bool)? {
        if let code = engine.exitCode { return ("exit(\(code))", true) }
        return engine.hasFinished ? conclusion : nil
    }

    /// One execution as a schedule has it.
    func execute(_ schedule: Schedule) -> Result {
        engine.guide = GivenWay(schedule)
        engine.use(places: schedule.places)
        engine.forgetRaces()
        defer { engine.guide = nil }
        return execute()
    }

    /// A schedule as it is told to others.
    func path(_ schedule: Schedule) -> ExplorationReport.Path {
        var path = ExplorationReport.Path(
            steps: schedule.departures.map(\.step), tasks: schedule.departures.map(\.task), places: schedule.places.map(span.offset))
        path.poolWidth = options.poolWidth
        path.wakesSpuriously = options.wakesSpuriously
        path.randomSeed = options.randomSeed
        path.suspendsAtEveryAwait = options.suspendsAtEveryAwait
        path.preemptions = schedule.preemptions
        path.length = schedule.steps
        return path
    }

    private func schedule(_ path: ExplorationReport.Path) -> Schedule {
        Schedule(
            departures: zip(path.steps, path.tasks).map { Schedule.Departure(step: $0, task: $1) }, places: path.places.map(span.address))
    }

    /// The first run of any Swift code sets up metadata and takes other ways than those that follow.
    private func rehearse() {
        repeat { engine.run(isRehearsal: true) } while engine.adoptRounds() || engine.adoptStacks()
        engine.search.reset()
        engine.forgetRaces()
    }

    // MARK: exploring

    /// Goes through all interleavings that differ, and tells of the simplest way to each result and failure.
    public func explore() -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        var report = ExplorationReport(), sights = Sights()
        rehearse()
        report.refusal = refusal(engine.failures)
        if report.refusal != nil { return report }
        search(&report, &sights)
        if case .noStep(let place, let task, _)? = report.refusal {
            report.refusal = .noStep(place: place, task: task, path: wayAgain(engine.schedule))
        }
        // A program that cannot be repeated has no ways that could be told; unless something went wrong before, which may be why.
        if case .notRepeatable? = report.refusal, sights.failures.isEmpty { return report }
        if !sights.all.isEmpty {
            if options.stopsAtFailure {
                conclude(&report, sights, sights.all.mapValues(wayAgain), alone: nil)
            } else {
                let shortest = Shortest(self, wanted: sights, isUrgent: report.wasStopped)
                let paths = shortest.find()
                conclude(&report, sights, paths, alone: shortest.outcomesWithoutPreemption, untried: shortest.untried)
            }
        }
        return report
    }

    /// Goes through all interleavings that differ, each shown to a witness; the report just counts.
    func search(by witness: some ExplorationWitness) -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        var report = ExplorationReport(), witness = witness
        rehearse()
        report.refusal = refusal(engine.failures)
        if report.refusal == nil { search(&report, &witness) }
        if report.refusal != nil { witness.note(Result(failures: engine.failures, hasFinished: false), engine.schedule) }
        return report
    }

    private func search(_ report: inout ExplorationReport, _ witness: inout some ExplorationWitness) {
        let campaign = Campaign(engine)
        var races = 0, repetitions = 1
        executionsMade = 0
        defer {
            engine.guide = nil
            report.extent = campaign.extent
        }
        while true {
            let result = execute()
            executionsMade += 1
            if engine.search.isBlocked {
                report.blocked += 1
            } else {
                if !campaign.isAfterSearch { report.executions += 1 }
                if result.hasLostOutput { report.losesOutput = true }
                if result.hasLeftMainQueue { report.leavesMainQueue = true }
                witness.note(result, engine.schedule)
            }
            campaign.note()
            report.refusal = refusal(engine.failures)
            if report.refusal != nil || (options.stopsAtFailure && !result.failures.isEmpty) { return }
            if result.isEndless || engine.exceededSteps {
                report.wasTooLong = true
                return
            }
            let hasNewRaces = engine.adoptRaces(), hasNewStacks = engine.adoptStacks(), hasNewOwners = engine.adoptLastOwners()
            let hasNewRecords = engine.adoptRecords()
            if hasNewRaces { races += 1 }
            if hasNewRaces || hasNewStacks || hasNewOwners || hasNewRecords || engine.search.hasBegunAnew {
                engine.search.hasBegunAnew = false
                if campaign.beginAnew() {
                    report.executions = 0
                    report.blocked = 0
                    witness.beginAnew()
                }
            } else if !campaign.advance() {
                if !campaign.extent.isWhole || repetitions == options.repetitions { return }
                repetitions += 1
                engine.search.reset()
            }
            let made = report.executions + (campaign.isAfterSearch ? campaign.extent.byChance : 0)
            let progress = Progress(executions: made, blocked: report.blocked, races: races, steps: campaign.extent.steps)
            if !continues(progress) {
                report.wasStopped = true
                return
            }
        }
    }

    private func refusal(_ failures: [Failure]) -> ExplorationReport.Refusal? {
        for failure in failures {
            switch failure {
            case .notModelled(let what, let place): return .notModelled(what, place: span.offset(place))
            case .trap(let signal, let task, let place) where signal == Int(SIGVTALRM):
                return .noStep(place: span.offset(place), task: task, path: path(engine.schedule))
            case .notRepeatable: return .notRepeatable
            default: continue
            }
        }
        return nil
    }

    /// A schedule that the search has chosen, as others can go it.
    private func wayAgain(_ schedule: Schedule) -> ExplorationReport.Path {
        _ = execute(schedule)
        return path(engine.schedule)
    }

    // MARK: telling

    private func conclude(
        _ report: inout ExplorationReport, _ sights: Sights, _ paths: [Sight: ExplorationReport.Path], alone: Set<String>?,
        untried: Set<String> = []
    ) {
        for (text, seen) in sights.outcomesInOrder {
            guard let found = sights.all[.outcome(text)] else { continue }
            let known = paths[.outcome(text)]
            report.outcomes.append(
                .init(
                    text: text, isAllowed: seen.isAllowed, executions: seen.executions, path: known ?? path(found),
                    comesAgain: known != nil || untried.contains(text), isTried: !untried.contains(text)))
        }
        let consequences = alone.map { alone in report.outcomes.filter { $0.comesAgain && !alone.contains($0.text) } }
        for sight in sights.failures where !(engine.hasMetStrays && sight.isOfWaiting) {
            var path = paths[sight]
            if sight == .race {
                // A race is best seen where it does harm.
                func ways(_ outcomes: [ExplorationReport.Outcome]) -> [ExplorationReport.Path] {
                    outcomes.compactMap { paths[.raceWith(outcome: $0.text)] }
                }
                let harmful = ways(report.outcomes.filter { !$0.isAllowed }), others = ways(consequences ?? [])
                path = (harmful.isEmpty ? others : harmful).min { ($0.preemptions, $0.length) < ($1.preemptions, $1.length) } ?? path
            }
            guard let path, var finding = tell(sight, path) else {
                report.unrepeated.append(sight.verdict)
                continue
            }
            if finding.verdict == .race { finding.consequences = consequences?.map(\.text) }
            finding.ends = sights.ends[sight] ?? 0
            report.findings.append(finding)
        }
        if report.findings.isEmpty && !report.unrepeated.isEmpty { report.refusal = .notRepeatable }
        sort(&report)
        if !options.stopsAtFailure { report.otherRaces = otherRaces(sights, told: report.findings) }
        if !report.wasStopped { findCauses(of: &report.findings, sights) }
    }

    /// Goes the way once more, looking on.
    private func tell(_ sight: Sight, _ path: ExplorationReport.Path) -> ExplorationReport.Finding? {
        let (result, log, output) = watch(schedule(path))
        return Self.finding(sight, result, log, path, output, offset: span.offset)
    }

    /// One execution as a schedule has it, and nothing else.
    func makeAgain(_ schedule: Schedule) -> Result {
        engine.begin()
        defer { engine.end() }
        engine.stacksAreShared = true
        engine.adopt(places: schedule.places)
        rehearse()
        return execute(schedule)
    }

    /// One execution in which somebody decides, and the schedule that comes of it.
    func make(_ deciding: @escaping (Situation) -> Int) -> (Result, Schedule) {
        engine.begin()
        defer { engine.end() }
        engine.stacksAreShared = true
        rehearse()
        repeat { _ = execute(Schedule(departures: [], places: engine.placeList)) } while engine.adoptRaces() || engine.adoptLastOwners()
        engine.forgetRaces()
        engine.guide = ChosenByHand(deciding)
        defer { engine.guide = nil }
        return (execute(), engine.schedule)
    }

    /// One execution as a schedule has it, written down.
    func watch(_ schedule: Schedule) -> (Result, Chronicle, String) {
        engine.log = ExecutionLog(span)
        defer { engine.log = nil }
        beginCapture()
        let result = execute(schedule)
        let output = endCapture()
        let lastTask = engine.hasLastWork ? engine.taskCount - 1 : nil
        return (result, engine.log?.chronicle(without: lastTask) ?? Chronicle(), output)
    }

    /// One execution again.
    public func replay(_ path: ExplorationReport.Path) -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        let wanted = schedule(path)
        engine.stacksAreShared = true
        engine.adopt(places: wanted.places)
        var report = ExplorationReport()
        rehearse()
        report.refusal = refusal(engine.failures)
        if case .noStep? = report.refusal { return report }
        let (result, log, output) = watch(wanted)
        let made = engine.schedule
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
        for sight in Sight.all(in: result) {
            if let finding = Self.finding(sight, result, log, path, output, offset: span.offset) { report.findings.append(finding) }
        }
        sort(&report)
        report.log = log
        report.output = TrapMark.separated(output).text
        return report
    }
}
