import LabKit

/// The question before each variant.
extension Prediction {
    static let wholeFile = Prediction(
        "The file has 1 GB. How much memory do `text` and `lines` need together?",
        about: "readWholeFile",
        choices: ["a few KB: the system reads a part of the file when it is needed", "about 1 GB", "more than 1 GB"], answer: 2,
        because: """
            The text is in memory as a whole. The array needs more memory, for each line: where the line begins and ends, and which text it
            belongs to. So memory grows with the file. A small file is no problem, and the tests of an app have small files.
            """, at: .opening(.end),
        beside: ["return lines": "{the most heap in use, with the whole file in it} of heap in use"])

    static let tornLines = Prediction(
        """
        Each `chunk` of 4,096 bytes is split separately. Line 52 begins in the first chunk and ends in the second one. What does
        the app show?
        """,
        about: [
            .part(of: "readTornLines", from: "let splitter", through: "splitter.split"),
            .part(of: "ForgetfulSplitter.split", from: "var rest"),
        ],
        choices: ["line 52 once", "line 52 in two parts, as two lines", "all lines but line 52"], answer: 1,
        because: """
            The end of a chunk is not the end of a line. Each chunk that ends inside a line tears that line: its begin becomes a line, and
            its end becomes another one. With a file that is smaller than a chunk, the bug never appears.
            """, at: .opening(.end),
        beside: ["rest.isEmpty": "{lines too many, because a line was torn at the end of a chunk} too many"])

    static let brokenCharacters = Prediction(
        """
        In UTF-8, `ü` has two bytes. The first of them is the last byte of a chunk. What does `String(decoding: chunk, as:
        UTF8.self)` make of the `ü`?
        """,
        about: .part(of: "TextSplitter.split", from: "remainder += "),
        choices: ["nothing yet: it waits in `remainder`", "replacement characters", "an error"], answer: 1,
        because: """
            `String(decoding:as:)` never fails. It puts the replacement character U+FFFD in the place of bytes that are not a whole character.
            The remainder is kept, but it is kept too late: the two bytes of the `ü` never meet. English text has one byte for each
            character, so a test with English text does not find the bug.
            """, at: .opening(.end),
        beside: ["remainder += ": "{replacement characters, because a character was cut in two} replaced"])

    static let chunks = Prediction(
        """
        A `chunk` has 4 KB. `split` keeps the bytes after the last newline in `remainder`. How much memory does the reader need
        for a file of 1 GB?
        """,
        about: ["readLines", "LineSplitter.remainder"],
        choices: ["as much as the file", "a chunk and the longest line", "it depends on the number of lines"], answer: 1,
        because: """
            The reader uses one buffer for all chunks, and one for the remainder. Both stay as they are, however long the file is. A newline
            is one byte, and this byte is never a part of another character in UTF-8. So it is safe to split bytes.
            """, at: .opening(.end),
        beside: ["splitter.split": "never more than {the most heap in use} of heap in use"])

    static let eachLine = Prediction(
        """
        A background thread calls `deliver` for each line of the file. The main thread is busy for a while. Where are the lines
        meanwhile?
        """,
        about: "EachLineOperation.deliver",
        choices: ["in the file: the operation waits for the main thread", "in the main queue, in memory", "they are lost"], answer: 1,
        because: """
            `async` never waits. A queue has no limit, so each line is in memory until the main thread runs its block. The reader needs little
            memory, and the queue needs as much as the file. The problem of `whole-file` is back, in another place.
            """, at: .firstMainBlock,
        beside: ["DispatchQueue.main.async": "{blocks that waited in the main queue at the same time} waited"])

    static let batches = Prediction(
        """
        A batch has 100 lines. The main thread is busy for a while, so it runs no block of `DispatchQueue.main.async`. How many
        lines does the operation read meanwhile?
        """,
        about: [
            "BatchOperation.room", .part(of: "BatchOperation.handOver", through: "room.wait"),
            .part(of: "BatchOperation.handOver", from: "DispatchQueue.main", through: "}"),
        ],
        choices: ["all of them", "300: two batches and the one that waits", "none"], answer: 1,
        because: """
            Two batches are in the main queue. The operation has read the third one, and is blocked until the main thread has shown the
            first. So the reader is never faster than the main thread. The term for this is *back-pressure*. A blocked thread is its price.
            """, at: .longestWait,
        beside: ["DispatchQueue.main": "{batches that waited in the main queue at the same time} waited"])

    static let lateLines = Prediction(
        """
        A batch is in the main queue, and `show(batch)` has not begun. Now the app calls `cancel()`, and empties the list. Does
        the list stay empty?
        """,
        about: ["LateBatchOperation.show", .part(of: "BatchOperation.handOver", from: "if isCancelled", through: "show(batch)")],
        choices: ["yes", "no: it shows the batch that is in the queue"], answer: 1,
        because: """
            The operation looked before it submitted the batch. At that time it was not cancelled. `cancel()` takes no block out of the main
            queue, so the block runs after it, and fills the list again.
            """, at: .firstCancellation,
        beside: ["list.show(lines)": "{lines shown after cancel()} after cancel()"])

    static let flag = Prediction(
        """
        The operation has read the whole file and has finished. Its last batch is still in the main queue. Now the app calls
        `operation.cancel()`. What is `isCancelled` after that?
        """,
        about: ["FlagBatchOperation.show", "LineApp.cancel"],
        choices: ["true", "false"], answer: 1,
        because: """
            `cancel()` does not change an operation that has finished. So the last batch is shown in the empty list. In the middle of the
            file the flag is enough, so most tests of an app do not find this bug.
            """, at: .firstCancellation,
        beside: ["list.show(lines)": "{lines shown after cancel()} after cancel()"])

    static let cancelled = Prediction(
        """
        The user's click calls `close()` on the main thread, and `show` runs there, too. Can a line still be shown after the
        click?
        """,
        about: ["BatchOperation.show", "LineList.close"],
        choices: ["yes: between `!list.isClosed` and `list.show(lines)`", "no"], answer: 1,
        because: """
            The main thread does one thing at a time. The question and the showing are in one block, so the click comes before both or after
            both. The list knows about every click, even if the operation has finished.
            """, at: .firstCancellation,
        beside: ["list.show(lines)": "{lines shown after cancel()} after the click"])
}

extension Moment {
    /// The main thread begins with the first block of its queue.
    fileprivate static let firstMainBlock = Moment { trace in
        trace.items.filter { trace.queues[$0.queue].kind == .main }.compactMap(\.began).min()
    }

    fileprivate static let firstCancellation = Moment { trace in trace.events.first { $0.kind == .operationCancelled }?.time }
}
