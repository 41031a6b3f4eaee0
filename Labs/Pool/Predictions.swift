import LabKit

/// The question before each variant.
extension Prediction {
    static let blocking = Prediction(
        """
        `queue` is concurrent, and `photos` is larger than the number of cores. The server does not answer yet. When does the
        block with `calculate()` begin?
        """,
        about: [.part(of: "fetchOnPool", from: "for _ in", through: "calculate()"), "Client.fetch"],
        choices: ["immediately: the cores have nothing to do", "when the pool has a free thread again", "when all downloads have ended"],
        answer: 1,
        because: """
            A block keeps its thread until it ends, also while it waits. The pool has about as many threads as the machine has cores. It
            sees that they are blocked, and adds a thread, but only about one in a second. The cores are idle all this time.
            """, at: Moment { trace in trace.items(onQueue: "downloads").last?.began },
        beside: ["calculate()": "{downloads that had ended when the calculation got a thread} had ended by then"])

    static let serialQueues = Prediction(
        """
        `makeQueue` makes a serial queue for each photo. `client.fetch()` waits until all requests have reached the server. How
        many threads does the process have then?
        """,
        about: [.part(of: "fetchOnManyQueues", from: "return fetch"), .part(of: "fetch", from: "for number", through: "client.fetch")],
        choices: ["as many as there are cores", "one more each second", "at least one for each photo"], answer: 2,
        because: """
            libdispatch gives a serial queue a thread immediately, so that no queue has to wait for another one. With many
            queues whose blocks wait, this is a thread explosion. At 255 threads libdispatch stops, and then queues do wait.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") },
        beside: ["client.fetch": "{threads of the process} in the process"])

    static let semaphoreInside = Prediction(
        "`places` lets only a few blocks ask the server at the same time. How many threads does the process need?",
        about: .part(of: "fetchWithSemaphoreInside", from: "for number", through: "places.signal"),
        choices: ["as many as `places` lets in", "at least one for each photo"], answer: 1,
        because: """
            The semaphore protects the server. But a block that waits at the semaphore has begun, so it has a thread. To use
            fewer threads, a block must not begin before it can do its work.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") },
        beside: ["places.wait": "{threads of the process} in the process"])

    static let targetQueues = Prediction(
        """
        `targets` is 4. Each photo has a serial queue again, and now each of these queues has one of the `workers` as its target.
        How many of the photos' blocks run at the same time?
        """,
        about: [
            .part(of: "fetchOnTargets", from: "let workers", through: "return fetch"),
            .part(of: "fetch", from: "for number", through: "client.fetch"),
        ],
        choices: ["at most four", "one for each photo", "one"], answer: 0,
        because: """
            A queue with a target runs its blocks on the target queue. A serial target runs one block at a time, so four targets run four
            blocks. The other blocks are queued. They have not begun, so they need no thread.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") },
        beside: ["client.fetch": "{blocks that had a thread at the same time} at the same time"])

    static let asynchronous = Prediction(
        """
        All calls of `client.fetch` are made, and no block waits for an answer. All requests wait for the server at the same time.
        How many threads does this need?
        """,
        about: .part(of: "fetchAsynchronously", from: "for _ in", through: "everything.wait"),
        choices: ["one for each request", "one for each core", "one or two"], answer: 2,
        because: """
            A request that waits is an entry in a list. A thread is needed only when an answer arrives, for the short time of the handler. This is
            how servers keep ten thousand connections open.
            """, at: .begin(1) { $0.items(onQueue: "arrivals") },
        beside: ["client.fetch": "{requests that waited at the same time} waited at the same time"])

    static let tasksBlocking = Prediction(
        "There are more tasks than cores. The last task would call `albumIsOpen.signal()` for all of them. What happens?",
        about: .part(of: "waitInTasks", from: "for _ in", through: "albumIsOpen.signal"),
        choices: [
            "the runtime adds threads, one in a second", "the last task never gets a thread",
            "the last task runs first, because the others wait",
        ],
        answer: 1,
        because: """
            Tasks of one priority share a pool with as many threads as there are cores. The runtime relies on a promise: no task blocks its thread. So it adds no
            threads, and a thread is free only when a task ends or awaits. Here all threads are blocked: a deadlock without a
            circle of locks.
            """, at: .endlessWait,
        beside: [
            "albumIsOpen.wait": "{tasks whose thread is blocked for ever} blocked for ever",
            "albumIsOpen.signal": "{signals of the semaphore}",
        ])

    static let tasksAwaiting = Prediction(
        """
        Now each task is at `await album.waitUntilOpen()`, until the last one calls `album.open()`. How many threads are blocked
        before that?
        """,
        about: .part(of: "awaitInTasks", from: "for _ in", through: "album.open"),
        choices: ["all threads of the pool", "none"], answer: 1,
        because: """
            At an `await` the task is suspended: its state goes to memory, and the thread runs another task. So the last task gets a
            thread, opens the album, and each continuation is resumed.
            """, at: .lastTask,
        beside: ["album.waitUntilOpen": "{tasks that ended} ended in the end", "album.open()": "{threads of the process} in the process"])
}

extension Moment {
    /// The task begins that was made last.
    fileprivate static let lastTask = Moment { trace in
        let last = trace.tasks.max { $0.created ?? .min < $1.created ?? .min }?.id
        return trace.items.lazy.filter { $0.task == last }.compactMap(\.began).min()
    }
}
