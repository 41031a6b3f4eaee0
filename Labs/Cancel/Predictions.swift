import LabKit

/// The question before each variant.
extension Prediction {
    static let neverLooks = Prediction(
        """
        An operation filters a photo of 40 rows. After 20 rows the user scrolls on, and the app calls `cancel()`. The code of the operation
        never uses `isCancelled`. How many rows does the operation filter?
        """,
        choices: ["20: `cancel()` stops it", "all 40", "none: the photo is thrown away"], answer: 1,
        because: """
            `cancel()` sets the flag `isCancelled`, and nothing else. No code reads the flag here, so the filter goes on for a photo that is
            not visible any more. Another thread cannot stop code from outside without danger: the code could hold a lock.
            """, at: .firstCancellation)

    static let looks = Prediction(
        """
        Now the operation reads `isCancelled` before each row, and returns if it is true. The app calls `cancel()` after 20 rows. What is
        `isFinished` after the operation has returned?
        """,
        choices: ["true", "false: its work is not done", "the operation has no such state, because it was cancelled"], answer: 0,
        because: """
            An operation is finished when its `main()` has returned, for whatever reason. So `isFinished` does not say that the work is
            done. Ask `isCancelled` too. The operation stops within one step. The row that had begun is still filtered.
            """, at: .endOfCancelledOperation)

    static let stages = Prediction(
        """
        An operation has three stages: download, decode, filter. It looks at `isCancelled` before each stage. The app calls `cancel()` in
        the middle of the download. When does the operation stop?
        """,
        choices: ["immediately", "at the end of the download", "at the end of the last stage"], answer: 1,
        because: """
            The download is one call, and no code in it looks. It runs to its end, and its data is thrown away. The next look is after it,
            so the photo is not decoded and not filtered. An operation stops at its next look, not earlier.
            """, at: .firstCancellation)

    static let before = Prediction(
        """
        A queue runs one operation at a time. The first operation runs, and four are queued. The app calls `cancel()` on those four. Which
        of these happens to a cancelled operation?
        """,
        choices: [
            "its `main()` is called", "its completion block runs, without `main()`", "nothing: the queue removes it silently",
        ], answer: 1,
        because: """
            The queue never calls `main()` of a cancelled operation. But the operation still becomes finished, because others can wait for
            it. And its completion block runs. On Linux it stays in the queue until its turn comes.
            """, at: .firstCancellation)

    static let after = Prediction(
        "An operation has finished. Then the app calls `cancel()` on it. What is its `isCancelled` now?",
        choices: ["true", "false"], answer: 1,
        because: """
            It is too late. A finished operation cannot be cancelled, and its flag does not change. So `isCancelled` after the end says
            whether the request came in time, but not whether the operation read it.
            """, at: .firstCancellation)

    static let cancelAll = Prediction(
        """
        A queue runs one operation at a time. One operation runs and looks before each row. Four are queued. The app calls
        `cancelAllOperations()`. For how many of the five is `main()` called?
        """,
        choices: ["none", "one", "all five"], answer: 1,
        because: """
            `cancelAllOperations()` calls `cancel()` on each operation of the queue, and nothing else. The one that runs sees the flag
            before its next row and returns. The other four become finished without `main()`.
            """, at: .firstCancellation)

    static let suspend = Prediction(
        "A queue runs one operation, and others are queued. The app sets `isSuspended` to true. What happens to the operation that runs?",
        choices: ["it is paused until the queue is resumed", "it runs to its end", "it is cancelled"], answer: 1,
        because: """
            A suspended queue starts no operation. It does not touch operations that run: no single operation can be paused. Operations that
            are cancelled meanwhile stay in the queue until it is resumed.
            """, at: Moment { trace in trace.events.first { $0.kind == .queueSuspended }?.time })

    static let staleCompletion = Prediction(
        """
        A table remembers the operation of each row, so that it can cancel it. A completion block removes that entry. The user scrolls away:
        the operation is cancelled. The user comes back: a new operation is entered. Then the first one ends. Which entry is removed?
        """,
        choices: [
            "none: a cancelled operation has no completion", "the entry of the first operation", "the entry of the new operation",
        ], answer: 2,
        because: """
            The completion block runs for a cancelled operation too. It knows only the number of the row, and in that row it finds the new
            operation. The table forgets an operation that runs, and can never cancel it.
            """, at: .firstMainBlock)

    static let completion = Prediction(
        "Now the completion block begins with `if filter.isCancelled { return }`. On which thread does it run?",
        choices: ["on the main thread", "on the thread that called `cancel()`", "on any other thread"], answer: 2,
        because: """
            Foundation promises no thread. On Linux a completion block runs on a thread of the pool, so it submits changes of the table to
            the main queue. A gap is left: if the user scrolls when the operation has already ended, `cancel()` comes too late and the
            flag stays false. `--explore` finds that case.
            """, at: .firstCompletion)

    static let completionOwner = Prediction(
        """
        The check moves to the main thread: "does the row still belong to this operation?" The user's scrolling is handled on the main
        thread too. Can the user scroll between the check and the change?
        """,
        choices: ["yes, at any time", "no"], answer: 1,
        because: """
            The main thread does one thing at a time. The check and the change are in one block on the main queue, so scrolling is handled
            before both or after both. The check asks the table and not the flag, so a cancellation that came too late does no harm.
            """, at: .firstMainBlock)

    static let task = Prediction(
        """
        A task downloads a photo from a server that never answers. The download is a continuation in `withTaskCancellationHandler`. The app
        calls `cancel()` on the task. When does the download end?
        """,
        choices: ["when the server answers: never", "at the next `checkCancellation()`", "immediately"], answer: 2,
        because: """
            `cancel()` calls the handler immediately, and the handler resumes the continuation with an error. A loop has no handler: it
            calls `Task.checkCancellation()` in each step, which throws. Cancellation of tasks is a request too, as with operations.
            """, at: .firstDownloadEnds)
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
