import AfterScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "order", asks: "The blocks of `asyncAfter` have numbers in the order of submission. Which one began first?",
        because: """
            The block with the earliest deadline was submitted last, so it has the highest number. If another one began first, several
            deadlines were over when the system looked: the order was left to chance.
            """
    ) { trace in
        let blocks = trace.items.filter { $0.how == .after }
        let first = blocks.filter { $0.began != nil }.min { ($0.began ?? 0) < ($1.began ?? 0) }
        return .one(of: blocks.map(\.label), right: first?.label, at: first?.began)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<AfterParameters>] = [
    FollowUp(
        after: "late", "under-load", "busy-queue", "timer",
        asks: Variant(
            "busy-again", "a block of 60 ms is on the queue, and another one is due after 30 ms",
            prediction: Prediction(
                """
                `delay` is 30: the block of `asyncAfter` is due in 30 ms. `queue` is serial, and its first block runs for 60 ms. How late
                is the second block, at least?
                """,
                about: .part(of: "showPromptOnBusyQueue", from: "let due", through: "everything.wait"),
                choices: ["0 ms: it has a deadline", "30 ms", "60 ms"], answer: 1,
                because: "At 30 ms the block is submitted, and its queue is busy for another 30 ms. After that it still needs a thread.",
                at: .firstLateBlock, beside: ["watch.begins": "{how late the block began} late"]),
            run: { _ in showPromptOnBusyQueue(after: 30) },
            claims: { [Claim("how late the block began", measured: $0.observations.lateness.latest, "ms", .atLeast(30))] })),
    FollowUp(
        after: "order", "chain",
        asks: Variant(
            "three-in-a-chain", "three blocks, each 10 ms after the one before",
            prediction: Prediction(
                "`blocks` is 3, and `step` is 10 ms. `remind(1)` is called now. When can the third block begin, at the earliest?",
                about: .part(of: "orderByChain", from: "@Sendable func", through: "everything.wait"),
                choices: ["after 10 ms: the timers run at the same time", "after 20 ms", "after 30 ms"], answer: 2,
                because: """
                    The timer of a block starts when the block before it has begun. So the pauses add up, and every delay on the way adds to
                    them.
                    """, at: .nextLateBlock, beside: ["remind(1)": "the third block began {time until the third block} later"]),
            run: { _ in orderByChain(3, step: .milliseconds(10)) },
            claims: { run in
                let blocks = run.trace.items.filter { $0.how == .after }
                let time = Double((blocks.compactMap(\.began).max() ?? 0) - (blocks.compactMap(\.enqueued).min() ?? 0)) / 1e6
                return [
                    Claim("blocks that ran", run.observations.ran.count, "blocks", .exactly(3), outOf: 3),
                    Claim("time until the third block", measured: time, "ms", .moreThan(20)),
                ]
            })),
    FollowUp(
        after: "cannot-cancel", "check-in-block", "cancel",
        asks: Variant(
            "closed-for-good", "the user closes the screen, and does not come back",
            prediction: Prediction(
                """
                The user opens the screen and closes it before the block is due, and does not come back. The block checks `isOpen`. How
                many prompts appear?
                """,
                about: "CheckingScreen.didOpen", choices: ["none", "one"], answer: 0,
                because: """
                    The block runs, and sees a closed screen. So this check is right for one visit. It fails only if another visit begins
                    before the block runs.
                    """, at: .firstLateBlock, beside: ["showPrompt": "{prompts that were shown}"]),
            run: { CheckingScreen(delay: $0.delay).visitOnce() },
            claims: { [Claim("prompts that were shown", $0.observations.prompts, "prompts", .exactly(0))] })),
    FollowUp(
        after: "cancel-before", "cancel-during", "cancel-looks", "task-sleep",
        asks: Variant(
            "three-rows", "an item that never looks, cancelled after the first of three rows",
            prediction: Prediction(
                """
                There are three rows. `item.cancel()` is called when the first one has been drawn. `draw()` draws all three. What is
                `item.isCancelled` after that?
                """,
                about: [.part(of: "Drawing.cancelDuring", from: "pause?.waitForItem", through: "item.cancel"), "Drawing.draw"],
                choices: ["false: the item has done all its work", "true"], answer: 1,
                because: "The flag says that `cancel()` was called. It does not say whether any code looked at it.", at: .endOfLateBlock,
                beside: ["draw(row)": "{rows that were drawn, although the item was cancelled after the first one}"]),
            run: { Drawing(rows: 3, pause: Pause()).cancelDuring(looks: false, after: $0.delay) },
            claims: { drawingClaims($0, rows: 3, showsMistake: true) })),
]
