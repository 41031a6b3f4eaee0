import LabKit

/// The question before each variant.
extension Prediction {
    static let mainThread = Prediction(
        """
        The table asks for a row, and the main thread downloads and filters its photo before it answers. You scroll on, and five new rows
        come onto the screen. What do you see?
        """,
        choices: [
            "the rows move immediately, and the photos come later", "nothing moves until all five photos are ready",
            "the rows move, but more slowly",
        ], answer: 1,
        because: """
            The main thread draws each frame and reads each key. While it waits for the server or filters a picture, it can do neither. So
            the screen freezes for the time of all five photos together.
            """, at: .longestWait)

    static let allRows = Prediction(
        """
        When the list has arrived, the app submits a block for each of its rows to a global queue. The user scrolls on, to the last rows.
        Which rows get their photos first?
        """,
        choices: ["the rows on the screen", "the first rows of the table", "all rows at the same moment"], answer: 1,
        because: """
            A global queue takes its blocks in the order in which they were submitted, and it does not know what is on the screen. The
            main thread is free, so scrolling is smooth. But the visible rows come after rows that the user never sees. (With the
            option `--script`, the lab prints for each variant the longest time until all rows of a screen were ready.)
            """, at: .firstOverlap)

    static let operations = Prediction(
        """
        Five rows are on the screen, and each has a download and a filtration. The user scrolls away after the first download. What happens
        to the other downloads?
        """,
        choices: ["they run to their end", "they are cancelled", "they wait until the rows come back"], answer: 1,
        because: """
            While the table moves, both queues are suspended. When it stops, the app compares the visible rows with the rows that have
            operations. It cancels the operations of rows that have left, and starts those of rows that have come.
            """, at: .firstCancellation)

    static let completionBlocks = Prediction(
        """
        A download has a completion block. The download is cancelled before it starts. Does Foundation call the completion block?
        """,
        choices: ["no, because the operation never ran", "yes, because the operation has finished"], answer: 1,
        because: """
            A cancelled operation finishes, too, and its completion block runs. So the block must not assume success. Here it asks, on the
            main queue, whether its operation is still the one in the dictionary. `isCancelled` is not enough: it stays false if the
            operation had ended before `cancel()`.
            """, at: .firstCancellation)

    static let tasks = Prediction(
        """
        A task group loads the rows on the screen. The user scrolls on, and the app cancels the group's task. Which child tasks are
        cancelled?
        """,
        choices: ["only those that have not begun", "all that have not ended", "none: each must be cancelled separately"], answer: 1,
        because: """
            Cancelling a task cancels all child tasks of its groups. Each of them still has to look: the filtration checks
            `Task.isCancelled` at each line of pixels, and the download is ended by a cancellation handler.
            """, at: Moment { trace in trace.events.first { $0.kind == .taskCancelled }?.time })

    static let wrongThread = Prediction(
        """
        A completion block removes its operation from a dictionary, and changes the row. Meanwhile the main thread can use both. On which
        thread does Foundation call a completion block?
        """,
        choices: ["on the main thread", "on a thread that you do not choose", "on the thread that added the operation"], answer: 1,
        because: """
            Foundation promises no thread. Here two threads change a dictionary without any order: a data race. Most runs look right,
            some corrupt memory. `--explore` shows the two accesses and the schedule.
            """, at: Moment { trace in trace.items.first { $0.how == .completion }?.began })
}
