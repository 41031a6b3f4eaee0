import DrawScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "background", asks: "Which thread runs the search?",
        because:
            "Not the main thread: so it can handle the touches meanwhile. Which thread of the pool it is, the system decides in each run."
    ) { trace in .one(of: trace.threadNames, right: trace.threadName(trace.work?.lane), at: trace.work?.began) }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<DrawParameters>] = [
    FollowUp(
        after: "main-thread", "background", "wrong-thread", "draw-main", "draw-background", "task",
        asks: Variant(
            "sync-page", "a global queue searches, and the page calls it with sync",
            prediction: Prediction(
                """
                The main thread calls `viewDidLoad()`. The block is submitted to a global queue, with `sync`. Which thread runs
                `search.largestPrime()`?
                """,
                about: "SyncPage.viewDidLoad", choices: ["a thread of the pool", "the main thread", "both, in turns"], answer: 1,
                because: """
                    The thread that calls `sync` has to wait anyway, so libdispatch lets it run the block itself. So the app is frozen as
                    before: `sync` moves no work away from the main thread.
                    """, at: Moment(\.firstTouch),
                beside: ["let prime": "{pieces of work on the main thread} on the main thread"]),
            run: { $0.search { SyncPage($0, $1) } }, claims: frozenClaims)),
    FollowUp(
        after: "strong-self", "guard-self", "weak-self",
        asks: Variant(
            "queue-self", "a queue owns the closure that owns the page",
            prediction: Prediction(
                """
                `self` is a strong reference here, and a queue keeps the closure. The user leaves during the search, and the app drops
                its reference to the page. When does `deinit` run?
                """,
                about: ["QueueSelfPage.deinit", "QueueSelfPage.viewDidLoad"],
                choices: ["when the user leaves", "when both blocks have run", "never: `self` is strong"], answer: 1,
                because: """
                    A queue drops a closure after it has run. So there is no circle, as with a service that the page owns. But the page stays
                    in memory during the search.
                    """, at: .opening(Moment(\.firstTouch)),
                beside: ["deinit": "during the search: {pages whose deinit runs during the work, when the user leaves}"]),
            run: { $0.search(leaving: true) { QueueSelfPage($0, $1) } }, claims: queueSelfClaims)),
]
