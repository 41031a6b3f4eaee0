import DeadlockScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "abba", asks: "Which transfer is the last one to begin to wait, so that the circle is closed?",
        because: "Chance decides. The deadlock begins with the last wait: until then, one of the threads could still go on."
    ) { trace in
        let last = trace.waits.filter { $0.kind == .mutex && $0.ended == nil }.max { $0.began < $1.began }
        return .one(of: trace.transfers, right: trace.queueLabel(of: last?.item.map { trace.items[$0] }), at: last?.began)
    },
    RunQuestion(
        after: "lock-order", asks: "Which transfer is the first one to acquire a lock?",
        because: """
            Both begin with lock 1, so one of them gets it, and the other one waits and holds nothing. Chance decides which one it is.
            """
    ) { trace in
        let first = trace.holdings.filter { $0.item != nil }.min { $0.began < $1.began }
        return .one(of: trace.transfers, right: trace.queueLabel(of: first?.item.map { trace.items[$0] }), at: first?.began)
    },
]

extension Trace {
    fileprivate var transfers: [String] { items(onQueuesNamed: "transfer ").compactMap { queueLabel(of: $0) }.sorted() }
}

/// The questions after a wrong guess.
let followUps: [FollowUp<DeadlockParameters>] = [
    FollowUp(
        after: "sync-self", "ask-queue", "concurrent-read", "sync-once", "two-queues", "async-instead",
        asks: Variant(
            "async-inside", "async onto the queue that the code runs on",
            prediction: Prediction(
                "`queue` is serial. Its block calls `queue.async` on the same queue. What does `add` return for the first photo?",
                about: ["AsyncInsideAlbum.queue", "AsyncInsideAlbum.add"],
                choices: ["nothing: it never returns", "the number 0", "the number 1"], answer: 1,
                because: """
                    `async` only submits the inner block, so there is no deadlock. The inner block begins when the outer one has ended. By
                    then the number was read.
                    """, at: Moment { trace in trace.items(onQueue: "album").dropFirst().first?.began },
                beside: ["return contents.count": "returned {number that add returned}"]),
            run: { _ in AsyncInsideAlbum().add("photo 1") },
            claims: { [Claim("number that add returned", $0.observations, "photos", .exactly(0))] })),
    FollowUp(
        after: "main-waits", "main-notified", "own-queue", "wait-limit", "completion",
        asks: Variant(
            "main-later", "the same with async in place of sync",
            prediction: Prediction(
                """
                The main thread calls `showLater`. The background block now calls `DispatchQueue.main.async`. When does `decoding.wait()`
                return?
                """,
                about: "showLater",
                choices: ["never, as with `sync`", "when all photos are on the screen", "before a photo is on the screen"], answer: 2,
                because: """
                    The background block only submits blocks, and ends. So the group is empty, and the wait returns. But the main thread
                    runs blocks of its queue only after it has left this function.
                    """, at: .firstWait(.group), beside: ["return screen.photos": "{photos on the screen after the wait}"]),
            run: { showLater($0.photos, on: Screen()) },
            claims: { [Claim("photos on the screen after the wait", $0.observations, "photos", .exactly(0))] })),
    FollowUp(
        after: "abba", "lock-by-lock", "lock-order", "try-lock",
        asks: Variant(
            "three-accounts", "three transfers in a ring",
            prediction: Prediction(
                """
                Three transfers go from account 1 to 2, from 2 to 3, and from 3 to 1. All have returned from `from.lock.lock()`. Which
                lock does the transfer from 3 to 1 wait for?
                """,
                about: "FromThenTo.move", choices: ["lock 1", "lock 2", "lock 3", "none: it is the last one, and continues"], answer: 0,
                because: """
                    It holds lock 3 and needs lock 1, which the first transfer holds. That one waits for lock 2, and the second one for lock
                    3. The circle has three threads now.
                    """, at: .endlessWait),
            expected: .hanging(lesson: "each transfer holds one lock and waits for the next one"), timeLimit: patience,
            run: { _ in
                let meeting = Meeting(of: 3)
                _ = Bank(accounts: 3).run(FromThenTo(meanwhile: { meeting.meet() }))
            }, traceClaims: { circle($0, of: 3) })),
]
