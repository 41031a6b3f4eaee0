import LabKit
import OperationsScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "queue", asks: "Which operation ends first?",
        because: """
            The queue starts its operations in the order in which they were added. After that it does not order them: chance decides which one
            ends first.
            """
    ) { trace in
        let first = trace.operations.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: trace.operations.map(\.label).sorted(), right: first?.label, at: first?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<OperationsParameters>] = [
    FollowUp(
        after: "start", "queue", "blocks",
        asks: Variant(
            "start-in-background", "start() in a block of a global queue",
            prediction: Prediction(
                "A block of a global queue calls `operation.start()`. On which thread does the operation run?",
                about: .part(of: "startInBackground", from: "DispatchQueue.global", through: "everything.wait"),
                choices: ["on the main thread", "on the thread of the block", "on another thread of the pool"], answer: 1,
                because: "`start()` is an ordinary call: it runs the operation here and now, and then the block goes on.",
                at: Moment { $0.operationsStartedByHand.first?.began },
                beside: ["operation.start": "{threads that ran the block and the operation} ran both"]),
            run: { _ in startInBackground() },
            claims: { run in
                let threads = Set(run.trace.items.filter { $0.began != nil }.compactMap(\.lane))
                return [
                    Claim("threads that ran the block and the operation", threads.count, "threads", .exactly(1)),
                    onMainThread(run, 0, of: 1),
                ]
            })),
    FollowUp(
        after: "counting", "apart", "tasks",
        asks: Variant(
            "in-turn", "two counting operations on a queue of width 1",
            prediction: Prediction(
                "Each operation prints its numbers one by one. `maxConcurrentOperationCount` is 1. Can the two outputs mix?",
                about: [
                    .part(of: "countInTurn", from: "operationQueue.max", through: "\"second\""),
                    .part(of: "CountingOperation.main", from: "for number"),
                ], choices: ["yes, each line has its own lock", "no: the second operation begins when the first one is finished"],
                answer: 1,
                because: """
                    A queue of this width starts an operation when the one before it has finished. So the output is in order, and only one
                    thread works.
                    """, at: Moment { $0.operations.dropFirst().first?.began },
                beside: ["console.printCount": "{operations whose numbers stayed in one piece} in one piece"]),
            run: { _ in countInTurn(upTo: 50) },
            claims: { run in
                [
                    Claim("operations whose numbers stayed in one piece", run.observations.inOnePiece, "operations", .exactly(2), outOf: 2),
                    Claim("operations that ran at the same time", run.trace.operationsAtOnce, "operations", .exactly(1)),
                ]
            })),
    FollowUp(
        after: "silent-finish", "announced-finish", "finished-twice", "added-twice", "started-in-queue",
        asks: Variant(
            "second-operation", "an asynchronous download, and an operation after it",
            prediction: Prediction(
                """
                The queue has the width 1. `start()` of the download returns immediately, and its answer comes 100 ms later. When does
                `show` start?
                """,
                about: ["AnnouncedDownload.finish", .part(of: "run", from: "operationQueue.max", through: "addOperations")],
                choices: ["when `start()` has returned", "when `finish` has announced the end", "never"], answer: 1,
                because: """
                    The download is in the queue until it announces that `isFinished` has changed. The width counts operations that are not
                    finished, and not threads.
                    """, at: .start(ofOperation: "show"), beside: ["addOperations": "{operations that began} began"]),
            run: { _ in downloadAndAnnounce() }, claims: announcedFinishClaims)),
]
