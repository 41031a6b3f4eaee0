import LabKit
import SourceScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "timer", asks: "Which call of the handler takes longest?",
        because:
            "The ticks of this time are merged: the call after it finds their number in `data`. The queue never has two calls of one source."
    ) { trace in
        let calls = trace.items.filter { $0.how == .sourceHandler && $0.ended != nil }
        let longest = calls.max { ($0.ended ?? 0) - ($0.began ?? 0) < ($1.ended ?? 0) - ($1.began ?? 0) }
        guard let longest, let number = trace.number(of: longest) else { return nil }
        return .number(number, in: 1...calls.count, at: longest.began) { "call #\($0)" }
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<SourceParameters>] = [
    FollowUp(
        after: "sigstop", "sigcont", "sigtstp", "burst", "child", "debugger",
        asks: Variant(
            "suspended-queue", "a signal for a handler whose queue is suspended",
            prediction: Prediction(
                "`queue` is suspended when the signal arrives. When is the handler called?",
                about: [
                    .part(of: "signalToSuspendedQueue", from: "let source", through: "source.setEventHandler"),
                    .part(of: "signalToSuspendedQueue", from: "queue.suspend", through: "queue.resume"),
                ],
                choices: ["never: the signal is lost", "immediately, on another thread", "when the queue is resumed"], answer: 2,
                because: """
                    The source notices the signal and submits its handler. A suspended queue starts no block, so the handler is queued. Nothing is
                    lost.
                    """, at: Moment { trace in trace.items(onQueue: "SIGUSR1").first { $0.how == .sourceHandler }?.began },
                beside: ["let before": "{calls of the handler meanwhile}"]),
            run: { _ in try signalToSuspendedQueue() },
            claims: { run in
                [
                    Claim("calls of the handler meanwhile", run.observations.callsMeanwhile, "calls", .exactly(0)),
                    Claim("calls of the handler in all", run.observations.calls, "calls", .exactly(1)),
                ]
            })),
    FollowUp(
        after: "timer", "descriptor", "user-data",
        asks: Variant(
            "add-three-times", "three additions for one call",
            prediction: Prediction(
                """
                `screen` is suspended, and `progress.add` is called with 1, 2 and 3. What is `progress.data` in the first call of the handler?
                """,
                about: [
                    .part(of: "addThreeTimes", from: "let progress", through: "}"),
                    .part(of: "addThreeTimes", from: "screen.suspend", through: "screen.resume"),
                ], choices: ["it is 1", "it is 3, the last value", "it is 6"], answer: 2,
                because: "This source adds. While its handler cannot run, the sum grows, and one call gets all of it.",
                at: Moment { trace in trace.items(onQueue: "screen").first { $0.how == .sourceHandler }?.began },
                beside: ["sums.append": "{the sum in the first call}"]),
            run: { _ in try addThreeTimes() },
            claims: { run in
                [
                    Claim("the sum in the first call", run.observations.sums.first ?? 0, "photos", .exactly(6)),
                    Claim("calls of the handler", run.observations.sums.count, "calls", .exactly(1)),
                ]
            })),
]
