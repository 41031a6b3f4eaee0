import LabKit

/// The question before each variant.
extension Prediction {
    static let syncSelf = Prediction(
        "`queue` is serial. `add` reads `photos` inside its block, and `photos` calls `queue.sync` again. What happens?",
        about: ["SelfSyncAlbum.queue", "SelfSyncAlbum.photos", "SelfSyncAlbum.add"],
        choices: [
            "the inner block runs immediately: the code is on the queue already", "the inner block can never begin",
            "the outer block is paused for the inner one",
        ],
        answer: 1,
        because: """
            A serial queue starts a block when the block before it has ended. The outer block ends after the inner one, so the thread
            waits for itself. libdispatch notices it in this case, and stops the program with an illegal instruction. On Linux it
            prints no message.
            """, at: .endlessWait)

    static let askQueue = Prediction(
        """
        `journal.note` runs its closure on the journal's own queue, with `sync`. The closure reads `photos`, which calls
        `onQueue`. What does `getSpecific` return there?
        """,
        about: ["AskingAlbum.photos", .part(of: "AskingAlbum.add", from: "onQueue {", through: "journal.note"), "AskingAlbum.onQueue"],
        choices: ["true: the block of `add` has not ended", "nil: the code is on the journal's queue"], answer: 1,
        because: """
            The code runs on the journal's queue, so the check says no, and the album calls `sync`. But the album's queue is busy: its block waits
            for the journal. To know the current queue is not enough. You would need to know which queues wait for you, and
            no call tells you that.
            """, at: .endlessWait)

    static let concurrentRead = Prediction(
        "`queue` is concurrent. While `summary` is in `meanwhile()`, another thread calls `add`. Which block ends first?",
        about: [
            "ConcurrentAlbum.photos", "ConcurrentAlbum.add",
            .part(of: "ConcurrentAlbum.summary", from: "queue.sync", through: "photos.count"),
        ],
        choices: ["the inner read, in `photos`", "the write, in `add`", "none of them, ever"], answer: 2,
        because: """
            A barrier waits for all blocks before it: the outer read. Blocks after a barrier wait for it: the inner read. And
            the outer read contains the inner one. Without the write in between, the inner read runs. So tests seldom find this deadlock.
            """, at: .endlessWait)

    static let syncOnce = Prediction(
        "Which code can run on `queue` and then call `queue.sync`?",
        about: ["SyncOnceAlbum.photos", "SyncOnceAlbum.add", "SyncOnceAlbum.insert"],
        choices: ["none", "`insert`", "the closure of `journal.note`"], answer: 0,
        because: """
            A private method calls no `sync`, and `dispatchPrecondition` checks that it is on the queue. The journal is called when the
            album's queue is free. A rule follows: never call foreign code (a closure, a delegate, another object) while you are on your queue
            or hold a lock.
            """, at: Moment { trace in trace.items(onQueue: "journal").first?.began },
        beside: ["journal.note": "{lines of the journal with the right number} are right"])

    static let twoQueues = Prediction(
        """
        Two threads are in the two blocks of `queue.sync` at the same time. `journal.note` and `album.count` call `sync` on the
        queue of the journal and of the album. What does libdispatch do?
        """,
        about: [
            .part(of: "CallingAlbum.add", from: "queue.sync", through: "journal.note"),
            .part(of: "CallingJournal.report", from: "queue.sync", through: "album.count"),
        ],
        choices: ["it stops the program", "it lets the first of them continue", "nothing: both threads wait for ever"], answer: 2,
        because: """
            libdispatch checks only whether the current thread itself runs the block before. Here another thread does, and that thread could
            continue soon, for all that libdispatch knows. It does not follow the chain to the end. So the two threads hang, without a message.
            """, at: .endlessWait,
        beside: [
            "journal.note": "{blocks submitted to the journal that never began} never began",
            "album.count": "{blocks submitted to the album that never began} never began",
        ])

    static let asyncInstead = Prediction(
        """
        Now the two queues run these two blocks of `queue.async` at the same time. `note` and `count` submit their blocks with
        `async`, too. What happens?
        """,
        about: [
            .part(of: "AsynchronousAlbum.add", from: "queue.async", through: "journal.note"),
            .part(of: "AsynchronousJournal.report", from: "queue.async", through: "album.count"),
        ],
        choices: ["a deadlock, as with `sync`", "both blocks end, and then the requests run"], answer: 1,
        because: """
            `async` returns immediately, so a block never waits for the other queue. It ends, and its queue becomes free for the request. The price:
            the answer comes later, and other blocks can run between the question and the answer.
            """, at: Moment { trace in trace.items(onQueue: "album").dropFirst().first?.began },
        beside: [
            "journal.note": "{queue threads that were blocked in sync} blocked",
            "album.count": "{queue threads that were blocked in sync} blocked",
        ])

    static let mainWaits = Prediction(
        "The main thread calls `showAndWait`. How many photos does `screen.show` put on the screen?",
        about: "showAndWait",
        choices: ["none", "one", "all of them, before `decoding.wait()` returns"], answer: 0,
        because: """
            Only the main thread runs blocks of the main queue, and it is blocked in `wait`. The background block waits for the main thread,
            and the main thread waits for the background block. In an app the window freezes, and the system ends the app.
            """, at: .endlessWait,
        beside: ["DispatchQueue.main.sync": "{blocks on the main queue that began} began"])

    static let mainNotified = Prediction(
        "The main thread calls `showWhenDecoded`. What does it do after `decoding.notify`, until the group is empty?",
        about: "showWhenDecoded",
        choices: ["it is blocked in `notify`", "it serves the main queue, as always"], answer: 1,
        because: """
            `notify` stores a block and returns. The last block of the group submits it to the main queue. No thread waits for another one,
            so there is nothing from which a circle could be built.
            """, at: Moment { trace in trace.items.first { $0.how == .groupNotify }?.enqueued },
        beside: ["screen.show": "{photos on the screen} on the screen"])

    static let ownQueue = Prediction(
        """
        `loadOnQueue` runs on a serial queue, and `answers` is the same queue. `limit` is nil. When does `arrived.wait` return?
        """,
        about: [
            .part(of: "OwnQueueGallery.loadOnQueue", from: "Client", through: "arrived.wait"),
            .part(of: "Client.download", from: "DispatchQueue", through: "answers.async"),
        ],
        choices: ["when the photo has arrived", "never", "when the semaphore is released"], answer: 1,
        because: """
            The handler is queued after the block that waits, on a queue that runs one block at a time. The photo is there, but no
            code can say so. libdispatch stops no program for this: a semaphore has no owner, so any thread could signal.
            """, at: .endlessWait,
        beside: [
            "arrived.signal": "{signals of the semaphore}",
            "answers.async": "{completion handlers that are queued and never begin} never began",
        ])

    static let waitLimit = Prediction(
        """
        Now `limit` is 100 ms. `answers` is still the serial queue on which `loadOnQueue` runs. What is `photo` when
        `arrived.wait` returns?
        """,
        about: [
            .part(of: "OwnQueueGallery.loadOnQueue", from: "Client", through: "arrived.wait"),
            .part(of: "Client.download", from: "DispatchQueue", through: "answers.async"),
        ],
        choices: ["\"photo 1\"", "\"no photo\", its first value"], answer: 1,
        because: """
            The handler can begin when the block has ended. So the wait uses all of its time, always, and then fails. A timeout turns a
            deadlock into a failure that you can see. That is useful in a test. It does not make the code right.
            """, at: .firstTimeout,
        beside: ["self.photo = photo": "{photos that were there when the wait ended} when the wait ended"])

    static let completion = Prediction(
        "`queue` is serial. How many threads of `queue` are blocked while the photo is on its way?",
        about: "CompletionGallery.load",
        choices: ["one", "none"], answer: 1,
        because: """
            The first block ends immediately. Its queue can run other blocks until the photo arrives, and then it runs the handler. No
            block waits for a block of its own queue.
            """, at: Moment { trace in trace.items(onQueue: "gallery").first?.ended },
        beside: ["queue.async": "{threads of the gallery's queue that were blocked} blocked"])

    static let abba = Prediction(
        """
        One transfer goes from account 1 to account 2, another one from 2 to 1. Both have returned from `from.lock.lock()`. Which
        of them ends first?
        """,
        about: "FromThenTo.move",
        choices: ["the one that began first", "chance decides", "neither, ever"], answer: 2,
        because: """
            The first transfer holds lock 1 and waits for lock 2. The second one holds lock 2 and waits for lock 1: a circular wait. With
            unlucky timing this takes a few milliseconds, and with lucky timing it takes years.
            """, at: .endlessWait)

    static let lockByLock = Prediction(
        """
        Two transfers of 100 euros are in `meanwhile()`. Now an audit acquires all locks, and adds the balances. What does it
        find?
        """,
        about: "LockByLock.move",
        choices: ["all the money", "200 euros too little", "it can never begin"], answer: 1,
        because: """
            No thread holds two locks, so there is no deadlock. But between the two locks the money is in no account, and every other
            thread can see that. Each account is protected, the transfer is not: the critical section is too small.
            """, at: Moment { trace in trace.events.first { $0.kind == .lockAcquired && $0.lane == 0 }?.time },
        beside: ["meanwhile()": "{money that the audit did not find} missing at the audit"])

    static let lockOrder = Prediction(
        """
        One transfer goes from account 1 to account 2, another one from 2 to 1. The first one has returned from
        `first.lock.lock()`. What does the second one hold?
        """,
        about: "LowerNumberFirst.move",
        choices: ["lock 2", "nothing: it waits for lock 1"], answer: 1,
        because: """
            Both begin with lock 1, so the second one waits before it holds anything. In general, a thread that holds a lock waits only for a higher
            number. On a circle the numbers would have to fall somewhere, so there is no circle.
            """, at: .waitForFirstLock)

    static let tryLock = Prediction(
        "Two transfers in opposite directions have returned from `from.lock.lock()`. What happens at `to.lock.try()`?",
        about: [
            .part(of: "TryAndBackOff.tryToMove", from: "from.lock.lock", through: "guard"),
            .part(of: "TryAndBackOff.move", from: "while", through: "}"),
        ],
        choices: ["both wait for ever", "at least one call fails, and later both transfers end", "money gets lost"], answer: 1,
        because: """
            `try()` never waits, so no thread waits while it holds a lock: one of the four conditions of a deadlock is gone. The pauses
            are random, so that the two do not disturb each other again and again. Use it if there is no order for the locks.
            """, at: .firstWait(.sleep),
        beside: ["to.lock.try": "{attempts that failed, released their lock and were repeated} failed"])
}

extension Moment {
    /// A transfer waits for its first lock; if none of them had to wait, the second transfer begins.
    fileprivate static let waitForFirstLock = Moment { trace in
        trace.waits.first { $0.kind == .mutex && $0.item != nil }?.began ?? trace.items(onQueue: "transfer 2").first?.began
    }
}
