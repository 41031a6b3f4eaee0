import LabKit
import PoolScenario

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "target-queues", asks: "Which photo's block is the last one to begin?",
        because: """
            Each target queue takes its blocks in their order. Which target is the last one to finish its work, chance decides. Until then
            the block is queued, and needs no thread.
            """
    ) { trace in
        let blocks = trace.items(onQueuesNamed: "photo ")
        let last = blocks.max { ($0.began ?? 0) < ($1.began ?? 0) }
        let number = trace.queueLabel(of: last)?.split(separator: " ").last.flatMap { Int($0) }
        guard let last, let number else { return nil }
        return .number(number, in: 1...blocks.count, at: last.began) { "photo \($0)" }
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<PoolParameters>] = [
    FollowUp(
        after: "blocking", "serial-queues", "semaphore-inside", "target-queues", "asynchronous",
        asks: Variant(
            "two-targets", "twenty queues with two target queues",
            prediction: Prediction(
                """
                `targets` is 2, and there are twenty photos. Each has a serial queue of its own, with one of the `workers` as its target.
                How many blocks wait at `client.fetch()` at the same time?
                """,
                about: [
                    .part(of: "fetchOnTargets", from: "let workers", through: "return fetch"),
                    .part(of: "fetch", from: "for number", through: "client.fetch"),
                ], choices: ["one", "two", "twenty: each has a queue of its own"], answer: 1,
                because: """
                    The target queues run the blocks. Both are serial, so two blocks run, and two threads are enough. The other eighteen have not
                    begun.
                    """, at: .mostAtOnce { $0.items(onQueuesNamed: "photo ") },
                beside: ["client.fetch": "{blocks that had a thread at the same time} at the same time"]),
            run: { _ in fetchOnTargets(20, targets: 2) },
            claims: { run in
                [
                    Claim(
                        "blocks that had a thread at the same time", run.trace.mostAtOnce(run.trace.items(onQueuesNamed: "photo ")),
                        "blocks",
                        .exactly(2))
                ]
            })),
    FollowUp(
        after: "tasks-blocking", "tasks-awaiting",
        asks: Variant(
            "hundred-tasks", "a hundred tasks that await, and one that opens the album",
            prediction: Prediction(
                """
                A hundred tasks are at `await album.waitUntilOpen()`, and the machine has two cores. Then another task calls
                `album.open()`. How many tasks end?
                """,
                about: .part(of: "awaitInTasks", from: "for _ in", through: "album.open"),
                choices: ["two: one for each thread", "none: the last one gets no thread", "all"], answer: 2,
                because: """
                    A suspended task has no thread. So the last task finds a free one, opens the album, and the others are resumed. Two threads
                    are enough for any number of tasks that await.
                    """, at: .end, beside: ["album.waitUntilOpen": "{tasks that ended} ended"]),
            runAsynchronously: { _ in await awaitInTasks(100) },
            claims: { [Claim("tasks that ended", $0.observations.tasks, "tasks", .exactly(101), outOf: 101)] })),
]
