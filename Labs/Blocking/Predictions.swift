import LabKit

extension Moment {
    /// The clock begins.
    static let clock = Moment { trace in trace.items.filter { $0.label == "clock" }.compactMap(\.began).min() }

    /// The first block of the spooler's queue begins.
    static let spooler = Moment { trace in trace.items(onQueue: "spooler").compactMap(\.began).min() }
}

/// The question before each variant.
extension Prediction {
    static let semaphore = Prediction(
        "As many tasks as the pool has threads, and some more, call `printAndWait` at the same time. What happens?",
        about: "printAndWait",
        choices: ["all pages are printed, one after the other", "all pages are printed at the same time", "no page is printed"], answer: 2,
        because: """
            `wait` blocks the thread of the calling task. The pool has as many threads as there are processors, and adds none. So when all
            of them are blocked, the inner tasks find no thread. They are the ones that would signal.
            """, at: .endlessWait)

    static let suspending = Prediction(
        "The same number of tasks call `printAndSuspend`. How many threads are blocked while the printer prints?",
        about: "printAndSuspend",
        choices: ["one for each task", "none", "one"], answer: 1,
        because: "`await` suspends the task, and its thread runs the next one. So a function that needs `await` should be `async` itself.",
        at: .opening(.clock), beside: ["await": "{pages that are printed}"])

    static let lockAcrossAwait = Prediction(
        """
        Many tasks call `printWithLock`. The first one has the lock, and is suspended until the printer has paper. The paper comes. What
        happens?
        """,
        about: ["printWithLock", "PrinterLock"],
        choices: ["the first task goes on, then the other ones", "the process ends: a lock is not for tasks", "nothing goes on"], answer: 2,
        because: """
            The other tasks block their threads in `acquire`, until all threads of the pool are blocked. The owner of the lock is resumed, and
            finds no thread. The compiler refuses `lock()` in an `async` function. It cannot see it through another function.
            """, at: .endlessWait)

    static let shortLock = Prediction(
        "Now many tasks call `printNextPage`, while the printer has no paper. Then the paper comes. How many pages are printed?",
        about: ["printNextPage", "Book.nextPage"],
        choices: ["none", "one", "as many as there are tasks"], answer: 2,
        because: "No task holds a lock while it is suspended. So a thread waits for the lock for a moment only, and all tasks go on.",
        at: .opening(.end), beside: ["printer.print": "{pages that are printed}"])

    static let queueSync = Prediction(
        "More tasks than the pool has threads call `print`. The first page is stuck. After them a task is made that shows a clock. What happens?",
        about: "Spooler.print",
        choices: ["the clock runs: only the printer waits", "the clock waits until a page is printed"], answer: 1,
        because: """
            One task feeds the page on its own thread, and the other tasks wait in `sync` with theirs. So all threads of the pool are blocked,
            for as long as the printer needs.
            """, at: .clock, beside: ["queue.sync": "{clocks that ran while the first page was stuck}"])

    static let continuation = Prediction(
        "The same with `printAndResume`. Again the first page is stuck. How many threads does the spooler's work block?",
        about: "Spooler.printAndResume",
        choices: ["one, which is the queue's", "one for each task", "all of the pool"], answer: 0,
        because: """
            `async` returns immediately, and the task is suspended. Only the queue has a blocked thread, and it is not one of the task pool. So
            the clock runs.
            """, at: .clock, beside: ["queue.async": "{clocks that ran while the first page was stuck}"])

    static let taskExecutor = Prediction(
        "The first page is stuck in `feed`. Which thread does `printOnExecutor` block?",
        about: ["Spooler.printOnExecutor", "SpoolerExecutor.enqueue"],
        choices: ["a thread of the task pool", "a thread of the queue", "the main thread"], answer: 1,
        because: """
            With a preference for an executor, the piece in the braces becomes a job for `enqueue`. The executor runs it on its queue. Then
            the task goes back to the pool.
            """, at: .clock, beside: ["tray.feed": "{clocks that ran while the first page was stuck}"])

    static let noYield = Prediction(
        "More tasks than the pool has threads call `draw`. Each row takes long. Then a task is made that shows a clock. When does it run?",
        about: "draw",
        choices: ["after the first row of each drawing", "when a drawing has ended", "immediately: the system interrupts a drawing"],
        answer: 1,
        because: """
            The function is `async`, and never suspends. A task keeps its thread until it suspends or ends: the pool does not take the
            thread away.
            """, at: .clock, beside: ["canvas.draw": "{clocks that ran before a drawing had ended}"])

    static let yield = Prediction(
        "The same with `drawFairly`. When does the clock run?",
        about: "drawFairly",
        choices: ["when a drawing has ended", "after the first row of the drawings", "when all drawings have ended"], answer: 1,
        because: """
            `Task.yield()` suspends the task, and queues it again, behind the tasks of its priority that wait for a thread. So each of them
            gets its turn.
            """, at: .clock, beside: ["Task.yield": "{clocks that ran before a drawing had ended}"])
}
