import LabKit
import PriorityScenario
import SimulatedProcessor

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "inversion", asks: "Which task uses the processor longest while bus waits for the lock?",
        because: """
            Bus waits for weather, and this task gets the processor only when no task of a higher priority is ready. So a task that does not
            even use the lock decides how long bus waits.
            """
    ) { trace in
        let waits = trace.waits.filter { $0.kind == .mutex && trace.threadName($0.lane) == "bus" }
        guard let longest = waits.max(by: { ($0.ended ?? 0) - $0.began < ($1.ended ?? 0) - $1.began }) else { return nil }
        let tasks = ["watchdog", "communication", "weather"], during = longest.began..<max(longest.began, longest.ended ?? trace.duration)
        let most = tasks.max { trace.time(of: $0, in: during) < trace.time(of: $1, in: during) }
        return .one(of: tasks, right: most, at: longest.began)
    },
    RunQuestion(
        after: "equal-priority", asks: "Which operation is the first one of normal priority to begin?",
        because: "Among equals the queue keeps the order of `addOperation`. The first normal operation has to wait for all high ones."
    ) { trace in
        let normal = trace.operations(onQueue: "filters").filter { $0.label.hasPrefix("normal") && $0.began != nil }
        let first = normal.min { ($0.began ?? 0) < ($1.began ?? 0) }
        return .one(of: normal.map(\.label).sorted(), right: first?.label, at: first?.began)
    },
]

extension Trace {
    /// For how long a task used the processor in a stretch of time.
    fileprivate func time(of task: String, in stretch: Range<Int64>) -> Int64 {
        let pauses = waits.filter { threadName($0.lane) == task }.map { $0.began..<max($0.began, $0.ended ?? duration) }
        return items.filter { $0.label == task }.reduce(0) { sum, item in
            guard let began = item.began else { return sum }
            let ran = (began..<max(began, item.ended ?? duration)).clamped(to: stretch)
            return sum + Int64(ran.count) - pauses.reduce(0) { $0 + Int64($1.clamped(to: ran).count) }
        }
    }
}

/// The questions after a wrong guess.
let followUps: [FollowUp<PriorityParameters>] = [
    FollowUp(
        after: "queue-priority", "equal-priority", "running-is-not-preempted",
        asks: Variant(
            "three-priorities", "three operations, and the middle one is the most important",
            prediction: Prediction(
                """
                `priorities` is normal, very high, low. The queue runs one operation at a time. In which order do they run after
                `queue.isSuspended = false`?
                """,
                about: .part(of: "filterByPriority", from: "queue.isSuspended = true", through: "queue.isSuspended = false"),
                choices: ["normal, very high, low", "very high, normal, low", "low, normal, very high"], answer: 1,
                because:
                    "All three are ready, so the highest priority goes first, then the next one. Their order in the queue does not matter.",
                at: .firstOperation, beside: ["isSuspended = false": "{the order in which they ran}"]),
            run: { _ in filterByPriority([.normal, .veryHigh, .low]) },
            claims: { run in
                let order = run.observations.ran.joined(separator: ", ")
                return [
                    Claim(
                        "the order in which they ran", found: "they ran in this order: \(order)", expected: "very high, normal, low",
                        holds: order == "very high, normal, low")
                ]
            })),
    FollowUp(
        after: "priority-as-order", "dependency", "dependency-beats-priority",
        asks: Variant(
            "raised-download", "the download has a high priority, too",
            prediction: Prediction(
                """
                The filter depends on the download, and now both have the priority very high. Which operation runs first after
                `queue.isSuspended = false`?
                """,
                about: .part(of: "raiseDownload", from: "let queue", through: "queue.isSuspended = false"),
                choices: ["the filter: it was added first", "the download", "the other photo"], answer: 1,
                because: """
                    The filter is not ready, so the download is the most important operation that is. Foundation does not raise a priority for
                    you: your code has to do it.
                    """, at: .firstOperation, beside: ["isSuspended = false": "{the order in which they ran}"]),
            run: { _ in raiseDownload() },
            claims: { run in
                let order = run.observations.ran.joined(separator: ", ")
                return [
                    Claim(
                        "the order in which they ran", found: "they ran in this order: \(order)", expected: "download, filter, other photo",
                        holds: order == "download, filter, other photo")
                ]
            })),
    FollowUp(
        after: "inversion", "inheritance",
        asks: Variant(
            "shorter-inversion", "the same without inheritance, and with less work for communication",
            prediction: Prediction(
                """
                No inheritance, one processor. Weather begins `bus.use` at 0 ms, with 20 ms of work. Communication begins at 10 ms, with 40
                ms. Bus asks for the lock at 5 ms. When does it get it?
                """,
                about: [
                    .part(of: "Spacecraft.fly", from: "RealTimeThread(\"bus\"", through: "eachCycle"),
                    .part(of: "Spacecraft.fly", from: "RealTimeThread(\"communication\"", through: "compute"),
                    .part(of: "Spacecraft.fly", from: "RealTimeThread(\"weather\"", through: "bus.use"),
                ], choices: ["at about 20 ms", "at about 50 ms, when communication has ended", "at about 60 ms"], answer: 2,
                because: """
                    Weather has done 10 ms of its work when communication preempts it, until 50 ms. Then it still needs 10 ms, and releases the
                    lock at 60 ms.
                    """, at: .longestPreemption, beside: ["after: 5": "it waited {longest wait of the bus task for the lock}"]),
            lanes: .threads, idleTime: .shown, runUnder: .strictPriorities,
            run: { _ in Spacecraft(cycles: 1, weather: 20, communication: 40).fly(with: InformationBus(inheritsPriority: false)) },
            claims: { run in
                [
                    Claim(
                        "longest wait of the bus task for the lock", measured: ((run.observations.waits.max() ?? 0) * 10).rounded() / 10,
                        "ms",
                        .between(55, 55.5), showsMistake: true)
                ]
            })),
]
