import CancellationScenario
import LabKit

struct CancellationParameters: LabParameters {
    @Option(help: "Files to copy, pages to draw, shelves to search (3 to 12; default: 5).", transform: within(3...12))
    var steps = 5
}

typealias EndRun = Run<CancellationParameters, EndReport>

func endClaim(_ seen: EndReport, _ expected: String, showsMistake: Bool = false) -> Claim {
    Claim("end of the task", found: seen.ending, expected: expected, holds: seen.ending == expected, showsMistake: showsMistake)
}

func neverLooksClaims(_ run: EndRun) -> [Claim] {
    let steps = run.setting.steps
    return [Claim("files of the cancelled task", run.observations.done, "files", .exactly(steps), outOf: steps, showsMistake: true)]
}

func looksClaims(_ run: EndRun) -> [Claim] {
    [
        Claim("files of the cancelled task", run.observations.done, "files", .exactly(2), outOf: run.setting.steps),
        endClaim(run.observations, "it threw a CancellationError"),
    ]
}

func handlerClaims(_ run: Run<CancellationParameters, DrawingReport>) -> [Claim] {
    let seen = run.observations
    return [
        Claim("handlers that ran on the thread of `cancel`", seen.isOnThisThread ? 1 : 0, "handlers", .exactly(1), outOf: 1),
        Claim("handlers that had ended when `cancel` returned", seen.hasRun ? 1 : 0, "handlers", .exactly(1), outOf: 1),
        Claim("pages of the stopped plotter", seen.pages, "pages", .exactly(2), outOf: run.setting.steps),
    ]
}

func lockClaim(_ seen: CleanUpReport, _ expected: Int, showsMistake: Bool = false) -> [Claim] {
    [Claim("documents that stay locked", seen.isLocked ? 1 : 0, "documents", .exactly(expected), outOf: 1, showsMistake: showsMistake)]
}

func timeoutWaitsClaims(_ run: EndRun) -> [Claim] {
    let steps = run.setting.steps
    return [
        Claim("shelves when the timeout is thrown", run.observations.done, "shelves", .exactly(steps), outOf: steps, showsMistake: true),
        endClaim(run.observations, "it threw a TimedOut"),
    ]
}

func timeoutClaims(_ run: EndRun) -> [Claim] {
    [
        Claim("shelves when the timeout is thrown", run.observations.done, "shelves", .between(0, 2), outOf: run.setting.steps),
        endClaim(run.observations, "it threw a TimedOut"),
    ]
}

let lab = Lab<CancellationParameters>(
    name: "lab-cancellation",
    title: "Cancellation of Swift tasks: a request, and who hears it",
    about: """
        `cancel()` stops nothing. It marks the task, and runs its cancellation handlers. The task has to look, or it awaits something that
        looks. Watch what a task does after its cancellation (`×`).
        """,
    next: [
        "`swift run lab-cancellation --variant looks --step` tells the run event by event: what happens between the cancellation and the end?",
        "`swift run lab-cancellation --variant timeout-waits --steps 12`: how much later is the timeout now?",
        "`swift run lab-cancellation --explore --variant resume-under-lock`: which two threads wait for each other?",
    ],
    variants: variants, afterRun: afterRun, followUps: followUps,
    staging: ["Halfway.swift", "Meeting.swift", "MailboxStaging.swift", "UntilCancelled.swift"])

lab.main()
