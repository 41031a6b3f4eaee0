import DependenciesScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "diamond", asks: "Which operation made `show` wait longest: which one was the last to end before it?",
        because: """
            `show` depends on two operations, and is ready when the slower one has finished. Nothing orders these two, so another run can
            have another answer.
            """
    ) { trace in
        guard let show = trace.operation(named: "show"), let began = show.began else { return nil }
        let before = trace.begun.filter { $0.ended ?? .max <= began }
        let last = before.max { ($0.ended ?? 0) < ($1.ended ?? 0) }
        return .one(of: before.map(\.label), right: last?.label, at: last?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<DependenciesParameters>] = [
    FollowUp(
        after: "without", "with", "two-queues",
        asks: Variant(
            "forgotten", "the download is in no queue",
            prediction: Prediction(
                "`filter` depends on `download`, and only `filter` is added to the queue. When does it start?",
                about: .part(of: "forgetDownload", from: "let download", through: "waitUntilAll"),
                choices: ["immediately: the queue has no download to wait for", "never", "when the download is created"], answer: 1,
                because: """
                    A dependency waits until the other operation has finished, wherever that one is. An operation that no queue starts never
                    finishes.
                    """, at: .endlessWait, beside: ["addOperation(filter)": "{operations that began} began"]),
            expected: .hanging(lesson: "the filter waits for an operation that no queue starts"), timeLimit: .milliseconds(1200),
            run: { _ in _ = forgetDownload() }, traceClaims: { stuck($0, begun: 0, of: 1) })),
    FollowUp(
        after: "removed", "replaced", "diamond", "cycle",
        asks: Variant(
            "last-one", "the order in which four operations start",
            prediction: Prediction(
                "`addOperations` gets `show` first, and `download` last. Which operation is the last one to start?",
                about: .part(of: "showFramedPhoto", from: "filter.addDependency", through: "addOperations"),
                choices: ["`download`", "`filter`", "`show`"], answer: 2,
                because: """
                    Only the download is ready at the begin. The filter and the frame follow it, and `show` needs both. The order in the
                    array says nothing.
                    """, at: .start(ofOperation: "show"),
                beside: ["addOperations": "{operations that began before a dependency had ended} too early"]),
            run: { showFramedPhoto(latency: $0.seconds, meeting: Meeting(of: 2)) },
            claims: { run in
                let last = run.trace.begun.max { ($0.began ?? 0) < ($1.began ?? 0) }?.label ?? "none"
                return [Claim("the operation that starts last", found: "it is \(last)", expected: "show", holds: last == "show")]
                    + waitedForDependencies(run.trace, dependencies: 4)
            })),
    FollowUp(
        after: "cancelled", "checked", "tasks",
        asks: Variant(
            "both-cancelled", "the download and the filter are cancelled",
            prediction: Prediction(
                "The app calls `cancel()` on both operations before the queue goes on. What is `record.image` at the end?",
                about: .part(of: "cancelBoth", from: "filter.addDependency", through: "return"),
                choices: ["\"sepia placeholder\", as before", "\"placeholder\"", "nothing: the wait never ends"], answer: 1,
                because: """
                    The queue calls `main()` of no cancelled operation, so neither of them changes the record. Both are finished, so the wait
                    ends.
                    """, at: Moment { trace in trace.events.first { $0.kind == .operationCancelled }?.time },
                beside: ["filter.cancel": "{operations that ran} ran"]),
            run: { _ in cancelBoth() },
            claims: { run in
                [
                    Claim("operations that ran", run.trace.added.count { $0.began != nil }, "operations", .exactly(0), outOf: 2),
                    Claim("photos that were left as they were", run.observations.untouched, "photos", .exactly(1), outOf: 1),
                ]
            })),
]
