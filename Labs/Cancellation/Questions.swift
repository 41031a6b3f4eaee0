import CancellationScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "timeout-waits", asks: "Which child task ends last?",
        because: "The sleep is over first, and its error decides. But the group waits for the work, which does not look."
    ) { trace in
        // The recording can end before the thread has left the last child.
        let children = trace.items.filter { ["work", "limit"].contains($0.label) && $0.began != nil }
        let last = children.max { ($0.ended ?? .max) < ($1.ended ?? .max) }
        return .one(of: ["work", "limit"], right: last?.label, at: last?.ended ?? last?.began)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<CancellationParameters>] = [
    FollowUp(
        after: "never-looks", "looks",
        asks: Variant(
            "is-cancelled", "a loop that looks at `isCancelled`",
            prediction: Prediction(
                "This loop looks at `Task.isCancelled`. The task is cancelled during the second of five files. What happens?",
                about: "copyAsFarAsPossible",
                choices: ["it returns 5", "it returns 2", "it throws a `CancellationError`"], answer: 1,
                because: "`isCancelled` throws nothing. The function returns a part of the work, and its caller has to know that.",
                at: .firstCancelledTask, beside: ["isCancelled": "{end of the task}"]),
            lanes: .tasks, runAsynchronously: { _ in await backUpAsFarAsPossible(5) },
            claims: { [endClaim($0.observations, "it returned 2")] })),
    FollowUp(
        after: "swallowed", "sleep",
        asks: Variant(
            "cancelled-before", "a task that was cancelled before it sleeps",
            prediction: Prediction(
                "This task was cancelled before it calls `waitPatiently`. How often does it ask the printer?",
                about: "waitPatiently", choices: ["never", "once", "20 times"], answer: 1,
                because: "The loop does not look before the question. `Task.sleep` looks first, and throws without any pause.",
                at: .opening(.ends("poll")), beside: ["printer.isReady": "{questions of the cancelled task}"]),
            lanes: .tasks, runAsynchronously: { _ in await pollCancelled(20) },
            claims: { [Claim("questions of the cancelled task", $0.observations.done, "questions", .exactly(1), outOf: 20)] })),
    FollowUp(
        after: "handler",
        asks: Variant(
            "handler-first", "a task that was cancelled before it sets up its handler",
            prediction: Prediction(
                "This task was cancelled before it calls `draw`. What happens to the handler?",
                about: "draw",
                choices: [
                    "it never runs: the cancellation is over", "it runs before the first page, on the task's own thread",
                    "it runs after the last page",
                ], answer: 1,
                because: "`withTaskCancellationHandler` looks first. In a cancelled task it calls the handler itself, then the operation.",
                at: .opening(.begins("drawing")), beside: ["plotter.stop": "pages: {pages of the stopped plotter}"]),
            lanes: .tasks, runAsynchronously: { _ in await drawCancelled(5) },
            claims: { run in
                [Claim("pages of the stopped plotter", run.observations.pages, "pages", .exactly(0), outOf: 5)]
            })),
    FollowUp(
        after: "resume-under-lock", "resume-outside",
        asks: Variant(
            "message-only", "a message without a cancellation",
            prediction: Prediction(
                "This time a message comes, and nothing cancels the task. `deliver` calls `resume` under the lock. What happens?",
                about: "ResumingUnderLock.deliver",
                choices: ["the task and `deliver` wait for each other", "the task gets its message, and the bug stays hidden"], answer: 1,
                because: "Without a handler that runs, the record of the task is free. So most tests of this class pass.",
                at: .opening(.ends("reader")), beside: ["state.take()": "{result of the task}"]),
            lanes: .tasks, runAsynchronously: { _ in await deliverOnly() },
            claims: { run in
                let message = run.observations.message
                return [
                    Claim(
                        "result of the task", found: message.map { "the message \($0)" } ?? "no message", expected: "the message hello",
                        holds: message == "hello")
                ]
            })),
    FollowUp(
        after: "clean-up", "shielded",
        asks: Variant(
            "child", "a clean-up in a child task",
            prediction: Prediction(
                "The second request is in a child task (`async let`). The parent was cancelled during `edit`. What happens to the lock?",
                about: "editAndCloseInChild",
                choices: [
                    "it is opened: a child is a task of its own", "it stays: a child of a cancelled task is cancelled from its begin",
                ], answer: 1,
                because: "Child tasks inherit the cancellation, also if they begin later. Only an unstructured task does not.",
                at: .firstCancelledTask, beside: ["async let": "{documents that stay locked}"]),
            lanes: .tasks, runAsynchronously: { _ in await cancelEditingWithChild() },
            claims: { lockClaim($0.observations, 1, showsMistake: true) })),
    FollowUp(
        after: "timeout-waits", "timeout",
        asks: Variant(
            "in-time", "work that ends before the limit",
            prediction: Prediction(
                "The limit is 30 seconds, and `work` ends after a millisecond. When does `withTimeout` return?",
                about: .part(of: "withTimeout", from: "try await withThrowing", through: "return try"),
                choices: ["after 30 seconds: the group waits for both children", "immediately: the sleep is cancelled, and looks"],
                answer: 1,
                because: "`defer` cancels the sleep, and `Task.sleep` throws. So both children have ended.",
                at: .opening(.ends("work")), beside: ["cancelAll": "{end of the task}"]),
            lanes: .tasks, runAsynchronously: { _ in await searchOneShelf() },
            claims: { [endClaim($0.observations, "it returned 1")] })),
    FollowUp(
        after: "loop-ends", "loop-looks",
        asks: Variant(
            "own-sequence", "a sequence of our own that never looks",
            prediction: Prediction(
                "The sequence counts 5, 4, 3, 2, 1. The task is cancelled at the number 4. What does `totalOfCountdown` return?",
                about: ["Countdown.next", "totalOfCountdown"],
                choices: ["9: the cancellation ends the loop", "15: the sequence does not look"], answer: 1,
                because: "A loop does not look. The iterator of a stream does, and this one does not. So it depends on the sequence.",
                at: .firstCancelledTask.or(.opening(.ends("total"))), beside: ["sum += number": "{end of the task}"]),
            lanes: .tasks, runAsynchronously: { _ in await addNumbers() },
            claims: { [endClaim($0.observations, "it returned 15")] })),
]
