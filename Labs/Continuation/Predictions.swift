import LabKit

extension Moment {
    /// A callback of the scanner begins. They count from 1.
    static func callback(_ number: Int) -> Moment { .begin(number) { $0.items(onQueue: "scanner") } }

    /// The task that calls the scanner ends. (The recorder sees the end of its last piece.)
    static let readerEnds = Moment { trace in trace.items.filter { $0.label == "reader" }.compactMap(\.ended).max() }

    /// It begins.
    static let readerBegins = begins("reader")

    static func begins(_ task: String) -> Moment {
        Moment { trace in trace.items.filter { $0.label == task }.compactMap(\.began).min() }
    }
}

/// The question before each variant.
extension Prediction {
    static let neverResumed = Prediction(
        "The scanner cannot read the page, and calls `onFailure`. What does the task do that called `pageOrSilence`?",
        about: "pageOrSilence",
        choices: ["it goes on without a page", "it waits for ever", "it gets an error after some time"], answer: 1,
        because: """
            Nothing resumes the continuation. The scanner has thrown its callbacks away, so nothing ever can. The task stays suspended: it
            blocks no thread, and its memory is never freed. `withCheckedContinuation` prints a warning about it.
            """, at: .callback(1), beside: ["await with": "calls that returned: {calls that returned}"])

    static let everyPath = Prediction(
        "Again the scanner calls `onFailure`. What does the task do that called `page`?",
        about: "page",
        choices: ["it waits for ever", "it gets a `ScanFailure`", "the process dies"], answer: 1,
        because: """
            Both code paths resume the continuation, one with a page and the other one with an error. An error that is passed to `resume`
            is thrown at the `await`.
            """, at: .readerEnds, beside: ["continuation.resume(throwing": "{end of the call}"])

    static let resumedTwice = Prediction(
        "This scanner has a bug: it calls `onPage` twice. What happens at the second call?",
        about: "page",
        choices: ["nothing: the task has its page", "the task gets the second page, too", "the process dies"], answer: 2,
        because: """
            A continuation stands for one wait, and must be resumed once. A checked continuation notices the second call, and ends the
            process with a message. An unchecked one (`withUnsafeContinuation`) would go on with memory that is no longer its own.
            """, at: .callback(2), beside: ["onPage:": "{callbacks that began}"])

    static let exactlyOnce = Prediction(
        "The scanner calls `onFailure`, and then `onPage`. What does the task get?",
        about: [.part(of: "firstPage", from: "scanner.scan", through: "onFailure"), "FirstAnswer.come"],
        choices: ["a `ScanFailure`", "the page", "nothing: the process dies"], answer: 0,
        because: """
            The first answer takes the continuation out of `open`, and leaves nil. The second answer finds nil, and resumes nothing. Looking and
            taking are one step under the lock. `resume` is called after the lock is free.
            """, at: .callback(1), beside: ["continuation?.resume": "{end of the call}"])

    static let resumedInside = Prediction(
        """
        This scanner has the page in its memory. It calls `onPage` before `scan` returns, so the task is not suspended yet. What
        happens?
        """,
        about: "page",
        choices: ["the task waits for ever: the resumption came too early", "the task gets the page"], answer: 1,
        because: """
            A continuation remembers that it was resumed. When the closure has returned, the task finds the result, and goes on without being
            suspended. A condition variable would lose such a signal: a lost wake-up.
            """, at: .opening(.readerEnds), beside: ["continuation.resume(returning": "{end of the call}"])

    static let overwritten = Prediction(
        """
        Two tasks call `document`, one after the other. Then the scanner calls `didScan` for each page, and `didFinish`. Which caller gets
        the pages?
        """,
        about: ["LastCaller.document", "LastCaller.didScan", "LastCaller.didFinish"],
        choices: ["both", "the first one", "the second one"], answer: 2,
        because: """
            The second caller stored its continuation over the one of the first caller. Nothing refers to that continuation any more, so
            nothing can resume it. A delegate is called for all callers, and it must know all of them.
            """, at: .begins("caller 2"), beside: ["await with": "waits for ever: {callers that wait for ever}"])

    static let everyCaller = Prediction(
        "Again two tasks call `document`, and then the scanner scans two pages. How often is a continuation resumed in this run?",
        about: ["EveryCaller.document", "EveryCaller.didScan", "EveryCaller.didFinish"],
        choices: ["once", "twice: once for each caller", "four times: once for each caller and page"], answer: 1,
        because: """
            A delegate has several methods, and only one of them is the end of the wait. `didScan` collects. `didFinish` resumes each
            continuation, and forgets it.
            """, at: .begins("paper"), beside: ["for caller in": "{callers that got the document}"])

    static let lostCancellation = Prediction(
        "The task was cancelled before it calls `wait`. So `onCancel` runs first, and then the continuation is stored. When does `wait` end?",
        about: "LostCancellation.wait",
        choices: ["immediately", "when the continuation is stored", "never"], answer: 2,
        because: """
            The handler runs once. It found no continuation, did nothing, and does not come again. Then the continuation is stored, and nothing
            resumes it. The same happens if the cancellation comes between the two lines.
            """, at: .opening(.readerBegins), beside: ["onCancel": "calls that returned: {calls that returned}"])

    static let keptCancellation = Prediction(
        "Again the task was cancelled first, so `cancel` runs before `store`. How does `wait` end?",
        about: [
            .part(of: "KeptCancellation.store", from: "if case .cancelled", through: "if isTooLate"),
            .part(of: "KeptCancellation.cancel", from: "defer", through: "waiting?.resume"),
        ],
        choices: ["it does not end", "with an error, which `store` resumes", "with an error, which `cancel` resumes"],
        answer: 1,
        because: """
            `cancel` finds no continuation, and leaves `.cancelled`. `store` finds that, and resumes the task itself. Whichever of the two comes
            second resumes it, so it is resumed exactly once.
            """, at: .opening(.readerBegins), beside: ["if isTooLate": "{end of the call}"])
}
