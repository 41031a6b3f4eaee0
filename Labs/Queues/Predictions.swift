import LabKit

/// The question before each variant.
extension Prediction {
    static let serial = Prediction(
        "`queue.async` submits four blocks to this queue. When does the third block start?",
        about: ["Page.useSerialQueue", .part(of: "Page.makeThumbnails", from: "for photo", through: "queue.async")],
        choices: ["as soon as a thread is free", "when the second block has started", "when the second block has ended"], answer: 2,
        because: """
            A serial queue runs one block at a time. It starts a block when the block before it has ended. So the blocks begin and end in
            the order in which they were submitted.
            """, at: Moment { trace in trace.items(onQueue: "thumbnails").dropFirst(2).first?.began })

    static let concurrent = Prediction(
        """
        Now the queue is `.concurrent`. The first of four blocks has much more work than the others. Which block ends last?
        """,
        about: ["Page.useConcurrentQueue", .part(of: "Page.makeThumbnails", from: "for photo", through: "queue.async")],
        choices: ["the first one", "the fourth one: blocks end in the order of submission", "the second one waits, so it ends last"],
        answer: 0,
        because: """
            A concurrent queue takes its blocks in the order in which they were submitted. It does not wait for the end of a block before
            it starts the next one. So the blocks overlap, and each one ends when its own work is done.
            """, at: Moment { trace in trace.items(onQueue: "thumbnails").first?.ended },
        beside: ["queue.async": "{blocks that finished before the first block} ended before the first one"])

    static let serialBarrier = Prediction(
        "`queue` is serial. Each second block is submitted with the flag `.barrier`. What does this change?",
        about: .part(of: "Page.useBarriersOnSerialQueue", from: "let queue", through: "queue.async"),
        choices: ["nothing", "the other blocks can now overlap", "the barriers start before the other blocks"], answer: 0,
        because: """
            A barrier is a block that runs alone on its queue. On a serial queue every block runs alone already. So the flag is harmless
            there, and useless. It has a meaning only on a concurrent queue of your own.
            """, at: .firstBarrier,
        beside: ["queue.async": "{most blocks that ran at the same time} at a time"])

    static let main = Prediction(
        """
        The main thread calls `submitToMainQueue()`, and then it calculates for a while. When does the first block start?
        """,
        about: ["Page.submitToMainQueue", .part(of: "Page.useMainQueue", through: "calculate()")],
        choices: ["during `calculate()`, on another thread", "after `calculate()`, when the main thread serves its queue"], answer: 1,
        because: """
            The main queue is a serial queue, and only the main thread runs its blocks. The main thread is busy until the function returns.
            Then the main loop runs the blocks, one after the other. This is why a long function on the main thread freezes an app.
            """, at: Moment { trace in trace.items(onQueue: "main queue").first?.began },
        beside: ["calculate()": "{blocks that began while the main thread still submitted or calculated} began before its end"])

    static let global = Prediction(
        """
        Two parts call `DispatchQueue.global()`, and two others call `DispatchQueue(label: "photos")`. How many different queues
        are there?
        """,
        about: .part(of: "twoPartsOfAnApp", from: "DispatchQueue.global", through: "queue.async"),
        choices: ["two: one global queue, and one with the label", "three: one global queue, and two with the same label", "four"],
        answer: 1,
        because: """
            The whole process shares the global queues, so both parts got the same one. A label is only a name for people: each
            `DispatchQueue(label:)` is a new queue. Blocks of other parts can be in a global queue at any time. So do not block its threads
            for long.
            """, at: Moment { trace in trace.items(onQueuesNamed: "photos").dropFirst().first?.enqueued })

    static let sync = Prediction(
        "The main thread calls `viewDidLoadWithSync`. Which thread runs the block of `sync`?",
        about: "viewDidLoadWithSync",
        choices: ["a thread of the pool, while the main thread sleeps", "the main thread itself"], answer: 1,
        because: """
            The caller must wait for the block anyway. So libdispatch runs the block on the caller's thread, and saves two context
            switches. `sync` returns when the block has ended, so "First Log" always comes first. (Blocks of the main queue are the
            exception: the main thread runs them.)
            """, at: Moment { trace in trace.items.first { $0.how == .sync }?.began },
        beside: ["\"First Log\"": "on the caller's thread in {rounds in which the caller's own thread ran the block}"])

    static let async = Prediction(
        "The main thread calls `viewDidLoadWithAsync`. In which order do the two logs come?",
        about: "viewDidLoadWithAsync",
        choices: ["First Log, Second Log", "Second Log, First Log", "either order: it can differ each time"], answer: 2,
        because: """
            `async` returns when the block is in the queue. From then on, two threads race: one of the pool to "First Log", and the main
            thread to "Second Log". The winner depends on the machine and on what it does at that moment. Do not rely on an order.
            """, at: Moment { trace in trace.items.first { $0.how == .async }?.enqueued })

    static let syncBehind = Prediction(
        "`photos` is 4, and each block of `save()` takes a while. How many photos does `store.count()` return?",
        about: [
            .part(of: "saveAndCount", from: "for _ in", through: "store.count"),
            .part(of: "Store.save", from: "queue.async", through: "self.saved"), "Store.count",
        ],
        choices: ["none: `sync` goes first, because the caller waits", "only those that are saved by chance", "four"], answer: 2,
        because: """
            The block of `sync` takes its place in the queue like every other block. The caller is blocked until all earlier blocks have
            ended, and its own block, too. The result is complete, and the caller pays with its time.
            """, at: .longestWait,
        beside: ["queue.sync": "{photos that the caller counted} counted"])

    static let twoQueues = Prediction(
        "`camera` and `downloads` are two serial queues. How many blocks can be in `album.add()` at the same time?",
        about: [.part(of: "useTwoQueues", from: "let camera", through: "let downloads"), "AlbumFiller.takePhoto", "AlbumFiller.download"],
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
        },
        beside: ["downloads.async": "{most blocks of both queues that ran at the same time} at the same time; {lost photos} lost"])

    static let target = Prediction(
        """
        `camera` and `downloads` are still serial queues. Now both have the serial queue `album` as their target. How many blocks
        can be in `album.add()` at the same time?
        """,
        about: [.part(of: "useTargetQueue", from: "let album", through: "let downloads"), "AlbumFiller.takePhoto", "AlbumFiller.download"],
        choices: ["one", "two", "three: the target queue is one more"], answer: 0,
        because: """
            The blocks of a queue run on its target queue. The target is serial, so it runs one block at a time, wherever the block comes
            from. The camera and the download still have queues of their own. Each can suspend its own queue.
            """, at: .behindTheOtherQueue,
        beside: ["downloads.async": "{most blocks of both queues that ran at the same time} at the same time; {lost photos} lost"])

    static let concurrentTarget = Prediction(
        """
        `camera` and `downloads` are concurrent queues now, and their target is serial. How many of their blocks can run at the
        same time?
        """,
        about: [
            .part(of: "useConcurrentQueuesWithTarget", from: "let album", through: "let downloads"),
            "AlbumFiller.download",
        ],
        choices: ["one", "one of each queue", "any number: the queues are concurrent"], answer: 0,
        because: """
            A concurrent queue allows its blocks to overlap, but the target queue runs them. A serial target runs one at a time. So the
            narrowest queue on the way decides.
            """, at: .behindTheOtherQueue,
        beside: ["downloads.async": "{most blocks of both queues that ran at the same time} at the same time; {lost photos} lost"])

    static let qos = Prediction(
        """
        `queue` is serial, and `classes` goes from the least to the most urgent. On Linux, in which order do the five blocks run?
        """,
        about: ["classes", .part(of: "submitToOneSerialQueue", from: "let queue", through: "queue.async")],
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
