import LabKit

/// The question before each variant.
extension Prediction {
    static let late = Prediction(
        "`asyncAfter(deadline: due)` submits a block to an idle queue. When can the block begin?",
        about: .part(of: "showPrompts", from: "let due", through: "}"),
        choices: ["exactly at `due`", "at `due` or later", "a little before or a little after `due`"], answer: 1,
        because: """
            When the time has come, the system wakes a thread, and this takes a moment. So the block is always a little late. It is
            never early: no code can run before the clock has reached the deadline.
            """, at: .firstLateBlock,
        beside: ["watch.begins": "{blocks that began before they were due} were early"])

    static let underLoad = Prediction(
        """
        The threads that run `calculate()` keep all cores busy. Now `code()` submits blocks with `asyncAfter`. How many of these
        blocks begin before they are due?
        """,
        about: [
            .part(of: "underLoad", from: "for _ in", through: "let result"),
            .part(of: "showPrompts", from: "queue.asyncAfter", through: "}"),
        ],
        choices: ["none", "some: the clock is less exact under load"], answer: 0,
        because: """
            Load can only make a block later. Its thread has to wait for a core. `asyncAfter` promises a lower bound, and no upper bound.
            """, at: .firstLateBlock,
        beside: ["watch.begins": "{blocks that began before they were due} were early"])

    static let busyQueue = Prediction(
        "`queue` is serial. Its first block still runs when `due` has come. When does the block of `asyncAfter` begin?",
        about: .part(of: "showPromptOnBusyQueue", from: "let due", through: "everything.wait"),
        choices: ["at `due`, on another thread", "after the first block has ended"], answer: 1,
        because: """
            When its time comes, the block is only submitted to its queue. There it is queued like every other block. So a long block on
            the main queue also delays all its timers.
            """, at: .firstLateBlock,
        beside: ["watch.begins": "it began {how late the block began} after it was due"])

    static let order = Prediction(
        """
        The deadlines in `due` are 2 ms apart, and the machine can be very busy. In which order do the blocks of `asyncAfter` run?
        """,
        about: .part(of: "orderByDeadlines", from: "for number in (1", through: "everything.wait"),
        choices: ["always in the order of their deadlines", "often in the order of their deadlines, but without a promise"], answer: 1,
        because: """
            A deadline says "not before" about one block, and nothing about two. If the machine is late, several deadlines are over at the
            same moment. Their blocks can then come in another order. Such a bug can stay hidden until a busy day.
            """, at: .firstLateBlock)

    static let chain = Prediction(
        """
        Each block submits the next one: it calls `remind(number + 1)`. The machine can be very busy. In which order do the blocks
        run?
        """,
        about: .part(of: "orderByChain", from: "@Sendable func", through: "everything.wait"),
        choices: ["always in their order", "often in their order, but without a promise"], answer: 0,
        because: """
            The next block is submitted only when this one runs. So the order does not depend on a clock. Each pause can be longer than
            you asked for, and all blocks can be late.
            """, at: .nextLateBlock,
        beside: ["ran.withLock": "{blocks that ran in their order} in their order"])

    static let cannotCancel = Prediction(
        """
        `didOpen()` runs when the user opens the screen. The user opens the screen, closes it, and opens it again, all before the
        first block is due. How many prompts appear?
        """,
        about: "ForgetfulScreen.didOpen",
        choices: ["one", "two", "none"], answer: 1,
        because: """
            `asyncAfter` returns nothing that you could cancel. Both blocks run when they are due. The first prompt belongs to a visit
            that is over: it comes too early for the second visit.
            """, at: .firstLateBlock,
        beside: ["showPrompt": "{prompts that a closed visit had asked for} for a closed visit"])

    static let checkInBlock = Prediction(
        """
        The block now begins with `guard self.isOpen`. The user opens the screen, closes it, and opens it again, all before the
        first block is due. How many prompts appear?
        """,
        about: "CheckingScreen.didOpen",
        choices: ["one: the first visit was closed", "two"], answer: 1,
        because: """
            When the first block looks, the screen is open again. The block cannot know that this is another visit. A check of the
            current state says nothing about the time in between.
            """, at: .firstLateBlock,
        beside: ["showPrompt": "{prompts that a closed visit had asked for} for a closed visit"])

    static let cancel = Prediction(
        """
        `didClose()` runs when the user closes the screen. The user opens the screen, closes it, and opens it again, all before
        the first item is due. How many prompts appear?
        """,
        about: [.part(of: "CancellingScreen.didOpen", from: "let prompt"), "CancellingScreen.didClose"],
        choices: ["one", "two", "none: `cancel()` stops the queue"], answer: 0,
        because: """
            The item of the first visit was cancelled before it was due, so it does not run. The second visit has an item of its own.
            `cancel()` concerns one item, and never the queue.
            """, at: Moment { trace in trace.items.lazy.filter { $0.how == .after }.compactMap(\.cancelled).min() },
        beside: [
            "showPrompt": "{prompts that were shown}", "prompt.notify": "", "prompt?.cancel": "{work items that were cancelled} cancelled",
        ])

    static let cancelBefore = Prediction(
        "`item.cancel()` is called before the items are due. When the time comes, what does `queue` run?",
        about: .part(of: "cancelBeforeTheyAreDue", from: "let all", through: "item.cancel"),
        choices: ["the items and their `notify` blocks", "only the `notify` blocks", "nothing"], answer: 1,
        because: """
            The queue skips a cancelled item. The item is finished then, so its `notify` block runs. "Finished" does not mean that its work
            was done.
            """, at: .begin(1) { $0.items.filter { $0.how == .workItemNotify } },
        beside: ["ran.add": "{items that ran} ran", "notified.add": "{items whose notify block ran} notified"])

    static let cancelDuring = Prediction(
        """
        There are ten rows. `item.cancel()` is called when the first row has been drawn. How many rows does `draw()` draw?
        """,
        about: [.part(of: "Drawing.cancelDuring", from: "pause?.waitForItem", through: "item.cancel"), "Drawing.draw"],
        choices: ["one", "ten", "two: it stops before the next row"], answer: 1,
        because: """
            `cancel()` sets a flag, and a queue looks at it only before it starts the item. Nothing stops code that runs already. This
            item never looks at the flag, so it runs to its end.
            """, at: .endOfLateBlock,
        beside: ["draw(row)": "{rows that were drawn, although the item was cancelled after the first one}"])

    static let cancelLooks = Prediction(
        """
        Now the item calls `drawAndLook()`. `item.cancel()` is called when the first of ten rows has been drawn. How many rows
        does it draw?
        """,
        about: [.part(of: "Drawing.cancelDuring", from: "pause?.waitForItem", through: "item.cancel"), "Drawing.drawAndLook"],
        choices: ["one", "ten", "two: it stops after the next row"], answer: 0,
        because: "Cancellation is cooperative. The code has to look at the flag, at places where it is safe to stop.", at: .endOfLateBlock,
        beside: ["draw(row)": "{rows that were drawn, although the item was cancelled after the first one}"])

    static let timer = Prediction(
        "The timer has the deadline `due` and a `leeway` of 20 ms. When can its event handler begin?",
        about: .part(of: "startTimers", from: "let due", through: "}"),
        choices: ["up to 20 ms before or after `due`", "at `due` or later"], answer: 1,
        because: """
            The leeway is a permission to be later, so that the system can wake up once for several timers. It never makes a timer early.
            A timer can be cancelled: then its handler does not run, and its cancel handler does.
            """, at: Moment { trace in trace.items.lazy.filter { $0.how == .sourceHandler }.compactMap(\.began).min() },
        beside: ["watch.begins": "{blocks that began before they were due} were early"])

    static let taskSleep = Prediction(
        "The task sleeps for 60 seconds, and `task.cancel()` is called immediately. What does `Task.sleep` do?",
        about: .part(of: "sleepInTasks", from: "let task", through: "wokenEarly"),
        choices: ["it sleeps for a minute, and then it sees the flag", "it ends immediately, with an error"], answer: 1,
        because: """
            `Task.sleep` looks at the cancellation for you: it throws a `CancellationError`. No thread was blocked during the sleep. A
            sleep that is not cancelled never ends early.
            """, at: Moment { trace in trace.events.first { $0.kind == .taskCancelled }?.time },
        beside: [
            "is CancellationError": "{cancelled tasks whose sleep threw a CancellationError}",
            "wokenEarly": "{cancelled tasks that did not sleep for the whole minute}",
        ])
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
