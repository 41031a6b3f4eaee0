import Foundation
import LabKit
import NetworkScenario
import PhotoServer

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "operations", asks: "Which of the first operations had to end, so that the next one could begin?",
        because: """
            The queue is full with its limit. The operation whose answer arrives first makes room, and not the one that was added first.
            """
    ) { trace in
        let operations = trace.items.filter { $0.how == .operation && $0.began != nil }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }
        guard let limit = trace.widths(ofQueue: "photos").last, let limit, operations.count > limit else { return nil }
        let first = operations.prefix(limit), end = first.min { $0.ended ?? .max < $1.ended ?? .max }
        return .one(of: first.map(\.label), right: end?.label, at: end?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<NetworkParameters>] = [
    FollowUp(
        after: "serial", "concurrent", "unbounded", "operations",
        asks: Variant(
            "two-requests", "two asynchronous requests at the same time",
            prediction: Prediction(
                "Two operations have called `request.begin` and returned from `start()`. How many threads wait for the two answers?",
                about: .part(of: "PhotoOperation.start", from: "change(to: .executing", through: "finished"),
                choices: ["none", "one", "two"], answer: 0,
                because: """
                    `begin` returns immediately, and so does `start()`. The closure is called when the answer is there. The queue counts two
                    operations that run, and no thread runs them.
                    """, at: .startReturns,
                beside: ["request.begin": "{requests that block a thread until they end} blocked a thread"]),
            run: { setting in
                try setting.visit(Array(setting.addresses(silent: 0..<0).prefix(2))).run { .bounded($0, $1, width: 2) as OperationLoader }
            }, claims: { [noThreadIsBlocked($0)] })),
    FollowUp(
        after: "work-items", "cancel", "unchecked", "faults", "task-group",
        asks: Variant(
            "queued-item", "one work item runs and one is queued when the app cancels both",
            prediction: Prediction(
                """
                `queue` is serial. Its first work item waits for a server that never answers, and the second one is queued. The app
                cancels both. How many calls of `service.photo(address)` begin in all?
                """,
                about: [.part(of: "WorkItemLoader.init", from: "DispatchWorkItem", through: "page.show"), "WorkItemLoader.cancel"],
                choices: ["one", "two: the second one when the first one has ended"], answer: 0,
                because: """
                    The queue skips a work item that was cancelled before it began. So a queued item is easy to stop. Only code that runs has to
                    look.
                    """, at: .firstFetch, beside: ["item.cancel": "{requests that began} began"]),
            run: { setting in
                let silent = Array(try setting.addresses(silent: 0..<2).prefix(2))
                return Visit(silent, patience: 1, leavesAfter: (results: 0, begun: 1)).run { WorkItemLoader($0, $1) }
            },
            claims: { [Claim("requests that began", $0.observations.begun, "requests", .exactly(1), outOf: 2)] })),
]

extension Moment {
    /// The first thread waits for an answer.
    fileprivate static let firstFetch = Moment { trace in trace.fetches.map(\.began).min() }
}
