import Explorer
import FoundationEssentials
import Glibc

/// What a program to explore calls first, and last: it explores the program and reports to whoever started it, on standard output.
///
/// The program is compiled outside of the package, with a few lines that call this by its symbol. `scenario` is what is explored; `outcome`
/// says what came of it once everything has ended, and `isAllowed` whether that may be.
@_silgen_name("interleave_explore_program")
public func exploreProgram<Result, Outcome>(
    scenario: @escaping () throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool
) {
    let run = Run(outcome: outcome, isAllowed: isAllowed)
    explore(ExploredProgram(body: { run.result = .success(try scenario()) }, conclude: { try run.conclude() }))
}

/// The same for a function that is `async`: it is begun by a task on the main actor, as an asynchronous `main` is.
@_silgen_name("interleave_explore_async_program")
public func exploreProgram<Result, Outcome>(
    scenario: @escaping () async throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool
) {
    let run = Run(outcome: outcome, isAllowed: isAllowed)
    // The tasks of what is explored take turns on one thread.
    nonisolated(unsafe) let scenario = scenario, shared = run
    var program = ExploredProgram(
        body: {
            shared.result = nil
            Task { @MainActor in
                do { shared.result = .success(try await scenario()) } catch { shared.result = .failure(error) }
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
    session.beginCapture = { capture.begin() }
    session.endCapture = { capture.end() }
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
    let report =
        if let path = order.path {
            session.replay(path)
        } else {
            session.explore()
        }
    channel.send(report)
    _exit(0)
}

/// The result of a scenario, and what is said of it. Not instrumented, so that it is no part of what is explored.
private final class Run<Result, Outcome> {
    private let outcome: (Result) -> Outcome
    private let isAllowed: (Outcome) -> Bool
    /// Asking the type once is cheaper than asking each value.
    private let isUnordered = Outcome.self is any Unordered.Type
    var result: Swift.Result<Result, any Error>?

    init(outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool) {
        self.outcome = outcome
        self.isAllowed = isAllowed
    }

    func conclude() throws -> (text: String, isAllowed: Bool) {
        guard let result else { return ("", true) }
        let outcome = outcome(try result.get())
        // A text that two have written at once may be no text any more: whoever reads it traps, and here that is the program's own trap.
        let text = isUnordered ? (outcome as? any Unordered)?.orderedText ?? "" : "\(outcome)"
        return (String(decoding: Array(text.utf8), as: UTF8.self), isAllowed(outcome))
    }
}
