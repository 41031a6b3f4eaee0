import LabKit

/// The question before each variant.
extension Prediction {
    static let start = Prediction(
        """
        The main thread calls `start()` on an operation that prints 1000 numbers. The next line of code prints "Main thread is here".
        Where is that line in the output?
        """,
        choices: ["before the numbers", "between the numbers", "after the numbers"], answer: 2,
        because: """
            `start()` is an ordinary call. It runs the operation on the thread that calls it, and returns when the operation has ended. An
            app that does this on its main thread does not react meanwhile. The second call of `start()` does nothing, because an operation
            runs only once.
            """, at: .endOfLongestByHand)

    static let queue = Prediction(
        "The main thread adds two operations to a queue. On which threads do they run?",
        choices: ["both on the main thread", "on two other threads", "on a new thread of the queue, one after the other"], answer: 1,
        because: """
            A queue starts its operations on threads of the thread pool, and `addOperation` returns immediately. So the main thread goes on.
            Both operations run at the same time, and their lines can come in any order.
            """, at: .firstOverlap)

    static let counting = Prediction(
        """
        Two operations of one queue print the numbers from 0 to 999 at the same time. Each line is printed under a lock. Can a number of
        the second operation appear between two numbers of the first one?
        """,
        choices: ["no, because of the lock", "no, because the queue keeps their order", "yes"], answer: 2,
        because: """
            The lock protects one line, not a thousand lines. Between two lines of one operation, the other one can print its own. The order
            is different in each run. A queue does not wait for the end of the first operation before it starts the second.
            """, at: .firstOverlap)

    static let apart = Prediction(
        """
        Now each operation collects its numbers in an array of its own. At the end it prints all of them under one lock. Do the two
        operations still run at the same time?
        """,
        choices: ["yes", "no, the lock lets one run after the other"], answer: 0,
        because: """
            They count at the same time: that needs no lock, because each has its own array. Only the printing is a critical section. The
            result is the same as without mixing, and the work still uses two threads.
            """, at: .firstOverlap)

    static let blocks = Prediction(
        "A block operation has three blocks. A queue of the default width runs it on Linux. How many threads run the three blocks?",
        choices: ["one, one block after the other", "three, at the same time"], answer: 0,
        because: """
            Foundation on Linux calls the blocks in a loop, on the thread that runs the operation. Apple's documentation says that the blocks
            run concurrently, so do not rely on an order. The completion block is submitted after the last of them.
            """, at: .begin(1) { $0.items.filter { $0.how == .completion } })

    static let silentFinish = Prediction(
        """
        A queue of width 1 has two operations. The first one starts a download and returns. When the photo has come, it sets its own
        `isFinished` to true, and sends no notification. When does the second operation start?
        """,
        choices: ["when `isFinished` is true", "when `start()` has returned", "never"], answer: 2,
        because: """
            A queue does not look at `isFinished` again and again. It waits for the notification. Without `willChangeValue(forKey:)` and
            `didChangeValue(forKey:)` the operation stays in the queue for ever. Every operation after it stays too.
            """, at: .end)

    static let announcedFinish = Prediction(
        """
        Now the operation calls `willChangeValue` and `didChangeValue` for the key "isFinished". Between its `start()` and the answer, it
        waits for the server. Which thread is blocked meanwhile?
        """,
        choices: ["the thread of the download", "a thread of the queue", "none of them"], answer: 2,
        because: """
            `start()` has returned, so its thread is free. The operation counts as executing until it announces that it has finished. Then
            the queue starts the next one. (The main thread is blocked, because it waits for the queue.)
            """, at: .startReturns)

    static let finishedTwice = Prediction(
        """
        A subclass has its work in `main()`. As its last step, `main()` sends the notifications for `isFinished`. How often does its
        completion block run on Linux?
        """,
        choices: ["never", "once", "twice"], answer: 2,
        because: """
            `Operation`'s own `start()` calls `main()`, and then announces the end itself. So the end is announced twice, and Foundation on
            Linux submits the completion block each time. A subclass that overrides `main()` must announce nothing.
            """, at: .begin(2) { $0.items.filter { $0.how == .completion } })

    static let addedTwice = Prediction(
        "The same operation is added to a queue twice. What happens?",
        choices: ["it runs twice", "the second call is ignored", "the program is stopped"], answer: 2,
        because: """
            An operation runs once, and belongs to one queue. Foundation stops the program, whether the operation waits, runs or has ended.
            To do the work again, make another operation.
            """, at: .end)

    static let startedInQueue = Prediction(
        "An operation is in a queue, and the queue is running it. Now the main thread calls its `start()`. What happens?",
        choices: ["it runs a second time", "`start()` waits for its end", "the program is stopped"], answer: 2,
        because: """
            The operation is executing, and two starts at the same time are a bug. Foundation stops the program. Without this timing, the
            result is different in each run: a `start()` that comes after the end has no effect. Once an operation is in a queue, leave it
            to the queue.
            """, at: .start(ofOperation: "resize"))

    static let tasks = Prediction(
        """
        Two child tasks call the same method of an actor. It prints 1000 numbers, and has no `await` in it. Can their numbers mix?
        """,
        choices: ["yes, as with operations", "no"], answer: 1,
        because: """
            An actor runs the code of one task at a time. Another task can come in between only at an `await`, and here there is none. The
            waiting task is suspended, so it blocks no thread.
            """, at: .firstBusyActor.or(.end))
}

extension Moment {
    /// The longest of the operations ends that were started by hand.
    fileprivate static let endOfLongestByHand = Moment { trace in
        trace.operationsStartedByHand.max { ($0.ended ?? 0) - ($0.began ?? 0) < ($1.ended ?? 0) - ($1.began ?? 0) }?.ended
    }
}
