import CInterposition
import Glibc

/// What is explored: a function, and what is said of its result.
public struct ExploredProgram {
    /// The program. It runs as the first task; what it throws is a failure.
    public var body: () throws -> Void
    /// Looks at the result once all tasks have ended: in words, and whether it may be.
    public var conclude: () -> (text: String, isAllowed: Bool)

    /// Made of its two parts.
    public init(body: @escaping () throws -> Void, conclude: @escaping () -> (text: String, isAllowed: Bool)) {
        self.body = body
        self.conclude = conclude
    }
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
    }

    let engine: Engine
    let options: ExplorationOptions
    private let program: ExploredProgram
    private var thrown: String?
    private var conclusion: (text: String, isAllowed: Bool)?

    /// Called now and then while it searches; false: enough.
    public var continues: (Progress) -> Bool = { _ in true }
    /// Called before and after an execution that somebody will look at: what it prints is to be kept. The words are what was printed.
    public var beginCapture: () -> Void = {}
    public var endCapture: () -> String = { "" }

    /// A session for one program.
    public init(_ program: ExploredProgram, options: ExplorationOptions = ExplorationOptions()) {
        self.program = program
        self.options = options
        engine = Engine(options: options)
        engine.body = { [unowned self] in
            do { try self.program.body() } catch { self.thrown = "\(error)" }
        }
        engine.lastWork = { [unowned self] in
            if self.thrown == nil { self.conclusion = self.program.conclude() }
        }
    }

    // MARK: executions

    /// What came of one execution.
    struct Result {
        var failures: [Failure]
        var outcome: (text: String, isAllowed: Bool)?
        var thrown: String?
    }

    func execute() -> Result {
        thrown = nil
        conclusion = nil
        engine.run()
        return Result(failures: engine.failures, outcome: engine.hasFinished ? conclusion : nil, thrown: thrown)
    }

    /// The first run of any Swift code sets up metadata and takes other ways than those that follow.
    private func rehearse() {
        engine.run(isRehearsal: true)
        engine.search.reset()
        engine.forgetRaces()
    }

    // MARK: exploring

    /// Goes through all interleavings that differ.
    public func explore() -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        var report = ExplorationReport()
        rehearse()
        if engine.hasRefused {
            report.refusal = refusal(engine.failures)
            return report
        }
        var sights = Sights()
        search(&report, &sights)
        if report.refusal == nil || !sights.all.isEmpty {
            let shortest = Shortest(self, wanted: sights)
            let paths = shortest.find()
            conclude(&report, sights, paths, alone: shortest.outcomesWithoutPreemption)
        }
        return report
    }

    private func search(_ report: inout ExplorationReport, _ sights: inout Sights) {
        var deepest = 0, races = 0
        while true {
            let result = execute()
            if engine.search.isBlocked {
                report.blocked += 1
            } else {
                report.executions += 1
                sights.note(result, engine.schedule)
            }
            deepest = max(deepest, engine.stepCount)
            if engine.hasRefused {
                report.refusal = refusal(engine.failures)
                return
            }
            if engine.adoptRaces() {
                races += 1
                report.executions = 0
                report.blocked = 0
                sights.forgetCounts()
                engine.search.reset()
            } else if !engine.search.backtrack() {
                report.isComplete = !engine.exceededSteps
                return
            }
            if report.executions + report.blocked >= options.executionLimit { return }
            let progress = Progress(executions: report.executions, blocked: report.blocked, races: races, steps: deepest)
            if !continues(progress) {
                report.wasStopped = true
                return
            }
        }
    }

    private func refusal(_ failures: [Failure]) -> ExplorationReport.Refusal? {
        for failure in failures {
            switch failure {
            case .notModelled(let what, let place): return .notModelled(what, place: offset(place))
            case .notRepeatable: return .notRepeatable
            default: continue
            }
        }
        return nil
    }

    private func offset(_ place: UInt) -> UInt { ExecutionWatcher(engine).offset(place) }

    // MARK: telling

    private func conclude(_ report: inout ExplorationReport, _ sights: Sights, _ paths: [Sight: ExplorationReport.Path], alone: Set<String>?) {
        for (text, seen) in sights.outcomes.sorted(by: { ($1.value.executions, $0.key) < ($0.value.executions, $1.key) }) {
            guard let path = paths[.outcome(text)] else { continue }
            report.outcomes.append(.init(text: text, isAllowed: seen.isAllowed, executions: seen.executions, path: path))
        }
        let consequences = alone.map { alone in report.outcomes.filter { !alone.contains($0.text) } } ?? []
        for sight in sights.failures {
            var path = paths[sight]
            if sight == .race {
                // A race is best seen where it does harm.
                let harmful = consequences.compactMap { paths[.raceWith(outcome: $0.text)] }
                path = harmful.min { ($0.preemptions, $0.ticks.count) < ($1.preemptions, $1.ticks.count) } ?? path
            }
            guard let path, var finding = tell(sight, path) else { continue }
            if finding.verdict == .race { finding.consequences = consequences.map(\.text) }
            report.findings.append(finding)
        }
        sort(&report)
    }

    private func sort(_ report: inout ExplorationReport) {
        let order = Verdict.allCases
        report.findings.sort { (order.firstIndex(of: $0.verdict) ?? 0) < (order.firstIndex(of: $1.verdict) ?? 0) }
        var known: Set<Verdict> = []
        report.findings.removeAll { !known.insert($0.verdict).inserted }
    }

    /// Goes the way once more, looking on.
    private func tell(_ sight: Sight, _ path: ExplorationReport.Path) -> ExplorationReport.Finding? {
        let (result, log, _, output) = watch(path)
        return Self.finding(sight, result, log, path, output, offset: offset)
    }

    /// One execution as a path has it, written down.
    private func watch(_ path: ExplorationReport.Path) -> (Result, ExecutionLog, Deviator, String) {
        let guide = Deviator(Array(zip(path.ticks, path.tasks)).map { (tick: $0, task: $1) })
        let watcher = ExecutionWatcher(engine)
        engine.guide = guide
        engine.watcher = watcher
        engine.forgetRaces()
        beginCapture()
        let result = execute()
        let output = endCapture()
        engine.guide = nil
        engine.watcher = nil
        return (result, watcher.log.onlyShared(), guide, output)
    }

    /// One execution again.
    public func replay(ticks: [Int], tasks: [Int]) -> ExplorationReport {
        engine.begin()
        defer { engine.end() }
        var report = ExplorationReport()
        rehearse()
        var path = ExplorationReport.Path(ticks: ticks, tasks: tasks, preemptions: 0, isShortest: false)
        let (result, log, guide, output) = watch(path)
        path.preemptions = guide.preemptions
        report.refusal = refusal(result.failures)
        if report.refusal == nil && !guide.hasMetAll { report.refusal = .pathNotMet }
        if case .notRepeatable? = report.refusal { report.refusal = .pathNotMet }
        guard report.refusal == nil else { return report }
        report.executions = 1
        if let outcome = result.outcome {
            report.outcomes = [.init(text: outcome.text, isAllowed: outcome.isAllowed, executions: 1, path: path)]
        }
        for sight in Sight.all(in: result) {
            if let finding = Self.finding(sight, result, log, path, output, offset: offset) { report.findings.append(finding) }
        }
        sort(&report)
        report.path = path
        report.log = log
        report.output = output
        return report
    }
}
