import LabKit

/// The question before each variant.
extension Prediction {
    static let wholeFile = Prediction(
        """
        An app reads a file of 1 GB with `String(contentsOfFile:)`. Then it splits the text into an array of lines. How much memory do the
        text and the array need together?
        """,
        choices: ["a few KB: the system reads a part of the file when it is needed", "about 1 GB", "more than 1 GB"], answer: 2,
        because: """
            The text is in memory as a whole. The array needs more memory, for each line: where the line begins and ends, and which text it
            belongs to. So memory grows with the file. A small file is no problem, and the tests of an app have small files.
            """, at: .opening(.end))

    static let tornLines = Prediction(
        """
        The app reads 4,096 bytes at a time. It splits each chunk at its newlines, and then reads the next chunk. Line 52 begins in the
        first chunk and ends in the second one. What does the app show?
        """,
        choices: ["line 52 once", "line 52 in two parts, as two lines", "all lines but line 52"], answer: 1,
        because: """
            The end of a chunk is not the end of a line. Each chunk that ends inside a line tears that line: its begin becomes a line, and
            its end becomes another one. With a file that is smaller than a chunk, the bug never appears.
            """, at: .opening(.end))

    static let brokenCharacters = Prediction(
        """
        Now the text after the last newline is kept for the next chunk. Each chunk becomes a `String` first. In UTF-8, `ü` has two bytes. The
        first of them is the last byte of a chunk. What happens to the `ü`?
        """,
        choices: ["it is right, because the remainder is kept", "it becomes replacement characters", "`String` throws an error"], answer: 1,
        because: """
            `String(decoding:as:)` never fails. It puts the replacement character U+FFFD in the place of bytes that are not a whole character.
            The remainder is kept, but it is kept too late: the two bytes of the `ü` never meet. English text has one byte for each
            character, so a test with English text does not find the bug.
            """, at: .opening(.end))

    static let chunks = Prediction(
        """
        The bytes after the last newline are kept, and a line becomes a `String` when it is complete. The chunks have 4 KB. How much memory
        does the reader need for a file of 1 GB?
        """,
        choices: ["as much as the file", "a chunk and the longest line", "it depends on the number of lines"], answer: 1,
        because: """
            The reader uses one buffer for all chunks, and one for the remainder. Both stay as they are, however long the file is. A newline
            is one byte, and this byte is never a part of another character in UTF-8. So it is safe to split bytes.
            """, at: .opening(.end))

    static let eachLine = Prediction(
        """
        An operation reads the file in chunks, on a background thread. It submits a block with each line to the main queue. The main thread
        is busy for a while. Where are the lines meanwhile?
        """,
        choices: ["in the file: the operation waits for the main thread", "in the main queue, in memory", "they are lost"], answer: 1,
        because: """
            `async` never waits. A queue has no limit, so each line is in memory until the main thread runs its block. The reader needs little
            memory, and the queue needs as much as the file. The problem of `whole-file` is back, in another place.
            """, at: .firstMainBlock)

    static let batches = Prediction(
        """
        Now the operation submits batches of 100 lines. Before each batch it calls `wait()` on a semaphore whose count begins with 2. The
        block on the main thread calls `signal()` at its end. The main thread is busy. How many lines does the operation read meanwhile?
        """,
        choices: ["all of them", "300: two batches and the one that waits", "none"], answer: 1,
        because: """
            Two batches are in the main queue. The operation has read the third one, and is blocked until the main thread has shown the
            first. So the reader is never faster than the main thread. The term for this is *back-pressure*. A blocked thread is its price.
            """, at: .longestWait)

    static let lateLines = Prediction(
        """
        The main thread shows a batch, and the next batch is in the main queue. Now the user cancels. The app calls `cancel()` and empties
        the list. The operation reads `isCancelled` before it submits a batch. Does the list stay empty?
        """,
        choices: ["yes", "no: it shows the batch that is in the queue"], answer: 1,
        because: """
            The operation looked before it submitted the batch. At that time it was not cancelled. `cancel()` takes no block out of the main
            queue, so the block runs after it, and fills the list again.
            """, at: .firstCancellation)

    static let flag = Prediction(
        """
        The block on the main thread also reads `isCancelled`, before it shows its lines. The operation has read the whole file and has
        finished. Its last batch is still in the main queue. Now the app calls `cancel()`. What is `isCancelled` after that?
        """,
        choices: ["true", "false"], answer: 1,
        because: """
            `cancel()` does not change an operation that has finished. So the last batch is shown in the empty list. In the middle of the
            file the flag is enough, so most tests of an app do not find this bug.
            """, at: .firstCancellation)

    static let cancelled = Prediction(
        """
        The block on the main thread asks the list whether the user has closed it. The user's click is handled on the main thread too. Can
        a line still be shown after the click?
        """,
        choices: ["yes: between the question and the showing", "no"], answer: 1,
        because: """
            The main thread does one thing at a time. The question and the showing are in one block, so the click comes before both or after
            both. The list knows about every click, even if the operation has finished.
            """, at: .firstCancellation)
}

extension Moment {
    /// The main thread begins with the first block of its queue.
    fileprivate static let firstMainBlock = Moment { trace in
        trace.items.filter { trace.queues[$0.queue].kind == .main }.compactMap(\.began).min()
    }

    fileprivate static let firstCancellation = Moment { trace in trace.events.first { $0.kind == .operationCancelled }?.time }
}
