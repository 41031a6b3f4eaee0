import Explorer
import FoundationEssentials
import Glibc
import Synchronization

/// The program's `main` is here. It calls code that was compiled with the program, which says what
/// to explore, and never returns from there.
///
/// The first argument is the number of the program's entry to explore.
@_cdecl("main")
public func hostMain(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    Entry.chosen = count > 1 ? arguments[1].flatMap { Int(String(cString: $0)) } ?? 0 : 0
    ProgramMain.callEntries()
    return 64
}

/// The entry of the next call: the entries come in the order of their numbers.
private enum Entry {
    nonisolated(unsafe) static var chosen = 0
    nonisolated(unsafe) private static var next = 0

    static func isChosen() -> Bool {
        next += 1
        return next - 1 == chosen
    }
}

// A few lines that are compiled with the program (`ProgramEntries` in ExplorationRunner) call the
// following functions by these symbols. Those lines name no type, because the program can have its
// own types of any name.

/// Explores a function. `outcome` gives its outcome after everything has finished; `isAllowed` is
/// nil if the program does not judge outcomes.
@_silgen_name("interleave_explore_program")
public func exploreProgram<Result, Outcome>(
    scenario: @escaping () throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> ()?
) {
    guard Entry.isChosen() else { return }
    let run = Run(outcome: outcome, isAllowed: isAllowed)
    explore(
        ExploredProgram(
            body: {
                run.result = nil
                run.result = .success(try scenario())
            }, conclude: { try run.conclude() }))
}

/// The same for an `async` function: a task on the main actor starts it, as for an asynchronous
/// `main`.
@_silgen_name("interleave_explore_async_program")
public func exploreProgram<Result, Outcome>(
    scenario: @escaping () async throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> ()?
) {
    guard Entry.isChosen() else { return }
    let run = Run(outcome: outcome, isAllowed: isAllowed)
    exploreTask(run, scenario, endsProcess: false)
}

/// The same for a whole program. If its output is its outcome, the process ends with its `main`.
@_silgen_name("interleave_explore_main")
public func exploreMain<Outcome>(outcome: @escaping (()) -> Outcome, isAllowed: @escaping (Outcome) -> ()?) {
    guard Entry.isChosen() else { return }
    let run = Run(outcome: outcome, isAllowed: isAllowed), endsProcess = Printing.isOutcome
    if !endsProcess { ProgramMain.waitForAll() }
    ProgramMain.noteUncaughtError { run.result = .failure($0) }
    let body = {
        run.result = nil
        ProgramMain.run()
        if endsProcess, !RealRun.isOn { ProgramMain.end(returns: true) }
        run.result = .success(())
    }
    explore(ExploredProgram(body: body, conclude: { try run.conclude() }), endsAtReturn: endsProcess)
}

/// The same for a program whose `main` is `async`.
@_silgen_name("interleave_explore_async_main")
public func exploreMain<Outcome>(
    main: @escaping () async throws -> Void, outcome: @escaping (()) -> Outcome, isAllowed: @escaping (Outcome) -> ()?
) {
    guard Entry.isChosen() else { return }
    if !Printing.isOutcome { ProgramMain.waitForAll() }
    exploreTask(Run(outcome: outcome, isAllowed: isAllowed), main, endsProcess: Printing.isOutcome)
}

/// The program's output is its outcome.
@_silgen_name("interleave_outcome_is_printed")
public func outcomeIsPrinted() {
    Printing.isOutcome = true
    StandardStreams.observeOutput()
}

private enum Printing { nonisolated(unsafe) static var isOutcome = false }

/// The output, as a value of the program's own text type.
@_silgen_name("interleave_printed")
public func printed<Text>(_ text: Text) -> Text { (RealRun.isOn ? RealRun.printed : StandardStreams.printed) as? Text ?? text }

/// The program's function for judging outcomes takes values of another type.
@_silgen_name("interleave_not_judged")
public func notJudged() { Judge.fits = false }

enum Judge { nonisolated(unsafe) static var fits = true }

private func exploreTask<Result, Outcome>(
    _ run: Run<Result, Outcome>, _ scenario: @escaping () async throws -> Result, endsProcess: Bool
) {
    let shared = Shared(run: run, scenario: scenario)
    var program = ExploredProgram(
        body: {
            shared.run.result = nil
            Task { @MainActor in
                do { shared.run.result = .success(try await shared.scenario()) } catch { shared.run.result = .failure(error) }
                if endsProcess, !RealRun.isOn { ProgramMain.end(returns: false) }
                shared.hasReturned.store(true, ordering: .releasing)
            }
        }, conclude: { try run.conclude() })
    program.isAsynchronous = true
    explore(program, endsAtReturn: endsProcess) { shared.hasReturned.load(ordering: .acquiring) }
}

/// The data that the first thread needs from its caller. The threads of the explored program take
/// turns on one real thread, so no two use it at the same time.
private final class Shared<Result, Outcome>: @unchecked Sendable {
    let run: Run<Result, Outcome>
    let scenario: () async throws -> Result
    /// For a real run.
    let hasReturned = Atomic(false)

    init(run: Run<Result, Outcome>, scenario: @escaping () async throws -> Result) {
        self.run = run
        self.scenario = scenario
    }
}

private func explore(_ program: ExploredProgram, endsAtReturn: Bool = false, hasReturned: @escaping () -> Bool = { true }) -> Never {
    let channel = Channel()
    guard let order = channel.order() else {
        channel.complain("This program is explored by: interleave explore FILE.swift\n")
        exit(64)
    }
    if let chaos = order.chaos {
        let run = RealRun(chaos, channel, secret: order.secret)
        if Printing.isOutcome { RealRun.keepOutput() }
        run.run(program, endsAtReturn: endsAtReturn, hasReturned: hasReturned)
    }
    let questions = order.seat.map(Exploration.open)
    Limits.set(memory: order.memory)
    Watchdog.confine(to: order.folder)
    Watchdog.endAtRequest()
    Watchdog.noticeOtherThreads()
    Watchdog.stopTasks(after: 5)
    Exploration(program, channel, order, questions: questions).run()
}

/// The result of a scenario, and how it is judged. Not instrumented, so that it is not part of the
/// explored code.
private final class Run<Result, Outcome> {
    private let outcome: (Result) -> Outcome
    private let isAllowed: (Outcome) -> ()?
    private let text = OutcomeText<Outcome>()
    var result: Swift.Result<Result, any Error>?

    init(outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> ()?) {
        self.outcome = outcome
        self.isAllowed = isAllowed
    }

    func conclude() throws -> (text: String, isAllowed: Bool) {
        // (A program that has ended itself has no result; its output is there.)
        guard let result = try result?.get() ?? (() as? Result) else { return ("", true) }
        let outcome = outcome(result)
        return (text.of(outcome), isAllowed(outcome) != nil)
    }
}
