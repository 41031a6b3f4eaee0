import LabKit

/// The question before each variant.
extension Prediction {
    static let serial = Prediction(
        """
        `queue` is serial. The server of the first photo never answers, the others answer immediately. When does the second call
        of `service.photo(address)` begin?
        """,
        about: [
            .part(of: "SerialQueueLoader.load", from: "queue.async", through: "page.show"),
            .part(of: "PhotoService.photo", from: "request(address)", through: "answered.wait"),
        ],
        choices: ["immediately", "when the first one has failed", "never"], answer: 1,
        because: """
            A synchronous fetch blocks its thread until it ends. The queue is serial, so no other block begins meanwhile. The first request
            ends when its time limit is over, and only then the second one begins.
            """, at: .longestWait,
        beside: ["service.photo": "{requests at the same time} at the same time"])

    static let concurrent = Prediction(
        """
        `queue` is concurrent. Four blocks fetch one photo each, and two of the servers never answer. How many threads do the four
        calls of `service.photo(address)` need?
        """,
        about: [
            .part(of: "ConcurrentQueueLoader.load", from: "queue.async", through: "page.show"),
            .part(of: "PhotoService.photo", from: "request(address)", through: "answered.wait"),
        ],
        choices: ["one, because there is one queue", "one for each request that is under way", "none, because they only wait"], answer: 1,
        because: """
            A blocked thread cannot run the next block, so Dispatch needs another thread. The pool begins with about one thread for each
            core. When all are blocked, it adds one about once a second. The network session delivers its answers on threads of this pool
            too. So on a machine with few cores, even an answer that has arrived has to wait for a thread.
            """, at: .mostAtOnce { $0.items(onQueue: "photos") },
        beside: ["answered.wait": "{threads that are blocked at the same time} blocked at the same time"])

    static let workItems = Prediction(
        """
        The second request is under way, and its server never answers. Now the app calls `item.cancel()` on all work items. What
        happens to the second request?
        """,
        about: [.part(of: "WorkItemLoader.init", from: "DispatchWorkItem", through: "page.show"), "WorkItemLoader.cancel"],
        choices: ["it ends immediately", "it ends when its time limit is over", "its block is started again"], answer: 1,
        because: """
            `cancel()` of a work item has an effect only before its block begins. The queued blocks never run. But the running block is
            inside the synchronous fetch, and no code there looks. It blocks its thread until the time limit is over.
            """, at: .cancellationOfRunningBlock,
        beside: ["item.cancel": "{running requests that cancel() ends} ended by it"])

    static let unbounded = Prediction(
        """
        Nine operations are added to a queue of this `width`. Each begins its request, and returns from `start()`. How many
        requests are under way at the same time?
        """,
        about: [
            .part(of: "OperationLoader.unbounded", from: "let width"),
            .part(of: "PhotoOperation.start", from: "change(to: .executing", through: "finished"),
        ],
        choices: ["one", "up to nine", "as many as the machine has cores"], answer: 1,
        because: """
            The number of threads limits operations that use a thread. These operations use none while they wait. So the queue starts all
            of them. With a thousand photos, the server gets a thousand requests. You need a limit of your own.
            """, at: Moment { $0.requestBegins.max() },
        beside: ["request.begin": "{requests at the same time} at the same time"])

    static let operations = Prediction(
        """
        The queue has a limit of three operations. Each calls `request.begin`, and returns from `start()`. When does the queue
        start the fourth operation?
        """,
        about: ["OperationLoader.bounded", .part(of: "PhotoOperation.start", from: "change(to: .executing", through: "finished")],
        choices: ["when the first `start()` has returned", "when one of the three is finished", "when all three are finished"], answer: 1,
        because: """
            For the queue an asynchronous operation runs until its `isFinished` becomes true. Your code announces this when the answer has
            arrived. So at most three requests are under way. A misspelled photo finishes its operation too, and the others still arrive.
            """, at: .firstWaitForRoom.or(.firstRoom(onQueue: "photos")),
        beside: ["request.begin": "{requests at the same time} at the same time"])

    static let cancel = Prediction(
        """
        Three requests are under way, and three operations are queued. Now the app calls this `cancel()`: the queued operations
        come first. How many requests begin after the first `operation.cancel()`?
        """,
        about: ["OperationLoader.cancel", .part(of: "PhotoOperation.start", through: "return")],
        choices: ["none", "three", "one for each request that ends"], answer: 0,
        because: """
            The queue still starts a cancelled operation, because it must finish. But `start()` looks at `isCancelled` first, and begins no
            request. The running operations cancel their requests, and finish when these have ended.
            """, at: .firstCancellation,
        beside: ["operation.cancel": "{requests that begin after cancel()} began after it"])

    static let unchecked = Prediction(
        """
        Three operations are under way, and three are queued, when the app cancels all of them. Does the queue still call
        `start()` of the queued ones?
        """,
        about: "UncheckedOperation.start",
        choices: ["no, because they are cancelled", "yes, and their requests begin"], answer: 1,
        because: """
            A cancelled operation must become finished, so the queue calls its `start()`. Foundation's own `start()` looks at the flag, and
            then does not call `main()`. If you write a `start()`, your code has to look. Here a request begins after `cancel()`, and only its
            time limit ends it.
            """, at: .beginOfCancelledOperation,
        beside: ["request.begin": "{requests that begin after cancel()} began after cancel()"])

    static let faults = Prediction(
        "Some servers send errors, or nothing. There, `result` is a failure. How many photos of the other servers arrive?",
        about: [
            .part(of: "PhotoOperation.start", from: "request.begin", through: "}"), .part(of: "photo", from: "switch", through: "default"),
        ],
        choices: ["none: an error ends the queue", "those that began before the first error", "all of them"], answer: 2,
        because: """
            A failed request is finished too: its completion gets a failure, and the operation announces its end. The queue knows nothing of
            failures, so it starts the next operation. Each code path through a request must end in the completion, exactly once.
            """, at: .end,
        beside: ["completion(result)": "{requests that end, with a photo or a failure} end"])

    static let taskGroup = Prediction(
        """
        Three requests are under way. Now the app calls `cancel()` on the task that is in `withTaskGroup`. What else does the app
        have to cancel?
        """,
        about: [
            .part(of: "TaskGroupLoader.loadPhotos", from: "await withTask"),
            .part(of: "PhotoService.photo", from: "onCancel", through: "request.cancel"),
        ],
        choices: ["nothing", "each child task", "each request"], answer: 0,
        because: """
            Cancellation goes from a task to its child tasks. Each child task has a cancellation handler, which cancels its request. The group
            adds no further child task, because it uses `addTaskUnlessCancelled`.
            """, at: .firstCancelledTask,
        beside: ["request.cancel": "{running requests that end after cancel()} end"])
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
