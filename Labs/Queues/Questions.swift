import LabKit
import QueuesScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "concurrent", asks: "Which block is the first one to end?",
        because:
            "Blocks of a concurrent queue begin in order, and end when their work is done. So the first to begin need not be the first to end."
    ) { trace in
        let blocks = trace.items(onQueue: "thumbnails"), first = blocks.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: blocks.map(\.label), right: first?.label, at: first?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<QueuesParameters>] = [
    FollowUp(
        after: "serial", "concurrent", "serial-barrier", "qos",
        asks: Variant(
            "submit-inside", "a block submits another one to its own serial queue",
            prediction: Prediction(
                """
                `queue` is serial, and both outer blocks are submitted before `queue.resume()`. In which order are the numbers appended?
                """,
                about: .part(of: "submitInsideABlock", from: "queue.suspend", through: "queue.resume"),
                choices: ["in the order 1, 2, 3", "in the order 1, 3, 2", "in the order 3, 1, 2"], answer: 0,
                because: """
                    `async` puts the inner block at the end of the queue, after the second block, which was there before. And the running block
                    goes on to its end first.
                    """, at: Moment { trace in trace.items(onQueue: "thumbnails").last?.began },
                beside: ["append(3)": "{the order in which the blocks ran}"]),
            run: { _ in submitInsideABlock() },
            claims: { run in
                let order = run.observations.map(String.init).joined(separator: ", ")
                return [
                    Claim(
                        "the order in which the blocks ran", found: "the order was \(order)", expected: "1, 2, 3", holds: order == "1, 2, 3"
                    )
                ]
            })),
    FollowUp(
        after: "main", "global", "sync", "async", "sync-behind",
        asks: Variant(
            "main-log", "First Log in a block of the main queue",
            prediction: Prediction(
                "The main thread runs this code. Now the block goes to `DispatchQueue.main`. In which order do the logs come?",
                about: .part(of: "logOnMainQueue", from: "DispatchQueue.main", through: "\"Second Log\""),
                choices: ["First Log, Second Log", "Second Log, First Log", "either order, as with a global queue"], answer: 1,
                because: """
                    Only the main thread runs this block, and it is busy here. So the block runs later, when the function has returned to the
                    main loop. This order is certain.
                    """, at: .firstMainBlock, beside: ["\"First Log\"": "{the order of the logs}"]),
            run: { _ in logOnMainQueue() },
            claims: { run in
                let order = run.observations.joined(separator: ", ")
                return [
                    Claim(
                        "the order of the logs", found: "the order was \(order)", expected: "Second Log, First Log",
                        holds: order == "Second Log, First Log")
                ]
            })),
    FollowUp(
        after: "two-queues", "target", "concurrent-target",
        asks: Variant(
            "suspended-camera", "one of two queues with a common target is suspended",
            prediction: Prediction(
                """
                `camera` and `downloads` have the same serial target, and `camera` is suspended. How many photos are in the album when
                `downloads.sync` has returned?
                """,
                about: .part(of: "suspendOneQueue", from: "let target", through: "let seen"),
                choices: ["no photo: the target is suspended, too", "one photo", "two photos"], answer: 1,
                because: """
                    Suspending stops one queue, and not its target. The block of the camera waits in its own queue. The target runs the block of
                    the downloads.
                    """, at: Moment { trace in trace.items(onQueue: "downloads").first?.began },
                beside: ["let seen": "{photos in the album meanwhile}"]),
            run: { _ in suspendOneQueue() },
            claims: { [Claim("photos in the album meanwhile", $0.observations, "photos", .exactly(1), outOf: 2)] })),
]
