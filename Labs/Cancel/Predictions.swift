import LabKit

/// The question before each variant.
extension Prediction {
    static let neverLooks = Prediction(
        """
        The photo has 40 rows. `operation.cancel()` is called when `main()` has filtered 20 of them. How many rows does `main()`
        filter?
        """,
        about: ["SepiaFilter.main", .part(of: "PhotoTable.scrollPastEach", from: "photo.scrolling", through: "operation.cancel")],
        choices: ["20: `cancel()` stops it", "all 40", "none: the photo is thrown away"], answer: 1,
        because: """
            `cancel()` sets the flag `isCancelled`, and nothing else. No code reads the flag here, so the filter goes on for a photo that is
            not visible any more. Another thread cannot stop code from outside without danger: the code could hold a lock.
            """, at: .firstCancellation,
        beside: ["photo.filter": "{rows that were filtered}, for all photos"])

    static let looks = Prediction(
        """
        Now `main()` reads `isCancelled` before each row. The app calls `cancel()` after 20 rows. What is `isFinished` after
        `main()` has returned?
        """,
        about: "CancellableSepiaFilter.main",
        choices: ["true", "false: its work is not done", "the operation has no such state, because it was cancelled"], answer: 0,
        because: """
            An operation is finished when its `main()` has returned, for whatever reason. So `isFinished` does not say that the work is
            done. Ask `isCancelled` too. The operation stops within one step. The row that had begun is still filtered.
            """, at: .endOfCancelledOperation,
        beside: ["photo.filter": "{rows that began after cancel()} began after cancel()"])

    static let stages = Prediction(
        "The app calls `cancel()` in the middle of `photo.download()`. When does `main()` return?",
        about: "ImageDownloader.main",
        choices: ["immediately", "when `photo.download()` has returned", "when `photo.filter()` has returned"], answer: 1,
        because: """
            The download is one call, and no code in it looks. It runs to its end, and its data is thrown away. The next look is after it,
            so the photo is not decoded and not filtered. An operation stops at its next look, not earlier.
            """, at: .firstCancellation,
        beside: [
            "photo.decode": "{stages that began after cancel()} after cancel()",
            "photo.download": "{rows that arrived after cancel(), in the download that had begun} after cancel()",
        ])

    static let before = Prediction(
        """
        The queue runs one operation at a time: the first one. `operation.cancel()` is called on the others. Which of these
        happens to a cancelled operation?
        """,
        about: .part(of: "PhotoTable.cancelBefore", from: "let operations", through: "operation.cancel"),
        choices: [
            "its `main()` is called", "its completion block runs, without `main()`", "nothing: the queue removes it silently",
        ], answer: 1,
        because: """
            The queue never calls `main()` of a cancelled operation. But the operation still becomes finished, because others can wait for
            it. And its completion block runs. On Linux it stays in the queue until its turn comes.
            """, at: .firstCancellation,
        beside: ["operation.cancel": "{operations that began} began"])

    static let after = Prediction(
        "All operations have ended when `operation.cancel()` is called. What is `isCancelled` of an operation after that?",
        about: .part(of: "PhotoTable.cancelAfter", from: "let operations", through: "operation.cancel"),
        choices: ["true", "false"], answer: 1,
        because: """
            It is too late. A finished operation cannot be cancelled, and its flag does not change. So `isCancelled` after the end says
            whether the request came in time, but not whether the operation read it.
            """, at: .firstCancellation,
        beside: ["operation.cancel": "{operations whose isCancelled is true} cancelled"])

    static let cancelAll = Prediction(
        """
        The queue runs one operation at a time. One runs, four are queued, and the app calls `cancelAllOperations()`. For how many
        of the five does the queue call `main()`?
        """,
        about: [
            .part(of: "PhotoTable.closeTable", from: "let operations", through: "cancelAll"),
            .part(of: "CancellableSepiaFilter.main", through: "isCancelled"),
        ],
        choices: ["none", "one", "all five"], answer: 1,
        because: """
            `cancelAllOperations()` calls `cancel()` on each operation of the queue, and nothing else. The one that runs sees the flag
            before its next row and returns. The other four become finished without `main()`.
            """, at: .firstCancellation,
        beside: ["cancelAllOperations": "{operations that began} began"])

    static let suspend = Prediction(
        """
        One operation runs, and others are queued. Now the app sets `isSuspended` to true. What happens to the operation that
        runs?
        """,
        about: .part(of: "PhotoTable.drag", from: "let operations", through: "isSuspended"),
        choices: ["it is paused until the queue is resumed", "it runs to its end", "it is cancelled"], answer: 1,
        because: """
            A suspended queue starts no operation. It does not touch operations that run: no single operation can be paused. Operations that
            are cancelled meanwhile stay in the queue until it is resumed.
            """, at: Moment { trace in trace.events.first { $0.kind == .queueSuspended }?.time },
        beside: [
            "isSuspended":
                "meanwhile {operations that began while the queue was suspended} began, {operations that ended while the queue was suspended} ended"
        ])

    static let staleCompletion = Prediction(
        """
        The user scrolls away: the first operation of the row is cancelled. The user comes back: a second one is entered. Then the
        first one ends. Which one does `removeValue` remove?
        """,
        about: [
            .part(of: "PhotoTable.startFiltrationWithStaleCompletion", from: "filter.completionBlock", through: "filtrationsInProgress"),
            .part(of: "PhotoTable.filtrationEnded", through: "removeValue"),
        ],
        choices: ["none: a cancelled operation has no completion", "the first operation", "the second operation"], answer: 2,
        because: """
            The completion block runs for a cancelled operation too. It knows only the number of the row, and in that row it finds the new
            operation. The table forgets an operation that runs, and can never cancel it.
            """, at: .firstMainBlock,
        beside: [
            "self.filtrationEnded": "{rows that a cancelled operation reloads} by a cancelled one",
            "removeValue": "{running operations that the table forgets} forgotten",
        ])

    static let completion = Prediction(
        "On which thread does the completion block read `filter.isCancelled`?",
        about: .part(of: "PhotoTable.startFiltrationWithLook", from: "filter.completionBlock", through: "addOperation"),
        choices: ["on the main thread", "on the thread that called `cancel()`", "on any other thread"], answer: 2,
        because: """
            Foundation promises no thread. On Linux a completion block runs on a thread of the pool, so it submits changes of the table to
            the main queue. A gap is left: if the user scrolls when the operation has already ended, `cancel()` comes too late and the
            flag stays false. `--explore` finds that case.
            """, at: .firstCompletion,
        beside: ["filter.isCancelled": "{completion blocks on the main thread} on the main thread"])

    static let completionOwner = Prediction(
        """
        The main thread handles scrolling, too. Can the user scroll between the check `=== filter` and the call of
        `filtrationEnded(row)`?
        """,
        about: .part(of: "PhotoTable.startFiltrationWithOwner", from: "filter.completionBlock", through: "addOperation"),
        choices: ["yes, at any time", "no"], answer: 1,
        because: """
            The main thread does one thing at a time. The check and the change are in one block on the main queue, so scrolling is handled
            before both or after both. The check asks the table and not the flag, so a cancellation that came too late does no harm.
            """, at: .firstMainBlock,
        beside: ["=== filter": "{running operations that the table forgets} forgotten"])

    static let task = Prediction(
        """
        A server never answers, so no code resumes the `continuation`. The app calls `cancel()` on the task. When does `download`
        end?
        """,
        about: .part(of: "PhotoServer.download", from: "try await withTask"),
        choices: ["never", "at the next `Task.checkCancellation()`", "immediately"], answer: 2,
        because: """
            `cancel()` calls the handler immediately, and the handler resumes the continuation with an error. A loop has no handler: it
            calls `Task.checkCancellation()` in each step, which throws. Cancellation of tasks is a request too, as with operations.
            """, at: .firstDownloadEnds,
        beside: ["onCancel": "{tasks that ended with a CancellationError} end with an error"])
}

extension Moment {
    /// The first call of `cancel()`.
    fileprivate static let firstCancellation = Moment { trace in trace.events.first { $0.kind == .operationCancelled }?.time }

    /// The first operation ends that was cancelled while it ran.
    fileprivate static let endOfCancelledOperation = Moment { trace in
        trace.items.lazy.filter { $0.how == .operation && $0.cancelled != nil }.compactMap(\.ended).min()
    }

    /// The cancellation handler has resumed the first photo's task, and it ends.
    fileprivate static let firstDownloadEnds = Moment { trace in
        guard let first = trace.tasks.first(where: { $0.name.hasPrefix("rocket") })?.id else { return nil }
        return trace.items.lazy.filter { $0.task == first }.compactMap(\.ended).max()
    }

    /// The first completion block begins.
    fileprivate static let firstCompletion = Moment { trace in
        trace.items.filter { $0.how == .completion }.compactMap(\.began).min()
    }
}
