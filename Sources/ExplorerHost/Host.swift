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
    let channel = Channel()
    guard let order = channel.order() else {
        channel.complain("This program is explored by: interleave explore FILE.swift\n")
        exit(64)
    }
    Limits.set(memory: order.memory)
    Watchdog.endAtRequest()
    Watchdog.noticeOtherThreads()
    Watchdog.stopTasks(after: 5)
    let run = Run(scenario: scenario, outcome: outcome, isAllowed: isAllowed)
    let program = ExploredProgram(body: { try run.begin() }, conclude: { run.conclude() })
    var options = ExplorationOptions()
    options.executionLimit = order.executions
    let session = ExplorationSession(program, options: options)
    let capture = Capture()
    session.beginCapture = { capture.begin() }
    session.endCapture = { capture.end() }
    var lastWord = ContinuousClock.now, count = 0
    session.continues = { progress in
        count += 1
        if Watchdog.wasAskedToEnd { return false }
        if count % 64 == 0, ContinuousClock.now - lastWord > .milliseconds(100) {
            lastWord = .now
            channel.send(progress)
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

/// The scenario and its result, from one end of an execution to the other. Not instrumented, so that it is no part of what is explored.
private final class Run<Result, Outcome> {
    private let scenario: () throws -> Result
    private let outcome: (Result) -> Outcome
    private let isAllowed: (Outcome) -> Bool
    private var result: Result?

    init(scenario: @escaping () throws -> Result, outcome: @escaping (Result) -> Outcome, isAllowed: @escaping (Outcome) -> Bool) {
        self.scenario = scenario
        self.outcome = outcome
        self.isAllowed = isAllowed
    }

    func begin() throws {
        result = nil
        result = try scenario()
    }

    func conclude() -> (text: String, isAllowed: Bool) {
        guard let result else { return ("", true) }
        let outcome = outcome(result)
        return ("\(outcome)", isAllowed(outcome))
    }
}
