import CInterposition
import Glibc

/// Runs a function under every interleaving of its threads that can differ, and says what came of it.
///
/// The function is the program: the threads that it starts, and it itself, are scheduled one at a time. Calls of pthread and Foundation locks, conditions
/// and threads are followed everywhere; accesses to memory, atomic ones too, where the code was compiled with `-sanitize=thread`. The
/// function must behave the same each time but for its schedule. Variables of the program that instrumented code changes are put back
/// after each execution; what lies outside of the function on the heap is not. Where instrumented and other code are linked together, the linker may
/// take the other code's copy of what Swift compiles into its clients (`Mutex`): explore such code as a library of its own. Runs on the calling
/// thread; others wait for their turn.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Executions(options: options, body: body).explore()
}

/// Runs a function under every interleaving, where the outcome is what is found when everything that it has started has ended.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Void, outcome: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    let executions = Executions<Outcome>(options: options) { throw NothingReturned() }
    executions.observe(body, outcome: outcome)
    return executions.explore()
}

/// Runs a function once, as a schedule has it; once the schedule is at its end, the threads go on one after the other.
public func replay<Outcome: Hashable & Sendable>(
    _ schedule: Schedule, _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    // A trace is asked for nowhere, so that nothing can fail to be written.
    (try? Executions(options: options, body: body).replay(schedule)) ?? Exploration()
}

/// Runs a function once, as a schedule has it, and writes down what its tasks did: a trace like that of a real run, in which time counts steps.
/// - Parameter file: where the trace is to be written; nil: nowhere.
public func record<Outcome: Hashable & Sendable>(
    _ schedule: Schedule, into file: String?, _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) throws -> Exploration<Outcome> {
    try Executions(options: options, body: body).replay(schedule, into: file)
}

/// The same where the outcome is what is found when everything has ended.
public func record<Outcome: Hashable & Sendable>(
    _ schedule: Schedule, into file: String?, _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Void,
    outcome: @escaping () throws -> Outcome
) throws -> Exploration<Outcome> {
    let executions = Executions<Outcome>(options: options) { throw NothingReturned() }
    executions.observe(body, outcome: outcome)
    return try executions.replay(schedule, into: file)
}

/// Makes executions one after the other and keeps account of them.
private final class Executions<Outcome: Hashable & Sendable> {
    let engine: Engine
    var report = Exploration<Outcome>()
    var result: Result<Outcome, any Error>?
    var known: Set<Failure> = []
    let options: ExplorationOptions

    init(options: ExplorationOptions, body: @escaping () throws -> Outcome) {
        self.options = options
        engine = Engine(options: options)
        engine.body = { [unowned self] in self.result = Result(catching: body) }
    }

    /// Asks for the outcome when an execution is over, in place of taking what the function returns.
    func observe(_ body: @escaping () throws -> Void, outcome: @escaping () throws -> Outcome) {
        engine.body = { [unowned self] in
            do { try body() } catch { self.result = .failure(error) }
        }
        engine.epilogue = { [unowned self] in
            if self.result == nil { self.result = Result(catching: outcome) }
        }
    }

    func explore() -> Exploration<Outcome> {
        engine.begin()
        defer { engine.end() }
        // The first run of any Swift code sets up metadata and takes other ways than those that follow.
        engine.run(isRehearsal: true)
        engine.search.reset()
        engine.forgetRaces()
        var goesOn = !engine.hasRefused
        if !goesOn { account() }
        while goesOn {
            result = nil
            engine.run()
            account()
            if engine.hasRefused || report.executions + report.blocked >= options.executionLimit { break }
            if engine.adoptRaces() {
                report.rounds += 1
                report.executions = 0
                report.blocked = 0
                report.outcomes = [:]
                engine.search.reset()
            } else {
                goesOn = engine.search.backtrack()
                report.isComplete = !goesOn && !engine.exceededSteps
            }
        }
        settleSchedules()
        return report
    }

    func replay(_ schedule: Schedule, into file: String? = nil) throws -> Exploration<Outcome> {
        engine.begin()
        defer { engine.end() }
        engine.adopt(places: schedule.places)
        engine.run(isRehearsal: true)
        engine.search.reset()
        engine.forgetRaces()
        engine.log = ExecutionLog()
        repeatOnce(schedule)
        account()
        if let file, let log = engine.log { try write(log.trace(title: options.title), to: file) }
        return report
    }

    /// Makes one execution as a schedule has it.
    private func repeatOnce(_ schedule: Schedule) {
        result = nil
        if engine.log != nil { engine.log = ExecutionLog() }
        engine.isReplaying = true
        engine.preset = schedule.choices.isEmpty ? nil : schedule.choices
        engine.departures = Dictionary(schedule.departures.map { ($0.step, $0.task) }, uniquingKeysWith: { first, _ in first })
        engine.run()
    }

    /// Says of each schedule where it departs from what would happen by itself, and shortens those of failures.
    private func settleSchedules() {
        engine.log = ExecutionLog()
        defer { engine.log = nil }
        for index in report.findings.indices {
            let failure = report.findings[index].failure
            if case .notModelled = failure { continue }
            report.findings[index].schedule = shrunk(report.findings[index].schedule) { self.failures.contains(failure) }
            report.findings[index].tasks = engine.log?.names ?? []
        }
        for outcome in report.outcomes.keys.prefix(Self.outcomesSettled) {
            guard let schedule = report.outcomes[outcome]?.schedule else { continue }
            let found = shrunk(schedule) { if case .success(let value)? = self.result { value == outcome } else { false } }
            report.outcomes[outcome]?.schedule = found
        }
    }

    private static var outcomesSettled: Int { 100 }

    /// A schedule that leads to the same with as few departures as can be found by leaving out one after the other.
    private func shrunk(_ schedule: Schedule, leadsThere: () -> Bool) -> Schedule {
        engine.forgetRaces()
        repeatOnce(schedule)
        guard leadsThere() else { return schedule }
        var best = engine.schedule, attempts = 0, isBetter = true
        while isBetter {
            isBetter = false
            for index in best.departures.indices.reversed() {
                var shorter = best
                shorter.departures.remove(at: index)
                attempts += 1
                if attempts > options.shrinkingLimit { break }
                engine.forgetRaces()
                repeatOnce(shorter)
                let found = engine.schedule
                if leadsThere(),
                    (found.preemptions, found.departures.count, found.steps) < (best.preemptions, best.departures.count, best.steps)
                {
                    best = found
                    isBetter = true
                    break
                }
            }
        }
        engine.forgetRaces()
        repeatOnce(best)
        return best
    }

    /// What went wrong in the latest execution.
    private var failures: [Failure] {
        if case .failure(let error)? = result, !(error is NothingReturned) { return engine.failures + [.error("\(error)")] }
        return engine.failures
    }

    private func write(_ bytes: [UInt8], to file: String) throws {
        guard let stream = fopen(file, "w") else { throw TraceWriteError(file: file, errno: errno) }
        let written = fwrite(bytes, 1, bytes.count, stream)
        guard fclose(stream) == 0, written == bytes.count else { throw TraceWriteError(file: file, errno: errno) }
    }

    private func account() {
        if engine.search.isBlocked {
            report.blocked += 1
            return
        }
        report.executions += 1
        for failure in failures where known.insert(failure).inserted {
            report.findings.append(.init(failure: failure, schedule: engine.schedule, tasks: engine.log?.names ?? []))
        }
        if case .success(let outcome)? = result, engine.hasFinished {
            if report.outcomes[outcome] != nil {
                report.outcomes[outcome]?.count += 1
            } else {
                report.outcomes[outcome] = .init(count: 1, schedule: engine.schedule)
            }
        }
    }
}

/// In place of a function's result, where the outcome is asked for at the end.
private struct NothingReturned: Error {}

/// A trace could not be written.
public struct TraceWriteError: Error, Sendable {
    public var file: String
    public var errno: Int32
}
