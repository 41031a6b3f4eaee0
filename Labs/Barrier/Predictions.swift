import LabKit

/// The question before each variant.
extension Prediction {
    static let unprotected = Prediction(
        """
        `queue` is concurrent. Two threads call `add` at the same time, each with one photo. How many of the two photos are in the
        album afterwards?
        """,
        about: ["UnprotectedLibrary.add", .part(of: "WatchedAlbum.append", from: "let found", through: "photos = found")],
        choices: ["two: they are on a queue", "one", "none"], answer: 1,
        because: """
            A concurrent queue starts each block as soon as a thread is free, even while other blocks run. Both writers read the same
            album, added a photo and wrote it back. The second write replaced the first: a lost update. A reader in between saw a
            cover that did not match the contents: a torn read.
            """, at: .overlap(in: "add(_:)"),
        beside: ["count = found": "{torn reads} were torn", "photos = found": "{lost photos} lost"])

    static let barrier = Prediction(
        "How many other blocks of `queue` run at the same time as a block of `async(flags: .barrier)`?",
        about: ["BarrierLibrary.queue", "BarrierLibrary.add", "BarrierLibrary.photos"],
        choices: ["none", "those that had begun before it", "as many as the machine has processor cores"], answer: 0,
        because: """
            A barrier waits until all blocks that were submitted before it have finished. Then it runs alone. Later blocks begin after it
            has finished. So readers can run at the same time, and a writer runs alone. This holds for concurrent queues that you
            create. On a global queue a barrier is an ordinary block.
            """, at: .firstBarrier,
        beside: [
            "flags: .barrier": "{blocks that overlap a barrier} overlap one of these",
            "queue.sync": "{most readers inside at the same time} at the same time",
        ])

    static let serial = Prediction(
        "`queue` is serial. How many threads can be in `album.snapshot()` at the same time?",
        about: ["SerialLibrary.queue", "SerialLibrary.add", "SerialLibrary.photos"],
        choices: ["all that read: readers do not disturb each other", "one", "as many as the machine has processor cores"], answer: 1,
        because: """
            A serial queue runs one block at a time, in the order in which they were submitted. It does not know which blocks only read.
            That is safe, but readers wait for other readers.
            """, at: .firstWait(.sync),
        beside: [
            "queue.sync":
                "{most readers and writers at the album at the same time}, {most readers and writers that waited meanwhile} waiting"
        ])

    static let lock = Prediction(
        "A thread calls `photos()` while another thread is in `album.append(photo)`. What does it do at `lock.lock()`?",
        about: ["LockLibrary.add", "LockLibrary.photos"],
        choices: ["it continues, and reads the album later", "it is blocked until the lock is free", "it enters, because it only reads"],
        answer: 1,
        because: """
            A thread that acquires a lock is blocked until the lock is free. That is true for readers and for writers. With a queue and
            `async`, a writer could have continued immediately.
            """, at: .firstWait(.mutex),
        beside: ["album.append": "{most readers and writers at the album at the same time} at the same time"])

    static let actor = Prediction(
        """
        A task waits at `await library.add`, because another task is in the actor. What happens to the thread that ran the task?
        """,
        about: ["ActorLibrary.add", .part(of: "Workload.runOnActor", from: "for writer", through: "library.add")],
        choices: ["it is blocked", "it runs other tasks, if there are any"], answer: 1,
        because: """
            At `await` the task is suspended. Its thread is not blocked: it can run other tasks. Like a serial queue, the actor runs one
            task at a time, readers too.
            """, at: .threadRunsOtherTask.or(.firstBusyActor).or(.end),
        beside: [
            "album.append": "{most readers and writers at the album at the same time} at the same time",
            "library.add": "{most readers and writers that waited meanwhile} waiting",
        ])

    static let globalBarrier = Prediction(
        """
        `queue` is a global queue now. How many other blocks can run at the same time as a block of `async(flags: .barrier)`?
        """,
        about: ["GlobalBarrierLibrary.queue", "GlobalBarrierLibrary.add", "GlobalBarrierLibrary.photos"],
        choices: ["none, as before", "only blocks from other parts of the program", "any number: the flag has no effect there"], answer: 2,
        because: """
            The whole process shares the global queues. A real barrier there would also stop the blocks of all other parts of the
            program. So libdispatch ignores the flag on a global queue, without a warning.
            """, at: .firstBarrier,
        beside: ["flags: .barrier": "{barriers that overlap other blocks} overlap other blocks", "queue.sync": "{torn reads} were torn"])
}
