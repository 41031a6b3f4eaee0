import CancelScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "suspend", asks: "Which operation is the first to begin after the queue is resumed?",
        because: """
            A suspended queue keeps its operations in their order. When it is resumed, the cancelled ones finish without `main()`, and the
            first one that is not cancelled begins.
            """
    ) { trace in
        let operations = trace.items.filter { $0.how == .operation }
        guard let resumed = trace.queues.flatMap(\.suspensions).compactMap(\.ended).min() else { return nil }
        let first = operations.filter { $0.began ?? 0 > resumed }.min { ($0.began ?? 0) < ($1.began ?? 0) }
        return .one(of: operations.map(\.label), right: first?.label, at: first?.began)
    }
]

/// A table with one photo, whose user scrolls during a row.
private func table(rows: Int, scrollingDuring row: Int) -> PhotoTable {
    PhotoTable([Photo("rocket.png", rows: rows, scrolling: Scrolling(atRow: row))])
}

/// The questions after a wrong guess.
let followUps: [FollowUp<CancelParameters>] = [
    FollowUp(
        after: "never-looks", "looks", "stages", "task",
        asks: Variant(
            "first-row", "cancelled in the first of ten rows",
            prediction: Prediction(
                """
                The photo has ten rows. `operation.cancel()` is called while `main()` filters the first one. How many rows does it filter?
                """,
                about: [
                    "CancellableSepiaFilter.main",
                    .part(of: "PhotoTable.scrollPastEach", from: "photo.scrolling", through: "operation.cancel"),
                ], choices: ["none: the row is thrown away", "one", "two: it looks after the next one", "ten"], answer: 1,
                because: "The row that has begun is filtered. Before the second row the operation looks at `isCancelled`, and returns.",
                at: .firstCancellation, beside: ["photo.filter": "{rows that were filtered}"]),
            run: { _ in table(rows: 10, scrollingDuring: 0).scrollPastEach(.looks) },
            claims: { [Claim("rows that were filtered", $0.observations.rows, "rows", .exactly(1), outOf: 10)] })),
    FollowUp(
        after: "before", "after", "cancel-all", "suspend",
        asks: Variant(
            "two-completions", "cancelAllOperations() with one operation that runs and one that is queued",
            prediction: Prediction(
                """
                One of two operations runs, the other one is queued, and the app calls `cancelAllOperations()`. How many completion
                blocks run?
                """,
                about: [.part(of: "PhotoTable.closeTable", from: "let operations", through: "cancelAll"), "PhotoTable.makeFilters"],
                choices: ["none: both are cancelled", "one: the queued one never began", "two"], answer: 2,
                because: """
                    Both operations become finished: one when its `main()` returns, the other one without it. A completion block runs for
                    each operation that is finished.
                    """, at: .firstCancellation, beside: ["completionBlock =": "{completion blocks that ran} ran"]),
            run: { _ in
                PhotoTable([
                    Photo("rocket.png", rows: 10, scrolling: Scrolling(atRow: 5)), Photo("coffee.png", rows: 10),
                ]).closeTable()
            },
            claims: {
                [Claim("completion blocks that ran", $0.observations.completionBlocks, "blocks", .exactly(2), outOf: 2)]
            })),
    FollowUp(
        after: "stale-completion", "completion", "completion-owner",
        asks: Variant(
            "one-row", "two operations for one row, and a check whose row it is",
            prediction: Prediction(
                """
                The user scrolls away from a row and comes back: the first operation is cancelled, and a second one runs. Both end, and
                both completion blocks run. How often is `filtrationEnded(row)` called?
                """,
                about: .part(of: "PhotoTable.startFiltrationWithOwner", from: "filter.completionBlock", through: "addOperation"),
                choices: ["never", "once", "twice"], answer: 1,
                because: """
                    When the first block comes to the main thread, the row belongs to the second operation, so the check fails. For the
                    second operation it holds.
                    """, at: .firstMainBlock,
                beside: ["self.filtrationEnded": "{rows that a cancelled operation reloads} by a cancelled one"]),
            run: { _ in table(rows: 10, scrollingDuring: 5).scrollAwayAndBack { $0.startFiltrationWithOwner($1) } },
            claims: completionClaims)),
]
