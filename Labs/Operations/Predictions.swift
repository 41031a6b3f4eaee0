import LabKit

/// The question before each variant.
extension Prediction {
    static let start = Prediction(
        """
        The main thread calls `countingOperation.start()`, and the operation prints 1000 numbers. Where is "Main thread is here"
        in the output?
        """,
        about: .part(of: "startByHand", from: "let countingOperation", through: "console.print"),
        choices: ["before the numbers", "between the numbers", "after the numbers"], answer: 2,
        because: """
            `start()` is an ordinary call. It runs the operation on the thread that calls it, and returns when the operation has ended. An
            app that does this on its main thread does not react meanwhile. The second call of `start()` does nothing, because an operation
            runs only once.
            """, at: .endOfLongestByHand,
        beside: ["console.print(\"Main": "{numbers that were printed before \"Main thread is here\"} before it"])

    static let queue = Prediction(
        "The main thread calls `addOperation` for two operations. On which threads do they run?",
        about: [
            .part(of: "runOnQueue", from: "let firstOperation", through: "}"),
            .part(of: "runOnQueue", from: "operationQueue.addOperation(first", through: "console.print(\"Main"),
        ],
        choices: ["both on the main thread", "on two other threads", "on a new thread of the queue, one after the other"], answer: 1,
        because: """
            A queue starts its operations on threads of the thread pool, and `addOperation` returns immediately. So the main thread goes on.
            Both operations run at the same time, and their lines can come in any order.
            """, at: .firstOverlap,
        beside: ["addOperation(second": "{operations that ran at the same time} at the same time"])

    static let counting = Prediction(
        """
        Two operations run this loop at the same time, and `printCount` prints each line under a lock. Can a number of the second
        operation come between two numbers of the first one?
        """,
        about: [.part(of: "CountingOperation.main", from: "for number"), "Console.printCount"],
        choices: ["no, because of the lock", "no, because the queue keeps their order", "yes"], answer: 2,
        because: """
            The lock protects one line, not a thousand lines. Between two lines of one operation, the other one can print its own. The order
            is different in each run. A queue does not wait for the end of the first operation before it starts the second.
            """, at: .firstOverlap,
        beside: ["console.printCount": "{operations whose numbers stayed in one piece} in one piece"])

    static let apart = Prediction(
        """
        Now each operation appends its numbers to `collected`. At the end, `printAll` prints them under one lock. Do the two
        operations still run at the same time?
        """,
        about: .part(of: "CollectingOperation.main", from: "var collected"),
        choices: ["yes", "no, the lock lets one run after the other"], answer: 0,
        because: """
            They count at the same time: that needs no lock, because each has its own array. Only the printing is a critical section. The
            result is the same as without mixing, and the work still uses two threads.
            """, at: .firstOverlap,
        beside: ["collected.append": "{operations that ran at the same time} at the same time"])

    static let blocks = Prediction(
        "A queue of the default width runs `operation` on Linux. How many threads run its three blocks?",
        about: .part(of: "runSeveralBlocks", from: "let operation =", through: "\"block 3\""),
        choices: ["one, one block after the other", "three, at the same time"], answer: 0,
        because: """
            Foundation on Linux calls the blocks in a loop, on the thread that runs the operation. Apple's documentation says that the blocks
            run concurrently, so do not rely on an order. The completion block is submitted after the last of them.
            """, at: .begin(1) { $0.items.filter { $0.how == .completion } },
        beside: ["\"block 3\"": "{threads that ran the three blocks} ran the three blocks"])

    static let silentFinish = Prediction(
        """
        The queue has the width 1. When the photo has come, `finish` runs, and `isFinished` is true. When does the queue start its
        second operation?
        """,
        about: ["SilentDownload.start", "SilentDownload.finish"],
        choices: ["when `isFinished` is true", "when `start()` has returned", "never"], answer: 2,
        because: """
            A queue does not look at `isFinished` again and again. It waits for the notification. Without `willChangeValue(forKey:)` and
            `didChangeValue(forKey:)` the operation stays in the queue for ever. Every operation after it stays too.
            """, at: .end,
        beside: ["= .finished": "{operations that began} began"])

    static let announcedFinish = Prediction(
        """
        Now `change` announces each new state with `willChangeValue` and `didChangeValue`. Which thread is blocked from the end of
        `start()` to the answer of the server?
        """,
        about: [.part(of: "AnnouncedDownload.start", from: "change(to: .executing"), "AnnouncedDownload.change"],
        choices: ["the thread of the download", "a thread of the queue", "none of them"], answer: 2,
        because: """
            `start()` has returned, so its thread is free. The operation counts as executing until it announces that it has finished. Then
            the queue starts the next one. (The main thread is blocked, because it waits for the queue.)
            """, at: .startReturns,
        beside: ["didChangeValue": "{operations that began} began"])

    static let finishedTwice = Prediction(
        """
        The last lines of `main()` are the notifications for `isFinished`. How often does the completion block of this operation
        run on Linux?
        """,
        about: "FinishedTwice.main",
        choices: ["never", "once", "twice"], answer: 2,
        because: """
            `Operation`'s own `start()` calls `main()`, and then announces the end itself. So the end is announced twice, and Foundation on
            Linux submits the completion block each time. A subclass that overrides `main()` must announce nothing.
            """, at: .begin(2) { $0.items.filter { $0.how == .completion } },
        beside: ["didChangeValue(forKey: \"isFinished\")": "{runs of the completion block} of the completion block"])

    static let addedTwice = Prediction(
        "`operationQueue.addOperation(operation)` is called twice with the same operation. What happens?",
        about: .part(of: "addTwice", from: "operationQueue.addOperation", through: "\"Added twice\""),
        choices: ["it runs twice", "the second call is ignored", "the program is stopped"], answer: 2,
        because: """
            An operation runs once, and belongs to one queue. Foundation stops the program, whether the operation waits, runs or has ended.
            To do the work again, make another operation.
            """, at: .end)

    static let startedInQueue = Prediction(
        "The queue is running `operation` when the main thread calls `operation.start()`. What happens?",
        about: .part(of: "startInQueue", from: "operationQueue.addOperation", through: "operation.start"),
        choices: ["it runs a second time", "`start()` waits for its end", "the program is stopped"], answer: 2,
        because: """
            The operation is executing, and two starts at the same time are a bug. Foundation stops the program. Without this timing, the
            result is different in each run: a `start()` that comes after the end has no effect. Once an operation is in a queue, leave it
            to the queue.
            """, at: .start(ofOperation: "resize"),
        beside: ["operation.start": "{operations that the queue was running} was running"])

    static let tasks = Prediction(
        "`Printer` is an actor, and two child tasks call `printer.count` at the same time. Can their numbers mix?",
        about: [.part(of: "countWithTasks", from: "async let first", through: "_ = await"), "Printer.count"],
        choices: ["yes, as with operations", "no"], answer: 1,
        because: """
            An actor runs the code of one task at a time. Another task can come in between only at an `await`, and here there is none. The
            waiting task is suspended, so it blocks no thread.
            """, at: .firstBusyActor.or(.end),
        beside: ["console.printCount": "{tasks whose numbers stayed in one piece} in one piece"])
}

extension Moment {
    /// The longest of the operations ends that were started by hand.
    fileprivate static let endOfLongestByHand = Moment { trace in
        trace.operationsStartedByHand.max { ($0.ended ?? 0) - ($0.began ?? 0) < ($1.ended ?? 0) - ($1.began ?? 0) }?.ended
    }
}
