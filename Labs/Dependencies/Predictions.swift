import LabKit

/// The question before each variant.
extension Prediction {
    static let without = Prediction(
        """
        A download is added to a queue of the default width, and after it a filter for the same photo. The server takes some time to
        answer. What does the filter work on?
        """,
        choices: ["the photo", "a placeholder: the photo is not there yet"], answer: 1,
        because: """
            The queue does not wait for the end of the download before it starts the filter. The order of `addOperation` is not an order of
            the work. The download then replaces the filtered placeholder.
            """, at: .firstOverlap)

    static let with = Prediction(
        """
        Now the filter depends on the download. The filter is added to the queue *before* the download. Which of the two starts first?
        """,
        choices: ["the filter, because it was added first", "the download", "neither: the queue is stuck"], answer: 1,
        because: """
            An operation is ready when all operations that it depends on have finished. The queue passes over operations that are not ready.
            So the order of `addOperation` does not matter.
            """, at: Moment { trace in trace.begun.dropFirst().first?.began ?? trace.begun.last?.began })

    static let removed = Prediction(
        """
        A frame depends on a download. `frame.removeDependency(download)` takes the dependency away, and then both are added to a queue, on
        Linux. When does the frame start?
        """,
        choices: ["immediately", "when the download has finished", "never"], answer: 2,
        because: """
            Foundation on Linux counts how many dependencies are not finished. `removeDependency` removes the entry, and leaves the count as
            it was. So the operation is never ready, and nothing tells you. Apple's documentation promises that it starts.
            """, at: .end)

    static let replaced = Prediction(
        """
        The program makes a second frame, without a dependency. It adds this one and the download to the queue. When does the second frame
        start?
        """,
        choices: ["immediately", "when the download has finished", "never"], answer: 0,
        because: """
            A new operation has no dependencies, so it is ready. It runs at the same time as the download. The first frame was never added to
            a queue, and is released.
            """, at: .firstOverlap)

    static let diamond = Prediction(
        """
        A filter and a frame depend on the same download. `show` depends on both. The queue has the default width. How many operations can
        run at the same time?
        """,
        choices: ["one", "two", "four"], answer: 1,
        because: """
            The filter and the frame become ready at the same moment, and nothing orders them. `show` becomes ready when the second of them
            has finished. You say only what must be in order. The queue finds the rest.
            """, at: .firstOverlap)

    static let twoQueues = Prediction(
        "Downloads are on one queue, filters on another. Can an operation depend on an operation of another queue?",
        choices: ["yes", "no, the queues do not know each other"], answer: 0,
        because: """
            A dependency is between two operations. Queues play no part in it. So an app can have a queue for downloads and a queue for
            filters: while the first photo is filtered, the next one is downloaded.
            """, at: Moment { trace in trace.begun.first { $0.label.hasPrefix("filter ") }?.began })

    static let cancelled = Prediction(
        "A filter depends on a download. The download is cancelled before it starts. What happens to the filter?",
        choices: ["it is cancelled too", "it waits for ever", "it runs"], answer: 2,
        because: """
            A cancelled operation finishes, without its work. "Finished" is all that a dependency asks for. So the filter starts, and finds
            no photo. It filters the placeholder.
            """, at: Moment { trace in trace.begun.first?.began })

    static let checked = Prediction(
        """
        Now the filter first looks whether a dependency was cancelled, and whether the photo is there. Does the queue still start the filter
        after the cancelled download?
        """,
        choices: ["yes, and the filter returns immediately", "no"], answer: 0,
        because: """
            The queue starts it as before. The filter itself must look at the result. A check of `isCancelled` alone is not enough: a
            download can also fail.
            """, at: Moment { trace in trace.begun.first?.began })

    static let cycle = Prediction(
        "A filter depends on a download, and the download depends on the filter. Both are in a queue. What happens?",
        choices: ["the one that was added first starts", "Foundation stops the program", "neither of them ever starts"], answer: 2,
        because: """
            Each waits until the other one has finished: a circular wait, and so a deadlock. No thread is blocked by it except the one that
            waits for the queue. Foundation does not look for circular waits.
            """, at: .endlessWait)

    static let tasks = Prediction(
        """
        With tasks, the filter is a line after `let image = try await download(…)`. The download of a photo is cancelled. What does the filter
        do?
        """,
        choices: ["it filters a placeholder", "it does not run, because `await` throws"], answer: 1,
        because: """
            The filter needs a value, and only a finished download returns one. A cancelled one throws an error, so the lines after it do
            not run. The compiler does not let you forget the dependency.
            """, at: .opening(.end))
}
