import LabKit

/// The question before each variant.
extension Prediction {
    static let blocking = Prediction(
        """
        A concurrent queue gets more blocks than the machine has cores. Each of them waits for a server, which does not answer yet. A last
        block only calculates, for a millisecond. When does the last block begin?
        """,
        choices: ["immediately: the cores have nothing to do", "when the pool has a free thread again", "when all downloads have ended"],
        answer: 1,
        because: """
            A block keeps its thread until it ends, also while it waits. The pool has about as many threads as the machine has cores. It
            sees that they are blocked, and adds a thread, but only about one in a second. The cores are idle all this time.
            """, at: Moment { trace in trace.items(onQueue: "downloads").last?.began })

    static let serialQueues = Prediction(
        """
        Each photo has a serial queue of its own, with one block. Each block waits until all requests have reached the server. How many
        threads does the process have then?
        """,
        choices: ["as many as there are cores", "one more each second", "at least one for each photo"], answer: 2,
        because: """
            libdispatch gives a serial queue a thread immediately, so that no queue has to wait for another one. With many
            queues whose blocks wait, this is a thread explosion. At 255 threads libdispatch stops, and then queues do wait.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") })

    static let semaphoreInside = Prediction(
        """
        Each photo has a serial queue with one block. Each block calls `wait` on a semaphore that lets only a few of them ask the
        server. How many threads does the process need?
        """,
        choices: ["as many as the semaphore lets in", "at least one for each photo"], answer: 1,
        because: """
            The semaphore protects the server. But a block that waits at the semaphore has begun, so it has a thread. To use
            fewer threads, a block must not begin before it can do its work.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") })

    static let targetQueues = Prediction(
        """
        Each photo has a serial queue again. All these queues have one of four other serial queues as their target queue. How many of
        the photos' blocks run at the same time?
        """,
        choices: ["at most four", "one for each photo", "one"], answer: 0,
        because: """
            A queue with a target runs its blocks on the target queue. A serial target runs one block at a time, so four targets run four
            blocks. The other blocks are queued. They have not begun, so they need no thread.
            """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") })

    static let asynchronous = Prediction(
        """
        All requests are sent, and no block waits for an answer. A completion handler on one serial queue takes each photo. All requests
        wait for the server at the same time. How many threads does this need?
        """,
        choices: ["one for each request", "one for each core", "one or two"], answer: 2,
        because: """
            A request that waits is an entry in a list. A thread is needed only when an answer arrives, for the short time of the handler. This is
            how servers keep ten thousand connections open.
            """, at: .begin(1) { $0.items(onQueue: "arrivals") })

    static let tasksBlocking = Prediction(
        """
        Each of many Swift tasks waits at a semaphore. The last task to be created would signal all of them. There are more tasks than cores. What
        happens?
        """,
        choices: [
            "the runtime adds threads, one in a second", "the last task never gets a thread",
            "the last task runs first, because the others wait",
        ],
        answer: 1,
        because: """
            Tasks of one priority share a pool with as many threads as there are cores. The runtime relies on a promise: no task blocks its thread. So it adds no
            threads, and a thread is free only when a task ends or awaits. Here all threads are blocked: a deadlock without a
            circle of locks.
            """, at: .endlessWait)

    static let tasksAwaiting = Prediction(
        """
        The same tasks `await` an actor's method in place of waiting at the semaphore. The last task opens the album. How many
        threads are blocked before that?
        """,
        choices: ["all threads of the pool", "none"], answer: 1,
        because: """
            At an `await` the task is suspended: its state goes to memory, and the thread runs another task. So the last task gets a
            thread, opens the album, and each continuation is resumed.
            """, at: .lastTask)
}

extension Moment {
    /// The task begins that was made last.
    fileprivate static let lastTask = Moment { trace in
        let last = trace.tasks.max { $0.created ?? .min < $1.created ?? .min }?.id
        return trace.items.lazy.filter { $0.task == last }.compactMap(\.began).min()
    }
}
