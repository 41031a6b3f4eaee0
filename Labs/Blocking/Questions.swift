import BlockingScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "continuation", asks: "Which piece of work ends last: the clock, or a task?",
        because: "The first page waits for the clock, and each task for its page."
    ) { trace in
        let tasks = trace.items.filter { $0.task != nil && ($0.label == "clock" || $0.label.hasPrefix("task ")) && $0.ended != nil }
        let last = tasks.max { ($0.ended ?? 0) < ($1.ended ?? 0) }
        return .one(of: ["clock", "a task"], right: last.map { $0.label == "clock" ? "clock" : "a task" }, at: last?.ended)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<BlockingParameters>] = [
    FollowUp(
        after: "semaphore", "suspending",
        asks: Variant(
            "main-thread", "a synchronous function that waits, on the main thread",
            prediction: Prediction(
                "Now the main thread calls `printAndWait`, and no task does. What happens?",
                about: "printAndWait",
                choices: ["the page is printed", "the page is not printed"], answer: 0,
                because: """
                    The main thread is not one of the pool, so the inner task finds a thread. The same function hangs in tasks. That is why such
                    a bug is found late.
                    """, at: .firstWait(.semaphore).or(.opening(.end)), beside: ["isPrinted.wait": "{pages that are printed}"]),
            lanes: .tasks, run: { _ in printFromMainThread() }, claims: { [printedClaim($0.observations, 1)] })),
    FollowUp(
        after: "lock-across-await", "short-lock",
        asks: Variant(
            "actor", "an actor in place of the lock",
            prediction: Prediction(
                "Many tasks call `printPage` of one actor. The first one is suspended inside, until the paper comes. Where are the other ones?",
                about: "PrintShop.printPage",
                choices: [
                    "they block their threads until the first one leaves the actor",
                    "they come to the same `await`, and are suspended there",
                ], answer: 1,
                because:
                    "At an `await` a task leaves the actor. No thread is blocked, but an actor does not protect a piece with an `await`.",
                at: .opening(.end), beside: ["printer.print": "{pages that are printed}"]),
            lanes: .tasks, run: { printInShop($0.tasks) }, claims: { [printedClaim($0.observations, $0.setting.tasks)] })),
    FollowUp(
        after: "queue-sync", "continuation", "task-executor",
        asks: Variant(
            "one-task", "`sync` in one task",
            prediction: Prediction(
                "One task calls `print`, and the queue is idle. Which thread runs the block of `queue.sync`?",
                about: "Spooler.print",
                choices: ["a thread of the queue, and the task's thread is blocked", "the thread of the task"], answer: 1,
                because: "`sync` needs no other thread if the queue is free: it runs the block itself. It waits only if the queue is busy.",
                at: .spooler, beside: ["queue.sync": "{blocks on the thread of the task}"]),
            lanes: .threads, run: { _ in spoolOnce() },
            claims: { run in
                let block = run.trace.items(onQueue: "spooler").first
                let isOnItsThread = run.trace.items.contains { $0.label == "task 1" && $0.lane == block?.lane }
                return [Claim("blocks on the thread of the task", isOnItsThread ? 1 : 0, "blocks", .exactly(1), outOf: 1)]
            })),
    FollowUp(
        after: "no-yield", "yield",
        asks: Variant(
            "yield-alone", "a task that yields, and no other one waits",
            prediction: Prediction(
                "One task calls `drawFairly` for three rows, and no other task waits for a thread. What does `Task.yield()` do?",
                about: "drawFairly",
                choices: ["it waits until another task comes", "the task goes on with the next row"], answer: 1,
                because: "The task is queued behind nothing, so it gets a thread again. A yield costs some microseconds.",
                at: .opening(.end), beside: ["Task.yield": "{drawings that are finished}"]),
            lanes: .tasks, run: { _ in drawAlone() },
            claims: { [Claim("drawings that are finished", $0.observations.done, "drawings", .exactly(1), outOf: 1)] })),
]
