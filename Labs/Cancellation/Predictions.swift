import LabKit

extension Moment {
    /// A task begins. They have names.
    static func begins(_ task: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == task }.compactMap(\.began).min() }
    }

    /// The last piece of a task ends.
    static func ends(_ task: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == task }.compactMap(\.ended).max() }
    }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let neverLooks = Prediction(
        "A task calls `copyAll` for five files. During the second file, another task cancels it. How many files are copied?",
        about: "copyAll",
        choices: ["two: `cancel()` stops the task after this file", "one: `cancel()` stops the task immediately", "five"], answer: 2,
        because: """
            `cancel()` marks the task, and runs its cancellation handlers. Here is no handler, and no code looks at the mark, so nothing
            changes. Cancellation is cooperative: it is a request.
            """, at: .firstCancelledTask, beside: ["disk.copy": "{files of the cancelled task}"])

    static let looks = Prediction(
        "Again the task is cancelled during the second of five files. What does `copyUntilCancelled` do?",
        about: "copyUntilCancelled",
        choices: ["it returns 2", "it copies two files, and throws", "it stops in the middle of the second file, and throws"], answer: 1,
        because: """
            The second file is copied to its end, because `copy` does not look. Then `checkCancellation` finds the mark, and throws a
            `CancellationError`. The task chooses the place where it can stop.
            """, at: .firstCancelledTask, beside: ["checkCancellation": "{end of the task}"])

    static let swallowed = Prediction(
        "The printer never gets ready, and `limit` is 20. The task is cancelled after its first question. What happens then?",
        about: "waitStubbornly",
        choices: [
            "it asks once more, and returns", "it asks 19 times more, with a pause each time",
            "it asks 19 times more, without a pause",
        ], answer: 2,
        because: """
            In a cancelled task `Task.sleep` throws immediately, and `try?` throws the error away. So the loop runs on as fast as it can. With
            `while true` it would never end, and need a whole processor.
            """, at: .firstCancelledTask, beside: ["try? await": "{questions of the cancelled task}"])

    static let sleep = Prediction(
        "Now there is a `try`. The task is cancelled while it is in `Task.sleep` for 30 seconds. When does `waitPatiently` end?",
        about: "waitPatiently",
        choices: ["after 30 seconds, with an error", "immediately, with an error", "immediately, and it returns 1"], answer: 1,
        because: """
            `Task.sleep` has a cancellation handler, which wakes the task. Then it throws a `CancellationError`, and `try` hands the error
            on. Many functions that await something end early in this way.
            """, at: .firstCancelledTask, beside: ["try await": "{end of the task}"])

    static let handler = Prediction(
        "The main thread calls `task.cancel()` while the plotter draws the second page. Which thread runs `plotter.stop()`, and when?",
        about: "draw",
        choices: [
            "the task's thread, when the loop is over", "the main thread, before `cancel()` returns",
            "a thread of the pool, some time later",
        ], answer: 1,
        because: """
            The task is busy, so it cannot run the handler. `cancel()` runs it itself, like a function that it calls. So a handler runs at
            the same time as the task, and what both use needs a lock.
            """, at: .firstCancelledTask, beside: ["plotter.stop": "{handlers that ran on the thread of `cancel`}"])

    static let resumeUnderLock = Prediction(
        """
        One thread is in `deliver`, and holds the lock. Then the main thread cancels the task, and its handler waits for this lock. What
        does `resume` do now?
        """,
        about: [
            .part(of: "ResumingUnderLock.message", from: "} onCancel:", through: "state.take()"),
            .part(of: "ResumingUnderLock.deliver", from: "state.withLock", through: "state.take()"),
        ],
        choices: ["it resumes the task", "it waits for ever", "it ends the process: the task is cancelled"], answer: 1,
        because: """
            While a handler runs, the runtime keeps the record of its task locked. `resume` changes this record, so it waits for the handler.
            The handler waits for the lock, and `resume` is called with the lock held. This is a circular wait.
            """, at: .firstCancelledTask)

    static let resumeOutside = Prediction(
        "The same moment: `deliver` holds the lock, and the handler waits for it. Both call `waiting?.resume`. What does the task get?",
        about: [
            .part(of: "ResumingOutside.message", from: "let waiting", through: "waiting?.resume"),
            .part(of: "ResumingOutside.deliver", from: "let waiting", through: "waiting?.resume"),
        ],
        choices: ["nothing: both wait for ever", "the message", "no message, because it was cancelled"], answer: 1,
        because: """
            `deliver` has the lock, so it takes the continuation, and lets the lock go. Then the handler gets the lock, finds no continuation,
            and returns. `resume` waits for the handler for a moment only.
            """, at: .firstCancelledTask, beside: ["waiting?.resume": "{result of the cancelled task}"])

    static let cleanUp = Prediction(
        "The task is cancelled during the request `edit`. `request` throws in a cancelled task. What happens to the lock on the server?",
        about: "editAndClose",
        choices: ["the second request unlocks the document", "the document stays locked"], answer: 1,
        because: """
            A task stays cancelled until it ends. So the second request throws, too, and `try?` throws the error away. The same happens in
            a `defer`.
            """, at: .firstCancelledTask, beside: ["\"unlock\"": "{documents that stay locked}"])

    static let shielded = Prediction(
        "Now the second request is in a `Task` of its own. Is this task cancelled?",
        about: "editAndCloseSafely",
        choices: ["yes: it was made by a cancelled task", "no"], answer: 1,
        because: """
            `Task { }` makes an unstructured task. It inherits the priority, the actor and the task-local values, and not the
            cancellation. Its value is awaited, so the function does not return too early.
            """, at: .begins("clean-up"), beside: ["\"unlock\"": "{documents that stay locked}"])

    static let timeoutWaits = Prediction(
        """
        `work` calls `searchWithoutLooking(5, in: archive)`. The limit passes during the second shelf. When does `withTimeout` throw
        `TimedOut`?
        """,
        about: [
            .part(of: "withTimeout", from: "try await withThrowing", through: "return try"),
            .part(of: "searchWithoutLooking", from: "for shelf", through: "await archive"),
        ],
        choices: ["immediately", "after the second shelf", "after the fifth shelf"], answer: 2,
        because: """
            `cancelAll` asks the work to stop, and it does not look. A task group ends when all of its children have ended. So the error
            waits for the work, and the timeout is no timeout.
            """, at: .begins("limit"), beside: ["defer": "{shelves when the timeout is thrown}"])

    static let timeout = Prediction(
        "Now `work` calls `searchUntilCancelled(5, in: archive)`. Again the limit passes during the second shelf. How many shelves are searched?",
        about: [
            .part(of: "withTimeout", from: "try await withThrowing", through: "return try"),
            .part(of: "searchUntilCancelled", from: "for shelf", through: "await archive"),
        ],
        choices: ["two", "five", "one: the second search is stopped in the middle"], answer: 0,
        because: """
            The group cancels the work, and the work looks before the third shelf. Now the group's last child has ended, and the error is
            thrown. A timeout is as good as the work is at looking.
            """, at: .begins("limit"), beside: ["checkCancellation": "{shelves when the timeout is thrown}"])

    static let loopEnds = Prediction(
        "The first order is 40. Then the task is cancelled. The stream is not finished, and an order of 60 comes later. What does `total` do?",
        about: "total",
        choices: ["it waits, and returns 100", "it throws a `CancellationError`", "it returns 40"], answer: 2,
        because: """
            In a cancelled task, the stream's `next()` returns nil, and that ends the loop. It looks like the end of the orders. From then on
            the stream takes no more orders: the one of 60 is thrown away.
            """, at: .firstCancelledTask, beside: ["return sum": "{end of the task}"])

    static let loopLooks = Prediction(
        "Again the task is cancelled after the order of 40. What does `checkedTotal` do?",
        about: "checkedTotal",
        choices: ["it returns 40", "it throws a `CancellationError`", "it returns 100"], answer: 1,
        because: """
            The loop ends as before. Then the task looks, and throws. After a loop over a stream, ask why it has ended.
            """, at: .firstCancelledTask, beside: ["checkCancellation": "{end of the task}"])
}
