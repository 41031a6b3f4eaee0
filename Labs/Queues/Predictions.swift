import LabKit

/// The question before each variant.
extension Prediction {
    static let serial = Prediction(
        "Four blocks are submitted to one serial queue, one after the other. When does the third block start?",
        choices: ["as soon as a thread is free", "when the second block has started", "when the second block has ended"], answer: 2,
        because: """
            A serial queue runs one block at a time. It starts a block when the block before it has ended. So the blocks begin and end in
            the order in which they were submitted.
            """, at: Moment { trace in trace.items(onQueue: "thumbnails").dropFirst(2).first?.began })

    static let concurrent = Prediction(
        """
        Four blocks are submitted to one concurrent queue, one after the other. The first block has much more work than the others. Which
        block ends last?
        """,
        choices: ["the first one", "the fourth one: blocks end in the order of submission", "the second one waits, so it ends last"],
        answer: 0,
        because: """
            A concurrent queue takes its blocks in the order in which they were submitted. It does not wait for the end of a block before
            it starts the next one. So the blocks overlap, and each one ends when its own work is done.
            """, at: Moment { trace in trace.items(onQueue: "thumbnails").first?.ended })

    static let serialBarrier = Prediction(
        "Each second block of a serial queue is submitted with `flags: .barrier`. What does this change?",
        choices: ["nothing", "the other blocks can now overlap", "the barriers start before the other blocks"], answer: 0,
        because: """
            A barrier is a block that runs alone on its queue. On a serial queue every block runs alone already. So the flag is harmless
            there, and useless. It has a meaning only on a concurrent queue of your own.
            """, at: .firstBarrier)

    static let main = Prediction(
        """
        A function runs on the main thread. It submits blocks to the main queue with `async`, and then it calculates for a while. When
        does the first block start?
        """,
        choices: ["while the function calculates, on another thread", "after the function has returned to the main loop"], answer: 1,
        because: """
            The main queue is a serial queue, and only the main thread runs its blocks. The main thread is busy until the function returns.
            Then the main loop runs the blocks, one after the other. This is why a long function on the main thread freezes an app.
            """, at: Moment { trace in trace.items(onQueue: "main queue").first?.began })

    static let global = Prediction(
        """
        Two parts of an app know nothing of each other. Each calls `DispatchQueue.global()`, and each makes a queue of its own with
        `DispatchQueue(label: "photos")`. How many different queues are there?
        """,
        choices: ["two: one global queue, and one with the label", "three: one global queue, and two with the same label", "four"],
        answer: 1,
        because: """
            The whole process shares the global queues, so both parts got the same one. A label is only a name for people: each
            `DispatchQueue(label:)` is a new queue. Blocks of other parts can be in a global queue at any time. So do not block its threads
            for long.
            """, at: Moment { trace in trace.items(onQueuesNamed: "photos").dropFirst().first?.enqueued })

    static let sync = Prediction(
        """
        The main thread calls `sync` on a global queue with a block that logs "First Log". The next line logs "Second Log". Which thread
        runs the block?
        """,
        choices: ["a thread of the pool, while the main thread sleeps", "the main thread itself"], answer: 1,
        because: """
            The caller must wait for the block anyway. So libdispatch runs the block on the caller's thread, and saves two context
            switches. `sync` returns when the block has ended, so "First Log" always comes first. (Blocks of the main queue are the
            exception: the main thread runs them.)
            """, at: Moment { trace in trace.items.first { $0.how == .sync }?.began })

    static let async = Prediction(
        """
        The main thread calls `async` on a global queue with a block that logs "First Log". The next line logs "Second Log". In which
        order do the logs come?
        """,
        choices: ["First Log, Second Log", "Second Log, First Log", "either order: it can differ each time"], answer: 2,
        because: """
            `async` returns when the block is in the queue. From then on, two threads race: one of the pool to "First Log", and the main
            thread to "Second Log". The winner depends on the machine and on what it does at that moment. Do not rely on an order.
            """, at: Moment { trace in trace.items.first { $0.how == .async }?.enqueued })

    static let syncBehind = Prediction(
        """
        Four blocks are submitted to a serial queue with `async`. Each saves a photo, which takes a while. Then the caller counts the saved
        photos, in a block that it submits with `sync`. How many photos does it count?
        """,
        choices: ["none: sync goes first, because the caller waits", "only those that are saved by chance", "four"], answer: 2,
        because: """
            The block of `sync` takes its place in the queue like every other block. The caller is blocked until all earlier blocks have
            ended, and its own block, too. The result is complete, and the caller pays with its time.
            """, at: .longestWait)

    static let twoQueues = Prediction(
        """
        A camera and a download each add photos to the same album. Each has a serial queue of its own. How many blocks can be in the album
        at the same time?
        """,
        choices: ["one: the queues are serial", "two", "as many as there are photos"], answer: 1,
        because: """
            A serial queue orders only its own blocks. The other queue knows nothing of them. So a block of each ran at the same time. Both
            read the same number of photos, and one write replaced the other: a lost update, and a data race.
            """,
        at: Moment { trace in
            let items = trace.items(onQueue: "camera") + trace.items(onQueue: "downloads")
            return items.filter { item in
                trace.overlapping(item, among: items).contains { ($0.began ?? .max) < (item.began ?? .min) }
            }.compactMap(\.began).min()
        })

    static let target = Prediction(
        """
        The camera and the download keep their serial queues. Both queues now have the same serial queue as their target. How many blocks
        can be in the album at the same time?
        """,
        choices: ["one", "two", "three: the target queue is one more"], answer: 0,
        because: """
            The blocks of a queue run on its target queue. The target is serial, so it runs one block at a time, wherever the block comes
            from. The camera and the download still have queues of their own. Each can suspend its own queue.
            """, at: .behindTheOtherQueue)

    static let concurrentTarget = Prediction(
        "Two concurrent queues have the same serial queue as their target. How many of their blocks can run at the same time?",
        choices: ["one", "one of each queue", "any number: the queues are concurrent"], answer: 0,
        because: """
            A concurrent queue allows its blocks to overlap, but the target queue runs them. A serial target runs one at a time. So the
            narrowest queue on the way decides.
            """, at: .behindTheOtherQueue)

    static let qos = Prediction(
        """
        A serial queue gets five blocks: the first has the QoS `background`, the last has `userInteractive`. On Linux, in which order do
        the blocks run?
        """,
        choices: ["the most urgent one first", "in the order in which they were submitted", "in any order"], answer: 1,
        because: """
            A queue is first in, first out, whatever the QoS of its blocks is. QoS has an effect elsewhere. It chooses one of four
            global queues, and each has threads with a nice value of their own. The system uses a nice value only to share a busy
            processor. So background work can become slower, but QoS never gives an order.
            """, at: Moment { trace in trace.items(onQueue: "one queue").last?.began })
}

extension Moment {
    /// A block begins that had to wait for a block of the other queue; if none had to, the first download begins.
    fileprivate static let behindTheOtherQueue = Moment { trace in
        let items = trace.items(onQueue: "camera") + trace.items(onQueue: "downloads")
        return items.filter { item in
            guard let enqueued = item.enqueued, let began = item.began else { return false }
            return items.contains { $0.queue != item.queue && enqueued < $0.ended ?? .max && $0.ended ?? .max <= began }
        }.compactMap(\.began).min()
    }.or(.begin(1) { $0.items(onQueue: "downloads") })
}
