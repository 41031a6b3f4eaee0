/// Runs a function under every interleaving of its threads, equivalent ones once, and returns the
/// results.
///
/// The function is the program: the function and the threads that it starts are scheduled one at a
/// time. Calls of pthread and Foundation locks, conditions and threads are intercepted everywhere.
/// Accesses to memory, atomic ones too, are seen in code that was compiled with `-sanitize=thread`.
/// (The compiler then reports each but `max` and `min` of an `Atomic`: those are not steps here.
/// `interleave explore` replaces their declarations.) Apart from its schedule, the function must
/// behave the same each time. Variables of the program that instrumented code changes are restored
/// after each execution; the heap outside of the function is not. If instrumented and other code
/// are linked together, explore code that uses Swift's `Mutex` as a library of its own. Swift
/// compiles the end of `withLock` into each client under one name, and the linker keeps one copy.
/// If that is the other code's, the release of the lock is not seen, and what the lock protects
/// seems to race. Runs on the calling thread; other calls wait for their turn.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body).explore(options)
}

/// Runs a function under every interleaving. The outcome is read when everything that the function
/// has started has ended.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Void, outcome: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body, outcome: outcome).explore(options)
}

/// Runs a function once with a schedule. After the schedule's end, the threads go on one after the
/// other.
public func replay<Outcome: Hashable & Sendable>(
    _ schedule: Schedule, _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body).replay(schedule, options)
}

/// Runs a function once; the caller chooses at each step which task goes next. The result has the
/// chosen schedule, to be replayed.
///
/// Accesses to memory are steps if they race when the tasks run one after the other.
/// - Parameter deciding: gets the enabled tasks and their next steps, and returns a task. If the
///   returned task is not enabled, the running task goes on or, if it cannot, the first enabled
///   one.
public func play<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome, deciding: @escaping (Situation) -> Int
) -> Exploration<Outcome> {
    Account(body).play(options, deciding)
}

/// Records a session's executions, with results that are values and not words.
private final class Account<Outcome: Hashable & Sendable>: ExecutionObserver {
    private var program: ExploredProgram
    /// The outcome of the present execution.
    private var value: Outcome?
    private var exploration = Exploration<Outcome>()
    private var known: Set<Failure> = []
    // Not weak: releasing an object with weak references is a step, and the session calls the
    // program.
    private var session: ExplorationSession?

    init(_ body: @escaping () throws -> Outcome) {
        program = ExploredProgram(body: {})
        // Releasing an object with weak or unowned references would be a step.
        let account = Unmanaged.passUnretained(self)
        program.body = {
            account._withUnsafeGuaranteedRef { $0.value = nil }
            let value = try body()
            account._withUnsafeGuaranteedRef { $0.value = value }
        }
    }

    init(_ body: @escaping () throws -> Void, outcome: @escaping () throws -> Outcome) {
        program = ExploredProgram(body: {})
        let account = Unmanaged.passUnretained(self)
        program.body = {
            account._withUnsafeGuaranteedRef { $0.value = nil }
            try body()
        }
        program.conclude = {
            let value = try outcome()
            account._withUnsafeGuaranteedRef { $0.value = value }
            return ("", true)
        }
    }

    func explore(_ options: ExplorationOptions) -> Exploration<Outcome> {
        let session = ExplorationSession(program, options: options)
        self.session = session
        let report = session.search(by: self)
        exploration.executions = report.executions
        exploration.blocked = report.blocked
        exploration.isComplete = report.isComplete
        exploration.coverage = report.coverage
        return exploration
    }

    func replay(_ schedule: Schedule, _ options: ExplorationOptions) -> Exploration<Outcome> {
        let session = ExplorationSession(program, options: options)
        note(session.makeAgain(schedule), schedule)
        exploration.executions = 1
        return exploration
    }

    func play(_ options: ExplorationOptions, _ deciding: @escaping (Situation) -> Int) -> Exploration<Outcome> {
        let (result, schedule) = ExplorationSession(program, options: options).make(deciding)
        note(result, schedule)
        exploration.executions = 1
        return exploration
    }

    func note(_ result: ExplorationSession.Result, _ schedule: @autoclosure () -> Schedule) {
        for failure in result.failures + (result.thrown.map { [.error($0)] } ?? []) where known.insert(failure).inserted {
            exploration.findings.append(.init(failure: failure, schedule: schedule(), executions: session?.executionCount ?? 1))
        }
        guard result.hasFinished, result.thrown == nil, let value else { return }
        if exploration.outcomes[value] != nil {
            exploration.outcomes[value]?.count += 1
        } else {
            exploration.outcomes[value] = .init(count: 1, schedule: schedule())
        }
    }

    func beginAnew() { exploration.outcomes = [:] }
}
