import Explorer
import FoundationEssentials
import Glibc

/// The program's `main` is here: it calls what was compiled with the program to say what is to be explored, and never returns from there.
///
/// The first argument says which of the program's entries is meant, by its number.
@_cdecl("main")
public func hostMain(_ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Int32 {
    Entry.chosen = count > 1 ? arguments[1].flatMap { Int(String(cString: $0)) } ?? 0 : 0
    ProgramMain.callEntries()
    return 64
}

/// Which entry the next call speaks of: they come in the order of their numbers.
private enum Entry {
    nonisolated(unsafe) static var chosen = 0
    nonisolated(unsafe) private static var next = 0

    static func isChosen() -> Bool {
        next += 1
        return next - 1 == chosen
    }
}

// What follows is called by a few lines that are compiled with the program (`ProgramEntries` in Exploring), by these symbols. Those lines name no type, because
// the program may have types of its own by any name.

/// Explores a function. `outcome` says what came of it once everything has ended; `isAllowed` is nil where that may not be.
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

/// The same for a function that is `async`: it is begun by a task on the main actor, as an asynchronous `main` is.
@_silgen_name("interleave_explore_async_program")
public func exploreProgram<Result, Outcome>(
    scenario: @escaping () async throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> ()?
) {
    guard Entry.isChosen() else { return }
    let run = Run(outcome: outcome, isAllowed: isAllowed)
    exploreTask(run, scenario, endsProcess: false)
}

/// The same for a whole program: where what it prints is its outcome the process ends with its `main`.
@_silgen_name("interleave_explore_main")
public func exploreMain<Outcome>(outcome: @escaping (()) -> Outcome, isAllowed: @escaping (Outcome) -> ()?) {
    guard Entry.isChosen() else { return }
    let run = Run(outcome: outcome, isAllowed: isAllowed), endsProcess = Printing.isOutcome
    if !endsProcess { ProgramMain.waitForAll() }
    ProgramMain.noteUncaughtError { run.result = .failure($0) }
    let body = {
        run.result = nil
        ProgramMain.run()
        if endsProcess { ProgramMain.end(returns: true) }
        run.result = .success(())
    }
    explore(ExploredProgram(body: body, conclude: { try run.conclude() }))
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

/// What the program prints is its outcome.
@_silgen_name("interleave_outcome_is_printed")
public func outcomeIsPrinted() {
    Printing.isOutcome = true
    StandardStreams.observeOutput()
}

private enum Printing { nonisolated(unsafe) static var isOutcome = false }

/// What was printed, as a value of the type that texts in the program have.
@_silgen_name("interleave_printed")
public func printed<Text>(_ text: Text) -> Text { StandardStreams.printed as? Text ?? text }

/// What the program has to judge its outcomes is for values of another type.
@_silgen_name("interleave_not_judged")
public func notJudged() { Judge.fits = false }

private enum Judge { nonisolated(unsafe) static var fits = true }

private func exploreTask<Result, Outcome>(
    _ run: Run<Result, Outcome>, _ scenario: @escaping () async throws -> Result, endsProcess: Bool
) {
    // The tasks of what is explored take turns on one thread.
    nonisolated(unsafe) let scenario = scenario, shared = run
    var program = ExploredProgram(
        body: {
            shared.result = nil
            Task { @MainActor in
                do { shared.result = .success(try await scenario()) } catch { shared.result = .failure(error) }
                if endsProcess { ProgramMain.end(returns: false) }
            }
        }, conclude: { try run.conclude() })
    program.isAsynchronous = true
    explore(program)
}

private func explore(_ program: ExploredProgram) -> Never {
    let channel = Channel()
    guard let order = channel.order() else {
        channel.complain("This program is explored by: interleave explore FILE.swift\n")
        exit(64)
    }
    Limits.set(memory: order.memory)
    Watchdog.confine(to: order.folder)
    Watchdog.endAtRequest()
    Watchdog.noticeOtherThreads()
    Watchdog.stopTasks(after: 5)
    let session = ExplorationSession(program, options: order.options)
    let capture = Capture()
    session.beginCapture = {
        capture.begin()
        StandardStreams.passOutputOn(true)
    }
    session.endCapture = {
        StandardStreams.passOutputOn(false)
        return capture.end()
    }
    var lastWord = ContinuousClock.now, count = 0, races = 0
    session.continues = { progress in
        count += 1
        if Watchdog.wasAskedToEnd { return false }
        // What comes of a race may be the end of this process: that there is one is told at once.
        if progress.races > races || (count % 64 == 0 && ContinuousClock.now - lastWord > .milliseconds(100)) {
            races = progress.races
            lastWord = .now
            var told = progress
            told.estimate = session.estimate(at: progress)
            channel.send(told)
        }
        return true
    }
    var report =
        if let path = order.path {
            session.replay(path)
        } else {
            session.explore()
        }
    report.isUnjudged = !Judge.fits
    channel.send(report)
    _exit(0)
}

/// The result of a scenario, and what is said of it. Not instrumented, so that it is no part of what is explored.
private final class Run<Result, Outcome> {
    private let outcome: (Result) -> Outcome
    private let isAllowed: (Outcome) -> ()?
    /// Asking the type once is cheaper than asking each value.
    private let isUnordered = Outcome.self is any Unordered.Type
    var result: Swift.Result<Result, any Error>?

    init(outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> ()?) {
        self.outcome = outcome
        self.isAllowed = isAllowed
    }

    func conclude() throws -> (text: String, isAllowed: Bool) {
        // (A program that has ended itself has come to no result; what it has printed is there.)
        guard let result = try result?.get() ?? (() as? Result) else { return ("", true) }
        let outcome = outcome(result)
        // A text that two have written at once may be no text any more: whoever reads it traps, and here that is the program's own trap.
        let text = isUnordered ? (outcome as? any Unordered)?.orderedText ?? "" : "\(outcome)"
        return (String(decoding: Array(text.utf8), as: UTF8.self), isAllowed(outcome) != nil)
    }
}
