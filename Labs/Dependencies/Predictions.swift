import LabKit

/// The question before each variant.
extension Prediction {
    static let without = Prediction(
        "The server takes some time to answer. What does the filter find in `record.image`?",
        about: [
            .part(of: "filterWithoutDependency", from: "let download", through: "addOperation(filter)"),
            .part(of: "ImageFiltration.main", from: "let image", through: "record.change"),
        ],
        choices: ["the photo", "a placeholder: the photo is not there yet"], answer: 1,
        because: """
            The queue does not wait for the end of the download before it starts the filter. The order of `addOperation` is not an order of
            the work. The download then replaces the filtered placeholder.
            """, at: .firstOverlap,
        beside: ["addOperation(filter)": "{filters that began before their download had ended} too early"])

    static let with = Prediction(
        "Now `filter` depends on `download`, and `filter` is added to the queue first. Which of the two starts first?",
        about: .part(of: "filterWithDependency", from: "let download", through: "addOperation(download)"),
        choices: ["the filter, because it was added first", "the download", "neither: the queue is stuck"], answer: 1,
        because: """
            An operation is ready when all operations that it depends on have finished. The queue passes over operations that are not ready.
            So the order of `addOperation` does not matter.
            """, at: Moment { trace in trace.begun.dropFirst().first?.began ?? trace.begun.last?.began },
        beside: ["filter.addDependency": "{operations that began before a dependency had ended} too early"])

    static let removed = Prediction(
        """
        `frame.removeDependency(download)` takes the dependency away, and then both are added to a queue, on Linux. When does
        `frame` start?
        """,
        about: .part(of: "removeDependency", from: "let frame", through: "addOperations"),
        choices: ["immediately", "when the download has finished", "never"], answer: 2,
        because: """
            Foundation on Linux counts how many dependencies are not finished. `removeDependency` removes the entry, and leaves the count as
            it was. So the operation is never ready, and nothing tells you. Apple's documentation promises that it starts.
            """, at: .end,
        beside: ["addOperations": "{operations that began} began"])

    static let replaced = Prediction(
        """
        Now `frame` is another operation: the second `FrameDrawing`. Both are added to the queue, on Linux. When does `frame`
        start?
        """,
        about: .part(of: "replaceOperation", from: "var frame", through: "addOperations"),
        choices: ["immediately", "when the download has finished", "never"], answer: 0,
        because: """
            A new operation has no dependencies, so it is ready. It runs at the same time as the download. The first frame was never added to
            a queue, and is released.
            """, at: .firstOverlap,
        beside: ["addOperations": "{operations that began} began, {the most operations at the same time} at the same time"])

    static let diamond = Prediction(
        """
        `photoQueue` has the default width. How many of the operations `show`, `frame`, `filter` and `download` can run at the
        same time?
        """,
        about: .part(of: "showFramedPhoto", from: "filter.addDependency", through: "addOperations"),
        choices: ["one", "two", "four"], answer: 1,
        because: """
            The filter and the frame become ready at the same moment, and nothing orders them. `show` becomes ready when the second of them
            has finished. You say only what must be in order. The queue finds the rest.
            """, at: .firstOverlap,
        beside: ["addOperations": "{the most operations at the same time} at the same time"])

    static let twoQueues = Prediction(
        """
        The downloads are on `downloadQueue`, and the filters on `filtrationQueue`. What does `addDependency` do between
        operations of two queues?
        """,
        about: .part(of: "filterOnTwoQueues", from: "for (download", through: "downloadQueue.add"),
        choices: ["the filter waits for its download, as on one queue", "nothing: the queues do not know each other"], answer: 0,
        because: """
            A dependency is between two operations. Queues play no part in it. So an app can have a queue for downloads and a queue for
            filters: while the first photo is filtered, the next one is downloaded.
            """, at: Moment { trace in trace.begun.first { $0.label.hasPrefix("filter ") }?.began },
        beside: ["addDependency": "{operations that began before a dependency had ended} too early"])

    static let cancelled = Prediction(
        "`download.cancel()` is called before the download starts. What happens to `filter`, which depends on it?",
        about: .part(of: "scrollAway", from: "filter.addDependency", through: "isSuspended = false"),
        choices: ["it is cancelled too", "it waits for ever", "it runs"], answer: 2,
        because: """
            A cancelled operation finishes, without its work. "Finished" is all that a dependency asks for. So the filter starts, and finds
            no photo. It filters the placeholder.
            """, at: Moment { trace in trace.begun.first?.began },
        beside: ["isSuspended = false": "{operations that began} began"])

    static let checked = Prediction(
        """
        Now the filter looks at its `dependencies`. Does the queue still call `main()` of the filter after the cancelled download?
        """,
        about: .part(of: "CheckingFiltration.main", through: "let image"),
        choices: ["yes, and `main()` returns immediately", "no"], answer: 0,
        because: """
            The queue starts it as before. The filter itself must look at the result. A check of `isCancelled` alone is not enough: a
            download can also fail.
            """, at: Moment { trace in trace.begun.first?.began },
        beside: ["let image": "{filters that got a placeholder and not a photo} got a placeholder"])

    static let cycle = Prediction(
        "`addOperations` adds both operations to a queue. Which of them starts?",
        about: .part(of: "waitForEachOther", from: "filter.addDependency", through: "addOperations"),
        choices: ["`download`: it is the first one", "neither: Foundation stops the program", "neither of them, ever"], answer: 2,
        because: """
            Each waits until the other one has finished: a circular wait, and so a deadlock. No thread is blocked by it except the one that
            waits for the queue. Foundation does not look for circular waits.
            """, at: .endlessWait,
        beside: ["addOperations": "{operations that began} began"])

    static let tasks = Prediction(
        """
        The download of a photo is cancelled: the task is at `try await download`. What does the filter do, in the lines after it?
        """,
        about: .part(of: "show", from: "do {"),
        choices: ["it filters a placeholder", "it does not run, because `await` throws"], answer: 1,
        because: """
            The filter needs a value, and only a finished download returns one. A cancelled one throws an error, so the lines after it do
            not run. The compiler does not let you forget the dependency.
            """, at: .opening(.end),
        beside: ["} catch": "{photos that were left as they were} left as it was"])
}
