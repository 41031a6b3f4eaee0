import LabKit

/// The question before each variant.
extension Prediction {
    static let late = Prediction(
        "A block is submitted with `asyncAfter`. It is due in 40 ms. When can it begin?",
        choices: ["exactly when it is due", "when it is due or later", "a little before or a little after"], answer: 1,
        because: """
            When the time has come, the system wakes a thread, and this takes a moment. So the block is always a little late. It is
            never early: no code can run before the clock has reached the deadline.
            """, at: .firstLateBlock)

    static let underLoad = Prediction(
        "All cores are busy with calculations. Blocks are due in the next milliseconds. How many of them begin early?",
        choices: ["none", "some: the clock is less exact under load"], answer: 0,
        because: """
            Load can only make a block later. Its thread has to wait for a core. `asyncAfter` promises a lower bound, and no upper bound.
            """, at: .firstLateBlock)

    static let busyQueue = Prediction(
        "A serial queue runs a long block. Another block of this queue is due in the middle of it. When does that block begin?",
        choices: ["when it is due, on another thread", "after the long block has ended"], answer: 1,
        because: """
            When its time comes, the block is only submitted to its queue. There it is queued like every other block. So a long block on
            the main queue also delays all its timers.
            """, at: .firstLateBlock)

    static let order = Prediction(
        """
        Five blocks are submitted to one serial queue with `asyncAfter`, the one with the latest deadline first. The deadlines are 2 ms
        apart, and the machine can be very busy. In which order do the blocks run?
        """,
        choices: ["always in the order of their deadlines", "often in the order of their deadlines, but without a promise"], answer: 1,
        because: """
            A deadline says "not before" about one block, and nothing about two. If the machine is late, several deadlines are over at the
            same moment. Their blocks can then come in another order. Such a bug can stay hidden until a busy day.
            """, at: .firstLateBlock)

    static let chain = Prediction(
        """
        Each block submits the next one with `asyncAfter`, when it runs itself. The machine can be very busy. In which order do the blocks
        run?
        """,
        choices: ["always in their order", "often in their order, but without a promise"], answer: 0,
        because: """
            The next block is submitted only when this one runs. So the order does not depend on a clock. Each pause can be longer than
            you asked for, and all blocks can be late.
            """, at: .nextLateBlock)

    static let cannotCancel = Prediction(
        """
        A screen submits a block with `asyncAfter` when it opens. The block shows a prompt. The user opens the screen, closes it, and opens
        it again, all before the first block is due. How many prompts appear?
        """,
        choices: ["one", "two", "none"], answer: 1,
        because: """
            `asyncAfter` returns nothing that you could cancel. Both blocks run when they are due. The first prompt belongs to a visit
            that is over: it comes too early for the second visit.
            """, at: .firstLateBlock)

    static let checkInBlock = Prediction(
        """
        The block now looks first whether the screen is open. The user opens the screen, closes it, and opens it again, all before the
        first block is due. How many prompts appear?
        """,
        choices: ["one: the first visit was closed", "two"], answer: 1,
        because: """
            When the first block looks, the screen is open again. The block cannot know that this is another visit. A check of the
            current state says nothing about the time in between.
            """, at: .firstLateBlock)

    static let cancel = Prediction(
        """
        Now the block is in a `DispatchWorkItem`, and the screen cancels the item when it is closed. The user opens the screen, closes it,
        and opens it again. How many prompts appear?
        """,
        choices: ["one", "two", "none: the queue is cancelled"], answer: 0,
        because: """
            The item of the first visit was cancelled before it was due, so it does not run. The second visit has an item of its own.
            `cancel()` concerns one item, and never the queue.
            """, at: Moment { trace in trace.items.lazy.filter { $0.how == .after }.compactMap(\.cancelled).min() })

    static let cancelBefore = Prediction(
        "A work item is cancelled before it is due. It has a `notify` block. When its time comes, what does the queue run?",
        choices: ["the item and the notify block", "only the notify block", "nothing"], answer: 1,
        because: """
            The queue skips a cancelled item. The item is finished then, so its `notify` block runs. "Finished" does not mean that its work
            was done.
            """, at: .begin(1) { $0.items.filter { $0.how == .workItemNotify } })

    static let cancelDuring = Prediction(
        "A work item draws ten rows. It is cancelled after the first row. How many rows does it draw?",
        choices: ["one", "ten", "two: it stops at the next row"], answer: 1,
        because: """
            `cancel()` sets a flag, and a queue looks at it only before it starts the item. Nothing stops code that runs already. This
            item never looks at the flag, so it runs to its end.
            """, at: .endOfLateBlock)

    static let cancelLooks = Prediction(
        """
        A work item draws ten rows, and looks at `isCancelled` before each of them. It is cancelled after the first row. How many rows
        does it draw?
        """,
        choices: ["one", "ten", "none"], answer: 0,
        because: "Cancellation is cooperative. The code has to look at the flag, at places where it is safe to stop.", at: .endOfLateBlock)

    static let timer = Prediction(
        "A timer source has a deadline and a leeway of 20 ms. When can its handler begin?",
        choices: ["up to 20 ms before or after the deadline", "at the deadline or later"], answer: 1,
        because: """
            The leeway is a permission to be later, so that the system can wake up once for several timers. It never makes a timer early.
            A timer can be cancelled: then its handler does not run, and its cancel handler does.
            """, at: Moment { trace in trace.items.lazy.filter { $0.how == .sourceHandler }.compactMap(\.began).min() })

    static let taskSleep = Prediction(
        "A task calls `Task.sleep(for: .seconds(60))`, and is cancelled. What happens?",
        choices: ["it sleeps for a minute, and then it sees the flag", "the sleep ends immediately, with an error"], answer: 1,
        because: """
            `Task.sleep` looks at the cancellation for you: it throws a `CancellationError`. No thread was blocked during the sleep. A
            sleep that is not cancelled never ends early.
            """, at: Moment { trace in trace.events.first { $0.kind == .taskCancelled }?.time })
}

extension Moment {
    /// The first block ends that was submitted with `asyncAfter`.
    static let endOfLateBlock = Moment { trace in trace.items.first { $0.how == .after }?.ended }

    /// A block that was submitted with `asyncAfter` submits the next one.
    static let nextLateBlock = Moment { trace in
        trace.items.lazy.filter { $0.how == .after }.compactMap(\.enqueued).sorted().dropFirst().first
    }

    /// The first block begins that was submitted with `asyncAfter`.
    static let firstLateBlock = Moment { trace in trace.items.lazy.filter { $0.how == .after }.compactMap(\.began).min() }
}
