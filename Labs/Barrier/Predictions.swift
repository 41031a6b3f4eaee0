import LabKit

/// The question before each variant.
extension Prediction {
    static let unprotected = Prediction(
        """
        Readers and writers submit blocks to the same concurrent queue. Two writers each add one photo at the same time. How many of
        the two photos are in the album afterwards?
        """,
        choices: ["two: they are on a queue", "one", "none"], answer: 1,
        because: """
            A concurrent queue starts each block as soon as a thread is free, even while other blocks run. Both writers read the same
            album, added a photo and wrote it back. The second write replaced the first: a lost update. A reader in between saw a
            cover that did not match the contents: a torn read.
            """, at: .overlap(in: "add(_:)"))

    static let barrier = Prediction(
        "A concurrent queue runs a barrier block. How many other blocks of that queue run at the same time?",
        choices: ["none", "those that had begun before it", "as many as the machine has processor cores"], answer: 0,
        because: """
            A barrier waits until all blocks that were submitted before it have finished. Then it runs alone. Later blocks begin after it
            has finished. So readers can run at the same time, and a writer runs alone. This holds for concurrent queues that you
            create. On a global queue a barrier is an ordinary block.
            """, at: .firstBarrier)

    static let serial = Prediction(
        "Readers and writers submit blocks to a serial queue. How many readers read the album at the same time?",
        choices: ["all of them: readers do not disturb each other", "one", "as many as the machine has processor cores"], answer: 1,
        because: """
            A serial queue runs one block at a time, in the order in which they were submitted. It does not know which blocks only read.
            That is safe, but readers wait for other readers.
            """, at: .firstWait(.sync))

    static let lock = Prediction(
        "A lock, not a queue, protects each access. What does a thread do while another thread holds the lock?",
        choices: ["it continues, and its access happens later", "it is blocked until the lock is free", "it enters if it only reads"],
        answer: 1,
        because: """
            A thread that acquires a lock is blocked until the lock is free. That is true for readers and for writers. With a queue and
            `async`, a writer could have continued immediately.
            """, at: .firstWait(.mutex))

    static let actor = Prediction(
        "An actor protects the album. A task waits for the actor. What happens to the thread that ran the task?",
        choices: ["it is blocked", "it runs other tasks, if there are any"], answer: 1,
        because: """
            At `await` the task is suspended. Its thread is not blocked: it can run other tasks. Like a serial queue, the actor runs one
            task at a time, readers too.
            """, at: .threadRunsOtherTask.or(.firstBusyActor).or(.end))

    static let globalBarrier = Prediction(
        "The variant `barrier` now uses a global queue. How many other blocks can run at the same time as a barrier block?",
        choices: ["none, as before", "only blocks from other parts of the program", "any number: the flag has no effect there"], answer: 2,
        because: """
            The whole process shares the global queues. A real barrier there would also stop the blocks of all other parts of the
            program. So libdispatch ignores the flag on a global queue, without a warning.
            """, at: .firstBarrier)
}
