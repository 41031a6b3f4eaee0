/// Runs a function under every interleaving of its threads that can differ, and says what came of it.
///
/// The function is the program: the threads that it starts, and it itself, are scheduled one at a time. Calls of pthread and Foundation locks, conditions
/// and threads are followed everywhere; accesses to memory, atomic ones too, where the code was compiled with `-sanitize=thread`. (The compiler then
/// tells of each but `max` and `min` of an `Atomic`: those are no steps here. `interleave explore` declares them anew.) The function must behave the same each time but for its schedule. Variables of the program that instrumented code changes are put back
/// after each execution; what lies outside of the function on the heap is not. Where instrumented and other code are linked together, explore what uses Swift's
/// `Mutex` as a library of its own: the end of `withLock` is a function that Swift compiles into each of its clients under one name, and the linker
/// keeps one copy. If that is the other code's, giving the lock back is not seen, and what the lock protects seems to race. Runs on the calling
/// thread; others wait for their turn.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body).explore(options)
}

/// Runs a function under every interleaving, where the outcome is what is found when everything that it has started has ended.
public func explore<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Void, outcome: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body, outcome: outcome).explore(options)
}

/// Runs a function once, as a schedule has it; once the schedule is at its end, the threads go on one after the other.
public func replay<Outcome: Hashable & Sendable>(
    _ schedule: Schedule, _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome
) -> Exploration<Outcome> {
    Account(body).replay(schedule, options)
}

/// Runs a function once, and somebody decides at each step who goes next. What came of it has the schedule that was chosen, to be replayed.
///
/// Accesses to memory are steps where they race as the tasks go on one after the other.
/// - Parameter deciding: is given who can go on and what each would do, and says which task does; one that cannot go on is taken for whoever has
///   gone so far, or, where that one cannot, for the first.
public func play<Outcome: Hashable & Sendable>(
    _ options: ExplorationOptions = ExplorationOptions(), _ body: @escaping () throws -> Outcome, deciding: @escaping (Situation) -> Int
) -> Exploration<Outcome> {
    Account(body).play(options, deciding)
}

/// Keeps account of a session's executions, with results that are values and not words.
private final class Account<Outcome: Hashable & Sendable>: ExplorationWitness {
    private var program: ExploredProgram
    /// What the present execution came to.
    private var value: Outcome?
    private var exploration = Exploration<Outcome>()
    private var known: Set<Failure> = []
    // Not weak: letting go of what weak references know is a step, and the session calls the program.
    private var session: ExplorationSession?

    init(_ body: @escaping () throws -> Outcome) {
        program = ExploredProgram(body: {})
        // What is known by weak or unowned references cannot be let go of without a step.
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
        exploration.extent = report.extent
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
            exploration.findings.append(.init(failure: failure, schedule: schedule(), executions: session?.executionsMade ?? 1))
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
