import LabKit

/// The question before each variant.
extension Prediction {
    static let serial = Prediction(
        """
        Each block on a serial queue fetches one photo synchronously. The server of the first photo never answers. The others would answer
        immediately. When does the second request begin?
        """,
        choices: ["immediately", "when the first request has failed", "never"], answer: 1,
        because: """
            A synchronous fetch blocks its thread until it ends. The queue is serial, so no other block begins meanwhile. The first request
            ends when its time limit is over, and only then the second one begins.
            """, at: .longestWait)

    static let concurrent = Prediction(
        """
        Four blocks on a concurrent queue fetch one photo each, synchronously. Two of the servers never answer. How many threads do the four
        requests need?
        """,
        choices: ["one, because there is one queue", "one for each request that is under way", "none, because they only wait"], answer: 1,
        because: """
            A blocked thread cannot run the next block, so Dispatch needs another thread. The pool begins with about one thread for each
            core. When all are blocked, it adds one about once a second. The network session delivers its answers on threads of this pool
            too. So on a machine with few cores, even an answer that has arrived has to wait for a thread.
            """, at: .mostAtOnce { $0.items(onQueue: "photos") })

    static let workItems = Prediction(
        """
        Each synchronous fetch is a `DispatchWorkItem` on a serial queue. The second request is under way, and its server never answers. The
        user leaves the page, and the app calls `cancel()` on all work items. What happens to the second request?
        """,
        choices: ["it ends immediately", "it ends when its time limit is over", "its block is started again"], answer: 1,
        because: """
            `cancel()` of a work item has an effect only before its block begins. The queued blocks never run. But the running block is
            inside the synchronous fetch, and no code there looks. It blocks its thread until the time limit is over.
            """, at: .cancellationOfRunningBlock)

    static let unbounded = Prediction(
        """
        Nine asynchronous operations are added to an `OperationQueue` without a limit. Each begins a request and returns from `start()`. No
        thread is blocked. How many requests are under way at the same time?
        """,
        choices: ["as many as the machine has cores", "up to nine", "one"], answer: 1,
        because: """
            The number of threads limits operations that use a thread. These operations use none while they wait. So the queue starts all
            of them. With a thousand photos, the server gets a thousand requests. You need a limit of your own.
            """, at: Moment { $0.requestBegins.max() })

    static let operations = Prediction(
        """
        The queue has a limit of three operations. An asynchronous operation begins its request, and its `start()` returns immediately. When
        does the queue start the fourth operation?
        """,
        choices: ["when the first `start()` has returned", "when one of the three is finished", "when all three are finished"], answer: 1,
        because: """
            For the queue an asynchronous operation runs until its `isFinished` becomes true. Your code announces this when the answer has
            arrived. So at most three requests are under way. A misspelled photo finishes its operation too, and the others still arrive.
            """, at: .firstWaitForRoom.or(.begin(4) { $0.items.filter { $0.how == .operation } }))

    static let cancel = Prediction(
        """
        Three requests are under way, and three operations are queued. The user leaves. The app cancels the queued operations first, then the
        running ones. How many requests begin after the first `cancel()`?
        """,
        choices: ["none", "three", "one for each request that ends"], answer: 0,
        because: """
            The queue still starts a cancelled operation, because it must finish. But `start()` looks at `isCancelled` first, and begins no
            request. The running operations cancel their requests, and finish when these have ended.
            """, at: .firstCancellation)

    static let unchecked = Prediction(
        """
        Here `start()` begins the request and does not look at `isCancelled`. Three operations are under way and three are queued when the
        app cancels all of them. Does the queue still call `start()` of the queued ones?
        """,
        choices: ["no, because they are cancelled", "yes, and their requests begin"], answer: 1,
        because: """
            A cancelled operation must become finished, so the queue calls its `start()`. Foundation's own `start()` looks at the flag, and
            then does not call `main()`. If you write a `start()`, your code has to look. Here a request begins after `cancel()`, and only its
            time limit ends it.
            """, at: .beginOfCancelledOperation)

    static let faults = Prediction(
        """
        One server never answers, one says 404, one cuts the connection, and others send wrong data. Each request is an operation with a
        completion. How many photos of the other servers arrive?
        """,
        choices: ["none: an error ends the queue", "those that began before the first error", "all of them"], answer: 2,
        because: """
            A failed request is finished too: its completion gets a failure, and the operation announces its end. The queue knows nothing of
            failures, so it starts the next operation. Each code path through a request must end in the completion, exactly once.
            """, at: .end)

    static let taskGroup = Prediction(
        """
        A task group loads nine photos, three child tasks at a time. Three requests are under way when the task that owns the group is
        cancelled. What does the program have to cancel besides this task?
        """,
        choices: ["nothing", "each child task", "each request"], answer: 0,
        because: """
            Cancellation goes from a task to its child tasks. Each child task has a cancellation handler, which cancels its request. The group
            adds no further child task, because it uses `addTaskUnlessCancelled`.
            """, at: .firstCancelledTask)
}

extension Moment {
    /// A block that is running is cancelled.
    fileprivate static let cancellationOfRunningBlock = Moment { trace in
        trace.items.lazy.filter { item in
            guard let cancelled = item.cancelled, let began = item.began else { return false }
            return began < cancelled && cancelled < item.ended ?? .max
        }.compactMap(\.cancelled).min()
    }.or(Moment(\.leaving))

    /// The queue starts an operation that was cancelled before.
    fileprivate static let beginOfCancelledOperation = Moment { trace in
        trace.items.lazy.filter { $0.how == .operation && $0.cancelled ?? .max < $0.began ?? .min }.compactMap(\.began).min()
    }.or(.firstCancellation)
}
