import LabKit
import StreamScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "task-inside", asks: "Which of these tasks ends last?",
        because: "The listener is cancelled, and leaves. The metronome's task does not belong to it."
    ) { trace in
        let ends = ["listener", "metronome"].map { name in
            (name: name, end: trace.items.filter { $0.label == name }.compactMap(\.ended).max())
        }
        guard ends.allSatisfy({ $0.end != nil }) else { return nil }
        let last = ends.max { ($0.end ?? 0) < ($1.end ?? 0) }
        return .one(of: ends.map(\.name), right: last?.name, at: last?.end)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<StreamParameters>] = [
    FollowUp(
        after: "unbounded", "on-demand",
        asks: Variant(
            "finished", "a stream that is finished before its loop begins",
            prediction: Prediction(
                "A loop reads the stream that `finishedReadings` returns. How many readings does it get?",
                about: "finishedReadings", choices: ["none", "one", "three"], answer: 2,
                because: "The readings are in the buffer. `finish()` says that no more come, and a loop still gets those that are there.",
                at: .opening(.end), beside: ["gauge.yield": "{readings on the screen} come out"]),
            lanes: .tasks, runAsynchronously: { _ in await showFinishedReadings() }, claims: { [shownClaim($0.observations, [1, 2, 3])] })),
    FollowUp(
        after: "oldest", "newest",
        asks: Variant(
            "full-buffer", "`yield` into a full buffer",
            prediction: Prediction(
                "No loop takes an element here. What does the second `yield` return?",
                about: "yieldTwice", choices: [".enqueued(remaining: 0)", ".dropped(1)", ".dropped(2)"], answer: 1,
                because:
                    "The buffer keeps the newest element, which is 2. So 1 is thrown away, and `yield` returns the element that is lost.",
                at: .opening(.end), beside: ["let second": "{result of `yield`}"]),
            lanes: .tasks, runAsynchronously: { _ in await yieldIntoFullBuffer() }, claims: { [yieldClaim($0.observations, ".dropped(1)")] }
        )),
    FollowUp(
        after: "two-loops",
        asks: Variant(
            "throwing", "two loops over a stream that can throw",
            prediction: Prediction(
                "The stream of two readers is an `AsyncThrowingStream` now. Both loops wait for the first message. What happens?",
                about: "listen",
                choices: ["one of them gets the message", "both get the message", "the process ends"], answer: 2,
                because:
                    "`AsyncThrowingStream` allows one waiting loop, and the library checks it: `attempt to await next() on more than one task`.",
                at: .end, beside: ["for try await": "{loops that began}"]),
            expected: .death(lesson: "a stream that can throw allows one loop to wait, and the second one ends the process"),
            lanes: .tasks, timeLimit: .seconds(10), run: { _ in publishInThrowingStream() },
            traceClaims: { trace in
                [
                    Claim(
                        "loops that began", trace.items.count { ["Ada", "Ben"].contains($0.label) && $0.began != nil }, "loops", .exactly(2)
                    )
                ]
            })),
    FollowUp(
        after: "two-streams",
        asks: Variant(
            "late", "a reader who subscribes late",
            prediction: Prediction(
                "How many messages are in the stream `second`?",
                about: "publishEarly", choices: ["one", "two", "none"], answer: 0,
                because: "The newsroom keeps no messages. It yields each one to those who have subscribed by then.",
                at: .opening(.end), beside: ["let second": "{messages of the second reader}"]),
            lanes: .tasks, runAsynchronously: { _ in await subscribeLate() },
            claims: { run in
                let late = run.observations.ben
                return [Claim("messages of the second reader", late.count, "messages", .exactly(1), outOf: run.observations.ada.count)]
            })),
    FollowUp(
        after: "task-inside", "on-termination",
        asks: Variant(
            "break", "a loop that is left with `break`",
            prediction: Prediction(
                "The loop of `listenToTwo` ends with `break`, and the function returns the stream. When is `onTermination` called?",
                about: "listenToTwo",
                choices: ["at `break`", "when the stream is finished, or nothing has it any more", "when `listenToTwo` returns"],
                answer: 1,
                because:
                    "`break` ends the loop, and not the stream: another loop can go on with it. Here the metronome finishes it, three beats later.",
                at: .ends("metronome"), beside: ["break": "{beats after the listener has left} after that"]),
            lanes: .tasks, runAsynchronously: { _ in await leaveLoop() }, claims: { [beatClaim($0.observations, 3)] })),
    FollowUp(
        after: "finish-first", "finish-last",
        asks: Variant(
            "order", "the order of a merged stream",
            prediction: Prediction(
                "Each of two mailboxes has the letters 1 and 2, and `group` has a child for each of them. In which orders can the four letters come out?",
                about: .part(of: "mergeAll", from: "await withTaskGroup", through: "continuation.finish"),
                choices: [
                    "first both letters of one mailbox, then those of the other", "in any order in which each mailbox's 1 is before its 2",
                    "in any order",
                ], answer: 1,
                because: "One child reads one mailbox, in its order. Nothing orders the two children.",
                at: .opening(.end), beside: ["continuation.yield": "{mailboxes whose letters are out of order} out of order"]),
            lanes: .tasks, runAsynchronously: { _ in await mergeFullMailboxes() },
            claims: { run in
                let letters = run.observations.letters
                let wrong = ["home", "work"].count { name in letters.filter { $0.hasPrefix(name) } != ["\(name) 1", "\(name) 2"] }
                return [
                    Claim("mailboxes whose letters are out of order", wrong, "mailboxes", .exactly(0), outOf: 2),
                    Claim("letters that are read", letters.count, "letters", .exactly(4), outOf: 4),
                ]
            })),
    FollowUp(
        after: "cancelled-loop", "loop-looks",
        asks: Variant(
            "terminated", "`yield` after the cancellation",
            prediction: Prediction(
                "The task was cancelled, and has ended. What does the last line with `yield` return?",
                about: "yieldAfterCancellation",
                choices: [".enqueued(remaining: …), for the next loop", ".dropped(4)", ".terminated"], answer: 2,
                because:
                    "The cancellation has finished the stream, for its producer, too. A producer that asks this result knows when to stop.",
                at: .opening(.end), beside: ["gauge.yield": "{result of `yield`}"]),
            lanes: .tasks, runAsynchronously: { _ in await yieldTooLate() }, claims: { [yieldClaim($0.observations, ".terminated")] })),
]
