import LabKit

/// The question before each variant.
extension Prediction {
    static let mainThread = Prediction(
        """
        The main thread imports 12,793 lines, and sets the progress bar every 100 lines. The user looks at the list four times meanwhile.
        How often does the progress bar move on the screen before the import ends?
        """,
        choices: ["about 128 times", "four times, when the user looks", "never"], answer: 2,
        because: """
            The main thread draws the screen and answers the user. While it imports, it can do neither. The property changes 127 times, but
            no frame is drawn. The user's blocks wait in the main queue until the import has ended.
            """, at: .endOfFirstPress)

    static let oneSave = Prediction(
        """
        An operation imports the file in the background. All lines are one transaction, which is saved at the end. The user looks twice,
        and cancels half-way, after about 6,400 lines. How many stops does the list have then?
        """,
        choices: ["about 6,400", "none", "all that the user has seen"], answer: 1,
        because: """
            Other connections see a transaction only when it has been saved. So the list is empty at each look, though the main thread is
            free. Cancelling ends the transaction without a save: half of the work is lost, and the next import starts at the first line.
            """, at: .opening(.firstCancellation))

    static let everyRow = Prediction(
        """
        The operation now saves every 250 lines. But it submits a block to the main queue for each of the 12,793 lines, to move the progress
        bar. What happens?
        """,
        choices: [
            "the bar moves more smoothly", "blocks pile up in the main queue, and the app answers late",
            "the main queue skips blocks that are out of date",
        ], answer: 1,
        because: """
            A queue runs every block that it gets. The operation imports a line in less time than the main thread needs to show one. So
            the backlog grows, and a key that the user presses waits behind it. No one can see 12,793 steps of a bar.
            """,
        at: Moment { trace in
            let main = trace.queues.firstIndex { $0.kind == .main } ?? 0
            return QueueLoad(trace, queue: main).steps.max { $0.waiting < $1.waiting }?.time
        })

    static let wrongThread = Prediction(
        """
        The operation moves the progress bar directly, without the main queue. The main thread draws the bar sixty times a second. Is that
        a problem?
        """,
        choices: ["no: the operation only writes, and the main thread only reads", "yes: it is a data race", "yes: it is a deadlock"],
        answer: 1,
        because: """
            A write and a read of the same memory without any order between them are a data race. The page of the list is an array of
            strings. One thread can free it while the other one draws it. Most runs look right, some crash. On iOS, UIKit refuses such
            calls. `--explore` shows the two accesses.
            """, at: .opening(Moment { trace in trace.items(onQueue: "import queue").first?.began }))

    static let sharedConnection = Prediction(
        """
        The operation imports on a background thread, but it uses the connection of the list. The user looks at the list in the middle of
        a transaction. When does the main thread get its answer?
        """,
        choices: ["immediately, because the import is in the background", "after the transaction has ended", "after the whole import"],
        answer: 1,
        because: """
            A connection runs one transaction or one read at a time, on its serial queue. So the read waits until the transaction has ended,
            and the main thread is blocked. The work has left the main thread, but the main thread still waits for it. (Core Data has the
            same problem with child contexts: saving the background context blocks the main one.)
            """, at: Moment { trace in trace.blockedReads.max { $0.length < $1.length }?.began })

    static let batches = Prediction(
        """
        The operation has a connection of its own and saves every 250 lines. The user looks at the list while line 2,560 is imported. How
        many lines does the list know?
        """,
        choices: ["2,500", "2,559", "it must wait until the batch is saved"], answer: 0,
        because: """
            The batches before are saved, and the open transaction is not. In WAL mode (write-ahead log), a reader sees the last save while
            another connection writes. So the main thread does not wait, and sees whole batches only.
            """, at: .readDuringTransaction)

    static let cancel = Prediction(
        """
        The user cancels half-way: 6,396 lines have been imported, saved in batches of 250. Then the user starts the import again. How many
        lines does the second import have to do?
        """,
        choices: ["12,793: it starts again", "6,397", "6,543"], answer: 2,
        because: """
            25 batches are saved: 6,250 lines. The 146 lines of the open batch are not. Each save also contains the number of its last line.
            So the second import continues after line 6,250, and no line is imported twice.
            """, at: .firstCancellation)

    static let tasks = Prediction(
        """
        A task on the main actor sends a batch to an actor and waits with `await`. Then it shows the progress and sends the next batch. How
        many messages about progress can wait in the main queue at the same time?
        """,
        choices: ["one for each batch", "one at most", "one for each line"], answer: 1,
        because: """
            The next batch begins only after the last one has been shown. So the import can never be faster than the main thread, and no
            backlog can grow. While the task waits, the main thread is free. A batch that has begun is saved: the task looks at its
            cancellation between two batches.
            """, at: .opening(.firstMainBlock))
}

extension Moment {
    /// The main thread has handled the user's press: the whole import.
    fileprivate static let endOfFirstPress = Moment { trace in trace.items.first { trace.queues[$0.queue].kind == .main }?.ended }

    /// The list reads while a transaction of the import is open.
    fileprivate static let readDuringTransaction = Moment { trace in
        let transactions = trace.items(onQueuesNamed: "import connection")
        return trace.items(onQueuesNamed: "list connection").lazy.compactMap(\.began).first { read in
            transactions.contains { ($0.began ?? .max) < read && read < $0.ended ?? .min }
        }
    }
}

extension Trace.Item {
    fileprivate var length: Int64 { (ended ?? 0) - (began ?? 0) }
}

extension Trace.Wait {
    fileprivate var length: Int64 { (ended ?? began) - began }
}
