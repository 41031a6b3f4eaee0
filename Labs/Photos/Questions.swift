import LabKit
import PhotosScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "operations", asks: "Which operation is the first one that the app cancels?",
        because: """
            The app compares the rows on the screen with the rows that have operations, when the table stops. It takes the rows from a set,
            so their order differs between runs.
            """
    ) { trace in
        let cancelled = trace.items.filter { $0.how == .operation && $0.cancelled != nil }
        let first = cancelled.min { ($0.cancelled ?? 0) < ($1.cancelled ?? 0) }
        return .one(of: cancelled.map(\.label).sorted(), right: first?.label, at: first?.cancelled)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<PhotosParameters>] = [
    FollowUp(
        after: "main-thread", "all-rows",
        asks: Variant(
            "one-download", "the queue of the downloads has the width 1",
            prediction: Prediction(
                """
                Five rows come onto the screen, and each adds an operation to `downloadQueue`. How many of these downloads run at the same
                time?
                """,
                about: "PendingOperations.downloadQueue", choices: ["one", "five", "as many as the machine has cores"], answer: 0,
                because: """
                    The width of the queue is 1. So the photos come one after the other, in the order of their rows, and the app can cancel
                    those that are still queued.
                    """, at: Moment { trace in trace.items(onQueue: "Download queue").dropFirst().first?.began },
                beside: ["maxConcurrentOperationCount": "{most downloads at the same time} at the same time"]),
            timeLimit: .seconds(300), run: { try $0.scrolled("operations") },
            claims: { run in
                let downloads = run.trace.items(onQueue: "Download queue")
                return [Claim("most downloads at the same time", run.trace.mostAtOnce(downloads), "downloads", .exactly(1))]
            })),
    FollowUp(
        after: "operations", "completion-blocks", "tasks", "wrong-thread",
        asks: Variant(
            "taken-on-main", "the completion block submits a block to the main queue",
            prediction: Prediction(
                "The completion block calls `downloadEnded` on a thread of the pool. On which thread does `takeDownload` run?",
                about: [
                    "CompletionBlocksList.downloadEnded",
                    .part(of: "CompletionBlocksList.takeDownload", from: "photos[", through: "removeValue"),
                ], choices: ["on the same thread of the pool", "on the main thread", "chance decides"], answer: 1,
                because: """
                    The main queue runs its blocks on the main thread only. So only one thread uses the dictionary, and no lock is needed.
                    """, at: Moment { trace in trace.items.first { $0.how == .completion }?.began },
                beside: ["DispatchQueue.main.async": "{results taken on another thread than the main thread} on another thread"]),
            timeLimit: .seconds(300), run: { try $0.scrolled("completion-blocks") },
            claims: { run in
                [
                    Claim(
                        "results taken on another thread than the main thread", run.observations.changesOffMain, "results", .exactly(0))
                ]
            })),
]
