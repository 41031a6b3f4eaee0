import LabKit

/// The question before each variant.
extension Prediction {
    static let mainThread = Prediction(
        """
        The main thread calls `cellForRow` for each row that comes onto the screen, and `contents()` waits for the server. You
        scroll on, and five new rows come. What do you see?
        """,
        about: .part(of: "MainThreadList.cellForRow", through: "finishDownload"),
        choices: [
            "the rows move immediately, and the photos come later", "nothing moves until all five photos are ready",
            "the rows move, but more slowly",
        ], answer: 1,
        because: """
            The main thread draws each frame and reads each key. While it waits for the server or filters a picture, it can do neither. So
            the screen freezes for the time of all five photos together.
            """, at: .longestWait,
        beside: ["contents()": "{downloads that blocked the main thread} blocked the main thread"])

    static let allRows = Prediction(
        """
        When the list has arrived, `load` submits a block for each of its rows. The user scrolls on, to the last rows. Which rows
        get their photos first?
        """,
        about: [
            .part(of: "AllRowsList.show", from: "for row", through: "for row"),
            .part(of: "AllRowsList.load", from: "DispatchQueue.global", through: "table.reloadRow"),
        ],
        choices: ["the rows on the screen", "the first rows of the table", "all rows at the same moment"], answer: 1,
        because: """
            A global queue takes its blocks in the order in which they were submitted, and it does not know what is on the screen. The
            main thread is free, so scrolling is smooth. But the visible rows come after rows that the user never sees. (With the
            option `--script`, the lab prints for each variant the longest time until all rows of a screen were ready.)
            """, at: .firstOverlap,
        beside: ["record.finishDownload": "{photos that arrived and were never seen} never seen"])

    static let operations = Prediction(
        """
        The five rows on the screen are in `pending`. After the first download the user scrolls away, and the table stops. What
        happens to the other downloads?
        """,
        about: .part(of: "OperationsList.loadImagesForOnscreenRows", through: "table.rowWasCancelled"),
        choices: ["they run to their end", "they are cancelled", "they wait until the rows come back"], answer: 1,
        because: """
            While the table moves, both queues are suspended. When it stops, the app compares the visible rows with the rows that have
            operations. It cancels the operations of rows that have left, and starts those of rows that have come.
            """, at: .firstCancellation,
        beside: ["pendingOperations.cancel": "{rows cancelled because they left the screen} cancelled"])

    static let completionBlocks = Prediction(
        "`downloader` is cancelled before it starts. Does Foundation call its `completionBlock`?",
        about: .part(of: "CompletionBlocksList.startDownload", from: "let downloader"),
        choices: ["no, because the operation never ran", "yes, because the operation has finished"], answer: 1,
        because: """
            A cancelled operation finishes, too, and its completion block runs. So the block must not assume success. Here it asks, on the
            main queue, whether its operation is still the one in the dictionary. `isCancelled` is not enough: it stays false if the
            operation had ended before `cancel()`.
            """, at: .firstCancellation,
        beside: ["completionBlock": "{rows cancelled because they left the screen} cancelled in this run"])

    static let tasks = Prediction(
        "The user scrolls on, and the app cancels the task that is in `withTaskGroup`. Which child tasks are cancelled?",
        about: [
            .part(of: "TasksList.load", from: "await withTaskGroup"),
            .part(of: "TasksList.load", from: "let sepia", through: "finishFiltration"),
        ],
        choices: ["only those that have not begun", "all that have not ended", "none: each must be cancelled separately"], answer: 1,
        because: """
            Cancelling a task cancels all child tasks of its groups. Each of them still has to look: the filtration checks
            `Task.isCancelled` at each line of pixels, and the download is ended by a cancellation handler.
            """, at: Moment { trace in trace.events.first { $0.kind == .taskCancelled }?.time },
        beside: ["group.addTask": "{rows that were loaded in a child task of a group}"])

    static let wrongThread = Prediction(
        """
        `takeDownload` removes an operation from a dictionary, which the main thread can use meanwhile. On which thread does
        Foundation call the `completionBlock`?
        """,
        about: [
            .part(of: "CompletionBlocksList.startDownload", from: "downloader.completionBlock", through: "downloader.completionBlock"),
            "WrongThreadList.downloadEnded", .part(of: "CompletionBlocksList.takeDownload", from: "photos[", through: "removeValue"),
        ],
        choices: ["on the main thread", "on a thread that you do not choose", "on the thread that added the operation"], answer: 1,
        because: """
            Foundation promises no thread. Here two threads change a dictionary without any order: a data race. Most runs look right,
            some corrupt memory. `--explore` shows the two accesses and the schedule.
            """, at: Moment { trace in trace.items.first { $0.how == .completion }?.began },
        beside: ["takeDownload(downloader)": "{results taken on another thread than the main thread} taken on another thread"])
}
