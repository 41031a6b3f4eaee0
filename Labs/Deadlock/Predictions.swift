import LabKit

/// The question before each variant.
extension Prediction {
    static let syncSelf = Prediction(
        """
        An album protects its photos with a serial queue. `add` calls `queue.sync`, and inside this block it reads `photos`, which calls
        `queue.sync` on the same queue. What happens?
        """,
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
        The album now checks "am I on my queue?" with `getSpecific`, and calls `sync` only if it is not. `add` runs on the album's queue and
        calls the journal. The journal calls `sync` on its own queue, and a closure there reads `album.photos`. What is the answer to the check?
        """,
        choices: ["yes: the album's block has not ended", "no: the code is on the journal's queue"], answer: 1,
        because: """
            The code runs on the journal's queue, so the check says no, and the album calls `sync`. But the album's queue is busy: its block waits
            for the journal. To know the current queue is not enough. You would need to know which queues wait for you, and
            no call tells you that.
            """, at: .endlessWait)

    static let concurrentRead = Prediction(
        """
        The album's queue is concurrent. A read (`sync`) contains a second read (`sync`) of the same queue. Between the two, another thread
        submits a write as a barrier. Which of the three blocks ends first?
        """,
        choices: ["the inner read", "the write", "none of them, ever"], answer: 2,
        because: """
            A barrier waits for all blocks before it: the outer read. Blocks after a barrier wait for it: the inner read. And
            the outer read contains the inner one. Without the write in between, the inner read runs. So tests seldom find this deadlock.
            """, at: .endlessWait)

    static let syncOnce = Prediction(
        """
        Public methods call `sync` once. Private methods expect to be on the queue. The album calls its journal after its own block has
        ended. Which blocks can wait for the album's queue while they run on it?
        """,
        choices: ["none", "the private methods", "the journal's closure"], answer: 0,
        because: """
            A private method calls no `sync`, and `dispatchPrecondition` checks that it is on the queue. The journal is called when the
            album's queue is free. A rule follows: never call foreign code (a closure, a delegate, another object) while you are on your queue
            or hold a lock.
            """, at: Moment { trace in trace.items(onQueue: "journal").first?.began })

    static let twoQueues = Prediction(
        """
        A block on the album's queue calls `journalQueue.sync`. At the same time a block on the journal's queue calls `albumQueue.sync`. What
        does libdispatch do?
        """,
        choices: ["it stops the program", "it lets the first of them continue", "nothing: both threads wait for ever"], answer: 2,
        because: """
            libdispatch checks only whether the current thread itself runs the block before. Here another thread does, and that thread could
            continue soon, for all that libdispatch knows. It does not follow the chain to the end. So the two threads hang, without a message.
            """, at: .endlessWait)

    static let asyncInstead = Prediction(
        """
        The two objects submit their requests with `async`. The album's answer comes back as a block on the journal's queue. Both queues
        send a request to each other at the same moment. What happens?
        """,
        choices: ["a deadlock, as with sync", "both blocks end, and then the requests run"], answer: 1,
        because: """
            `async` returns immediately, so a block never waits for the other queue. It ends, and its queue becomes free for the request. The price:
            the answer comes later, and other blocks can run between the question and the answer.
            """, at: Moment { trace in trace.items(onQueue: "album").dropFirst().first?.began })

    static let mainWaits = Prediction(
        """
        The main thread starts a block in the background and calls `group.wait()`. The block calls `DispatchQueue.main.sync` to show each
        photo. How many photos appear on the screen?
        """,
        choices: ["none", "the first one", "all of them, before `wait` returns"], answer: 0,
        because: """
            Only the main thread runs blocks of the main queue, and it is blocked in `wait`. The background block waits for the main thread,
            and the main thread waits for the background block. In an app the window freezes, and the system ends the app.
            """, at: .endlessWait)

    static let mainNotified = Prediction(
        "The main thread calls `group.notify(queue: .main)` in place of `group.wait()`. What does it do until the group is empty?",
        choices: ["it is blocked in `notify`", "it serves the main queue, as always"], answer: 1,
        because: """
            `notify` stores a block and returns. The last block of the group submits it to the main queue. No thread waits for another one,
            so there is nothing from which a circle could be built.
            """, at: Moment { trace in trace.items.first { $0.how == .groupNotify }?.enqueued })

    static let ownQueue = Prediction(
        """
        A block on a serial queue starts a download and waits at a semaphore. The client calls the completion handler on this same queue,
        and the handler signals. When does the wait end?
        """,
        choices: ["when the photo has arrived", "never", "when the semaphore is released"], answer: 1,
        because: """
            The handler is queued after the block that waits, on a queue that runs one block at a time. The photo is there, but no
            code can say so. libdispatch stops no program for this: a semaphore has no owner, so any thread could signal.
            """, at: .endlessWait)

    static let waitLimit = Prediction(
        """
        The block waits at the semaphore for 100 ms at most. The completion handler is queued on the same serial queue. What does
        the block have when the wait ends?
        """,
        choices: ["the photo", "no photo"], answer: 1,
        because: """
            The handler can begin when the block has ended. So the wait uses all of its time, always, and then fails. A timeout turns a
            deadlock into a failure that you can see. That is useful in a test. It does not make the code right.
            """, at: .firstTimeout)

    static let completion = Prediction(
        """
        The block starts the download and ends. The completion handler, on the same serial queue, does the remaining work. How many threads
        of this queue are blocked while the photo is on its way?
        """,
        choices: ["one", "none"], answer: 1,
        because: """
            The first block ends immediately. Its queue can run other blocks until the photo arrives, and then it runs the handler. No
            block waits for a block of its own queue.
            """, at: Moment { trace in trace.items(onQueue: "gallery").first?.ended })

    static let abba = Prediction(
        """
        A transfer locks the account that pays, and then the account that is paid. One transfer goes from account 1 to account 2, another one from 2
        to 1, at the same time. Each has its first lock. Which of them ends first?
        """,
        choices: ["the one that began first", "chance decides", "neither, ever"], answer: 2,
        because: """
            The first transfer holds lock 1 and waits for lock 2. The second one holds lock 2 and waits for lock 1: a circular wait. With
            unlucky timing this takes a few milliseconds, and with lucky timing it takes years.
            """, at: .endlessWait)

    static let lockByLock = Prediction(
        """
        A transfer of 100 euros locks the paying account, subtracts, unlocks, and only then locks the other one and adds. Two transfers
        are between their two locks. An audit adds all balances, with all locks. What does it find?
        """,
        choices: ["all the money", "200 euros too little", "it can never begin"], answer: 1,
        because: """
            No thread holds two locks, so there is no deadlock. But between the two locks the money is in no account, and every other
            thread can see that. Each account is protected, the transfer is not: the critical section is too small.
            """, at: Moment { trace in trace.events.first { $0.kind == .lockAcquired && $0.lane == 0 }?.time })

    static let lockOrder = Prediction(
        """
        Every transfer locks the account with the lower number first. One goes from account 1 to 2, the other one from 2 to 1. The first one
        holds lock 1. What does the second one hold?
        """,
        choices: ["lock 2", "nothing: it waits for lock 1"], answer: 1,
        because: """
            Both begin with lock 1, so the second one waits before it holds anything. In general, a thread that holds a lock waits only for a higher
            number. On a circle the numbers would have to fall somewhere, so there is no circle.
            """, at: .waitForFirstLock)

    static let tryLock = Prediction(
        """
        Each transfer holds its first lock and calls `try()` on the second one. If `try()` fails, it releases the first lock, pauses for a random
        time, and begins again. What happens when both hold one lock?
        """,
        choices: ["both wait for ever", "at least one `try()` fails, and later both transfers end", "money gets lost"], answer: 1,
        because: """
            `try()` never waits, so no thread waits while it holds a lock: one of the four conditions of a deadlock is gone. The pauses
            are random, so that the two do not disturb each other again and again. Use it if there is no order for the locks.
            """, at: .firstWait(.sleep))
}

extension Moment {
    /// A transfer waits for its first lock; if none of them had to wait, the second transfer begins.
    fileprivate static let waitForFirstLock = Moment { trace in
        trace.waits.first { $0.kind == .mutex && $0.item != nil }?.began ?? trace.items(onQueue: "transfer 2").first?.began
    }
}
