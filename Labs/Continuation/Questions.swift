import ContinuationScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "exactly-once", asks: "How many callbacks of the scanner have begun when the task ends?",
        because: "The first callback resumes the task. The task does not wait for the second one, which comes some milliseconds later."
    ) { trace in
        guard let ended = trace.items.filter({ $0.label == "reader" }).compactMap(\.ended).max() else { return nil }
        let begun = trace.items(onQueue: "scanner").count { ($0.began ?? .max) <= ended }
        return .number(begun, in: 0...2, at: ended)
    }
]

private func ending(
    _ prediction: Prediction, name: String, summary: String, is expected: String, run: @escaping @Sendable () async -> CallReport
) -> Variant<ContinuationParameters> {
    Variant(
        name, summary, prediction: prediction, lanes: .tasks, runAsynchronously: { _ in await run() },
        claims: { endClaims($0.observations, expected) })
}

/// The questions after a wrong guess.
let followUps: [FollowUp<ContinuationParameters>] = [
    FollowUp(
        after: "never-resumed", "every-path",
        asks: ending(
            Prediction(
                "This time the scanner calls `onPage`. What happens to the task that called `pageOrSilence`?",
                about: "pageOrSilence", choices: ["it waits for ever", "it goes on with the page", "it goes on without a page"], answer: 1,
                because: "This code path resumes the continuation. So a test with a scanner that works finds nothing.", at: .readerEnds,
                beside: ["continuation.resume": "{end of the call}"]),
            name: "scanner-works", summary: "a scanner that works", is: "it returned page 1", run: callThatSucceeds)),
    FollowUp(
        after: "resumed-twice", "exactly-once",
        asks: ending(
            Prediction(
                "The scanner calls `onPage` with page 1, and then with page 2. What does the task get?",
                about: [.part(of: "firstPage", from: "scanner.scan", through: "onFailure"), "FirstAnswer.come"],
                choices: ["page 1", "page 2", "both"], answer: 0,
                because: "The first answer takes the continuation. The second one finds nil.", at: .callback(1),
                beside: ["continuation?.resume": "{end of the call}"]),
            name: "two-pages", summary: "two pages, and the first answer counts", is: "it returned page 1",
            run: { await callWithFirstAnswer(.succeedsTwice) })),
    FollowUp(
        after: "resumed-inside",
        asks: ending(
            Prediction(
                "The scanner calls `onFailure` before `scan` returns. What happens to the task?",
                about: "page", choices: ["it waits for ever", "it gets a `ScanFailure`", "the process dies"], answer: 1,
                because: "The continuation remembers the error in the same way. The task throws it at the `await`.",
                at: .opening(.readerEnds), beside: ["continuation.resume(throwing": "{end of the call}"]),
            name: "failure-inside", summary: "a failure before the task is suspended", is: "it threw a ScanFailure",
            run: { await callWithEveryPath(.failsInside) })),
    FollowUp(
        after: "overwritten", "every-caller",
        asks: Variant(
            "three-callers", "three callers, and one place for a continuation",
            prediction: Prediction(
                "Three tasks call `document`, one after the other. Then the scanner calls `didFinish`. How many of them wait for ever?",
                about: ["LastCaller.document", "LastCaller.didFinish"], choices: ["none", "one", "two"], answer: 2,
                because: "Each caller replaces the continuation of the caller before it. Only the last one is resumed.",
                at: .begins("caller 3"), beside: ["await with": "{callers that wait for ever}"]),
            lanes: .tasks, runAsynchronously: { _ in await read(3, with: LastCaller()) },
            claims: { run in
                [
                    Claim(
                        "callers that wait for ever", 3 - run.observations.returned, "callers", .exactly(2), outOf: 3, showsMistake: true)
                ]
            })),
    FollowUp(
        after: "lost-cancellation", "kept-cancellation",
        asks: ending(
            Prediction(
                """
                This time the task is suspended, and its continuation is stored. Then another task calls `cancel()`. When does `wait` end?
                """,
                about: "LostCancellation.wait", choices: ["never", "as soon as the handler has resumed it"], answer: 1,
                because: "The handler finds the continuation, and resumes it. The bug shows only if the cancellation comes first.",
                at: .firstCancelledTask, beside: ["continuation?.resume": "{end of the call}"]),
            name: "cancelled-later", summary: "a task that is cancelled while it waits", is: "it threw a CancellationError",
            run: cancelLater)),
]
