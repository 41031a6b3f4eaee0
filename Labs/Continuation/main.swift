import ContinuationScenario
import LabKit

struct ContinuationParameters: LabParameters {
    @Option(help: "Tasks that wait for the same delegate (2 to 8; default: 2).", transform: within(2...8))
    var callers = 2
}

typealias DocumentRun = Run<ContinuationParameters, DocumentReport>

func endClaims(_ seen: CallReport, _ expected: String) -> [Claim] {
    [Claim("end of the call", found: seen.ending ?? "it has not returned", expected: expected, holds: seen.ending == expected)]
}

func neverReturns(_ seen: CallReport) -> [Claim] {
    [Claim("calls that returned", seen.hasEnded ? 1 : 0, "calls", .exactly(0), outOf: 1, showsMistake: true)]
}

func overwrittenClaims(_ run: DocumentRun) -> [Claim] {
    let seen = run.observations, callers = run.setting.callers
    return [
        Claim("callers that got the document", seen.returned, "callers", .exactly(1), outOf: callers, showsMistake: true),
        Claim("callers that wait for ever", callers - seen.returned, "callers", .exactly(callers - 1), outOf: callers, showsMistake: true),
    ]
}

func everyCallerClaims(_ run: DocumentRun) -> [Claim] {
    let seen = run.observations, callers = run.setting.callers
    return [
        Claim("callers that got the document", seen.returned, "callers", .exactly(callers), outOf: callers),
        Claim("pages that the callers have together", seen.pages, "pages", .exactly(2 * callers)),
    ]
}

let lab = Lab<ContinuationParameters>(
    name: "lab-continuation",
    title: "Continuations: from a callback to `await`, exactly once",
    about: """
        A scanner comes with an older library, which uses callbacks. A continuation makes an `async` function of it: the task is suspended until a
        callback resumes it. It must be resumed exactly once. Watch when the task is suspended (`◦◦`), and which callback ends that.
        """,
    next: [
        "`swift run lab-continuation --variant exactly-once --step` tells the run event by event: which callback resumes the task?",
        "`swift run lab-continuation --explore --variant lost-cancellation`: in how many interleavings does the task wait for ever?",
        "`swift run lab-continuation --variant overwritten --callers 8`: which caller gets the document?",
    ],
    variants: [
        Variant(
            "never-resumed", "a code path that does not resume: the task waits for ever", prediction: .neverResumed,
            explored: .brings(.leak), lanes: .tasks, runAsynchronously: { _ in await callWithoutFailurePath() },
            claims: { neverReturns($0.observations) }),
        Variant(
            "every-path", "fix: every code path resumes", prediction: .everyPath, explored: .brings(.none), fixes: ["never-resumed"],
            lanes: .tasks, runAsynchronously: { _ in await callWithEveryPath(.fails) },
            claims: { endClaims($0.observations, "it threw a ScanFailure") }),
        Variant(
            "resumed-twice", "two callbacks: the process dies", prediction: .resumedTwice, explored: .brings(.assertion),
            expected: .death(lesson: "a checked continuation that is resumed a second time ends the process"),
            timeLimit: .seconds(10), run: { _ in callWithTwoCallbacks() },
            traceClaims: { trace in
                [
                    Claim(
                        "callbacks that began", trace.items(onQueue: "scanner").count { $0.began != nil }, "callbacks", .exactly(2),
                        showsMistake: true)
                ]
            }),
        Variant(
            "exactly-once", "fix: the first callback takes the continuation", prediction: .exactlyOnce, explored: .brings(.none),
            fixes: ["resumed-twice"], runAsynchronously: { _ in await callWithFirstAnswer(.failsTwice) },
            claims: { run in
                endClaims(run.observations, "it threw a ScanFailure") + [
                    Claim(
                        "callbacks that ended", run.trace.items(onQueue: "scanner").count { $0.ended != nil }, "callbacks", .exactly(2))
                ]
            }),
        Variant(
            "resumed-inside", "resumed before the task is suspended", prediction: .resumedInside, explored: .brings(.none), lanes: .tasks,
            runAsynchronously: { _ in await callWithEveryPath(.succeedsInside) },
            claims: { endClaims($0.observations, "it returned page 1") }),
        Variant(
            "overwritten", "a delegate with one place for a continuation", prediction: .overwritten, explored: .brings(.leak),
            lanes: .tasks, runAsynchronously: { await read($0.callers, with: LastCaller()) }, claims: overwrittenClaims),
        Variant(
            "every-caller", "fix: the delegate keeps all continuations", prediction: .everyCaller, explored: .brings(.none),
            fixes: ["overwritten"], lanes: .tasks, runAsynchronously: { await read($0.callers, with: EveryCaller()) },
            claims: everyCallerClaims),
        Variant(
            "lost-cancellation", "cancelled before the continuation is stored: the task waits for ever", prediction: .lostCancellation,
            explored: .brings(.leak), lanes: .tasks, runAsynchronously: { _ in await cancelFirstAndLose() },
            claims: { neverReturns($0.observations) }),
        Variant(
            "kept-cancellation", "fix: the state remembers the cancellation", prediction: .keptCancellation, explored: .brings(.none),
            fixes: ["lost-cancellation"], lanes: .tasks, runAsynchronously: { _ in await cancelFirstAndKeep() },
            claims: { endClaims($0.observations, "it threw a CancellationError") }),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Looking.swift"])

lab.main()
