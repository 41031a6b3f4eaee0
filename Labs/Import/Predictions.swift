import LabKit

/// The question before each variant.
extension Prediction {
    static let mainThread = Prediction(
        """
        The main thread imports 12,793 lines. The user looks at the list four times meanwhile. How often does `showProgress` move
        the bar on the screen before the import ends?
        """,
        about: .part(of: "MainThreadImport.start", from: "for batch", through: "showProgress"),
        choices: ["about 128 times", "four times, when the user looks", "never"], answer: 2,
        because: """
            The main thread draws the screen and answers the user. While it imports, it can do neither. The property changes 127 times, but
            no frame is drawn. The user's blocks wait in the main queue until the import has ended.
            """, at: .endOfFirstPress,
        beside: ["showProgress": "meanwhile the app answered {looks at the list that the app answered while the import ran on}"])

    static let oneSave = Prediction(
        """
        `saveEvery` is the number of all lines, so there is one batch. The user looks twice, and cancels half-way, after about
        6,400 lines. How many stops does the list have then?
        """,
        about: [
            .part(of: "ImportOperation.main", from: "for batch", through: "didSave"),
            .part(of: "ImportOperation.insert", from: "for line", through: "transaction.insert"),
        ],
        choices: ["about 6,400", "none", "all that the user has seen"], answer: 1,
        because: """
            Other connections see a transaction only when it has been saved. So the list is empty at each look, though the main thread is
            free. Cancelling ends the transaction without a save: half of the work is lost, and the next import starts at the first line.
            """, at: .opening(.firstCancellation),
        beside: ["store.save": "{lines that were still saved after the import was cancelled half-way} saved"])

    static let everyRow = Prediction(
        """
        `progressEvery` is 1 now. So each of the 12,793 lines calls `showProgress`, which submits a block to the main queue. What
        happens?
        """,
        about: [.part(of: "ImportOperation.insert", from: "for line", through: "progressCallback"), "BackgroundImport.showProgress"],
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
        },
        beside: ["DispatchQueue.main.async": "{the most blocks that waited in the main queue}"])

    static let wrongThread = Prediction(
        """
        The operation calls `showProgress` on its own thread. The main thread draws `page` sixty times a second. Is that a
        problem?
        """,
        about: ["WrongThreadImport.showProgress", "StopList.layOut"],
        choices: ["no: the operation only writes, and the main thread only reads", "yes: it is a data race", "yes: it is a deadlock"],
        answer: 1,
        because: """
            A write and a read of the same memory without any order between them are a data race. The page of the list is an array of
            strings. One thread can free it while the other one draws it. Most runs look right, some crash. On iOS, UIKit refuses such
            calls. `--explore` shows the two accesses.
            """, at: .opening(Moment { trace in trace.items(onQueue: "import queue").first?.began }),
        beside: ["plan.list.showProgress": "{changes of the progress bar on another thread than the main thread} on another thread"])

    static let sharedConnection = Prediction(
        """
        Here `connect()` returns the connection of the list. The user looks at the list in the middle of `store.save`. When does
        the main thread get its answer?
        """,
        about: ["SharedConnectionImport.connect", .part(of: "ImportOperation.main", from: "let store", through: "store.save")],
        choices: ["immediately, because the import is in the background", "after this `store.save`", "after the whole import"],
        answer: 1,
        because: """
            A connection runs one transaction or one read at a time, on its serial queue. So the read waits until the transaction has ended,
            and the main thread is blocked. The work has left the main thread, but the main thread still waits for it. (Core Data has the
            same problem with child contexts: saving the background context blocks the main one.)
            """, at: Moment { trace in trace.blockedReads.max { $0.length < $1.length }?.began },
        beside: ["store.save": "{reads of the list that blocked the main thread} blocked the main thread"])

    static let batches = Prediction(
        """
        `connect()` makes a connection of its own, and `saveEvery` is 250. The user looks at the list while line 2,560 is
        imported. How many lines does the list know?
        """,
        about: ["BackgroundImport.connect", .part(of: "ImportOperation.main", from: "for batch", through: "didSave")],
        choices: ["2,500", "2,559", "it must wait until the batch is saved"], answer: 0,
        because: """
            The batches before are saved, and the open transaction is not. In WAL mode (write-ahead log), a reader sees the last save while
            another connection writes. So the main thread does not wait, and sees whole batches only.
            """, at: .readDuringTransaction,
        beside: ["store.save": "{looks at which the list had only whole batches} found whole batches"])

    static let cancel = Prediction(
        """
        `saveEvery` is 250. The user cancels when 6,396 lines have been imported, and then starts the import again. How many lines
        does the second import have to do?
        """,
        about: [
            .part(of: "ImportOperation.main", from: "for batch", through: "didSave"),
            .part(of: "ImportOperation.insert", from: "for line", through: "transaction.insert"),
        ],
        choices: ["12,793: it starts again", "6,397", "6,543"], answer: 2,
        because: """
            25 batches are saved: 6,250 lines. The 146 lines of the open batch are not. Each save also contains the number of its last line.
            So the second import continues after line 6,250, and no line is imported twice.
            """, at: .firstCancellation,
        beside: [
            "store.save": "{lines that were saved when the user cancelled half-way} saved at the cancellation",
            "store.position": "the second import did {lines that the second import imported}",
        ])

    static let tasks = Prediction(
        """
        This runs on the main actor, and `saver` is another actor. How many batches can be saved and wait for their `showProgress`
        at the same time?
        """,
        about: .part(of: "TaskImport.importStops", from: "for batch", through: "reload"),
        choices: ["all of them", "one at most", "as many as the actor saves meanwhile"], answer: 1,
        because: """
            The next batch begins only after the last one has been shown. So the import can never be faster than the main thread, and no
            backlog can grow. While the task waits, the main thread is free. A batch that has begun is saved: the task looks at its
            cancellation between two batches.
            """, at: .opening(.firstMainBlock),
        beside: ["saver.save(batch)": "{lines that were saved when the user cancelled half-way} saved at the cancellation"])
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
