import LabKit

/// The moments at which the answers can be seen.
extension Moment {
    /// The last counter comes into the printer: all of them are between the check and the change.
    static let lastPrinting = Moment { trace in
        // The time of the first dots of each counter.
        var first: [Int: Int64] = [:]
        for stretch in trace.staged {
            guard let item = stretch.item else { continue }
            first[item] = min(first[item] ?? .max, stretch.began)
        }
        return first.values.max() ?? secondBegin(trace)
    }

    /// The first counter is blocked.
    static let firstBlocked = Moment { trace in
        trace.waits.filter { wait in
            guard let item = wait.item, wait.kind != .sleep, !wait.passedAtOnce else { return false }
            return trace.queues[trace.items[item].queue].label.hasPrefix("counter ")
        }.map(\.began).min() ?? secondBegin(trace)
    }

    /// The second sale is submitted to the office's queue, while the first one runs there.
    static let secondSubmitted = Moment { trace in
        trace.items(onQueue: "box office").compactMap(\.enqueued).sorted().dropFirst().first
    }

    /// The second task asks for the actor.
    static let secondTask = Moment { trace in
        let jobs = trace.items.filter { trace.queues[$0.queue].label.contains("ActorOffice") }
        return jobs.compactMap(\.enqueued).sorted().dropFirst().first
    }

    /// The reader begins.
    static let reader = Moment { trace in trace.items(onQueuesNamed: "reader").compactMap(\.began).first }

    private static func secondBegin(_ trace: Trace) -> Int64? {
        trace.items(onQueuesNamed: "counter ").compactMap(\.began).sorted().dropFirst().first
    }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let unprotected = Prediction(
        """
        Say that two seats are left. Four counters run `let seat = sold + 1` before any of them runs `sold = seat`. How many
        customers get a ticket?
        """,
        about: "UnprotectedOffice.sell",
        choices: ["two: there are two seats", "four, for two different seats", "four, all for the same seat"], answer: 2,
        because: """
            If all counters read at the same time, all of them read the same number and sell the same seat. Each writes the same new number.
            With four counters, three of the four changes are lost updates. All counters read and write the variable at the same time, and
            nothing protects it: that is a data race. The dots lie between the check and the change: all counters are there.
            """, at: .lastPrinting,
        beside: [
            "printer.print": "{most counters between the check and the change} at the same time",
            "sold = seat": "wrote {seats on the tickets}",
        ])

    static let atomicProperty = Prediction(
        """
        Now each read and each write of `sold` is atomic, as with `atomic` in Objective-C. Again, all counters read `sold` before
        any of them writes. How many customers get the same seat?
        """,
        about: ["AtomicPropertyOffice.sold", "AtomicPropertyOffice.sell"],
        choices: ["none: the property is thread-safe", "all, as before"], answer: 1,
        because: """
            Each access is safe, but a sale takes two of them: a read and a write. If all counters read before any of them writes, they sell the
            same seat. The data race has gone, and the lost update is still there. The dots lie between the read and the write.
            """, at: .lastPrinting,
        beside: [
            "printer.print": "{most counters between the check and the change} at the same time",
            "sold = seat": "wrote {seats on the tickets}",
        ])

    static let atomicAdd = Prediction(
        """
        Now `sold.add` reads, adds and writes in one atomic step. Say that two seats are left, and four counters run `sold.load`
        before any of them adds. How many customers get a ticket?
        """,
        about: "AtomicAddOffice.sell",
        choices: ["two", "four, for four different seats", "four, all for the same seat"], answer: 1,
        because: """
            No update is lost: each ticket has its own number. But if all counters check before any of them adds, all of them get a ticket. With
            four counters and two seats, two tickets have seats that the hall does not have. This bug is called check-then-act. The dots lie
            between the check and the addition.
            """, at: .lastPrinting,
        beside: [
            "printer.print": "{most counters between the check and the change} at the same time",
            "sold.add": "returned {seats on the tickets}",
        ])

    static let lock = Prediction(
        "Four counters call `sell()` at the same time. How many of them are in `printer.print(seat)` at the same time?",
        about: "LockOffice.sell",
        choices: ["one", "as many as there are seats", "all"], answer: 0,
        because: """
            The check, the printing and the change are one critical section. The other counters are blocked until the lock is free (hatched). Then
            they read the new number.
            """, at: .firstBlocked,
        beside: ["printer.print": "{most counters between the check and the change} at the same time"])

    static let serialQueue = Prediction(
        "`queue` is serial, and one counter is in the block of `queue.sync`. What do the other counters do meanwhile?",
        about: "SerialQueueOffice.sell",
        choices: ["they continue, and get their ticket later", "they are blocked until their block has run"], answer: 1,
        because: """
            A serial queue runs one block at a time, and `sync` returns when the block has run. So the counters are blocked, as with a
            lock. The customers are served in the order in which the blocks were submitted.
            """, at: .secondSubmitted,
        beside: ["printer.print": "{most counters between the check and the change} at the same time"])

    static let mutex = Prediction(
        "`sold` is a `Mutex(0)`. What happens if code uses its number without `withLock`?",
        about: ["MutexOffice.sold", "MutexOffice.sell"],
        choices: ["it is a data race", "it does not compile"], answer: 1,
        because: """
            The number can only be reached through `withLock`. With `NSLock`, the lock and the variable stand side by side. The compiler does not
            know that they belong together. In the run, the other counters wait, as with `NSLock`.
            """, at: .opening(.firstBlocked),
        beside: ["printer.print": "{most counters between the check and the change} at the same time"])

    static let atomic = Prediction(
        """
        Two counters have the same number in `seen`, and both call `compareExchange`. What happens to the counter that comes
        second?
        """,
        about: "AtomicOffice.sell",
        choices: ["it is blocked", "its change is refused, and it checks again", "it sells the same seat"], answer: 1,
        because: """
            The change is made only if the checked number has not changed. A counter that comes second gets the new number, and tries again: its
            first ticket is thrown away. No counter is ever blocked. This works because the whole state is one number. The dots lie between the
            check and the change: a counter that has dots twice was refused.
            """, at: .opening(.lastPrinting),
        beside: [
            "printer.print": "{most counters between the check and the change} at the same time",
            "compareExchange": "{changes that were refused (tickets thrown away)} refused",
        ])

    static let actor = Prediction(
        "`sell()` belongs to an actor now. How many tasks can be in `printer.print(seat)` at the same time?",
        about: "ActorOffice.sell",
        choices: ["one", "as many as there are threads"], answer: 0,
        because: """
            An actor runs one piece of its code at a time. At an `await` other tasks can run on the actor. `sell` has none, so the whole
            sale is one piece.
            """, at: .secondTask,
        beside: ["printer.print": "{most counters between the check and the change} at the same time"])

    static let unordered = Prediction(
        """
        One thread calls `publish`. Another one reads `price` until it is not nil. `euros` and `isPublished` are ordinary
        variables. What does Swift promise?
        """,
        about: ["UnorderedPoster.publish", "UnorderedPoster.price"],
        choices: ["the reader sees the euros", "nothing: it is a data race"], answer: 1,
        because: """
            The order of the two writes holds only on the thread that writes. The compiler and the processor may exchange them. A processor of
            the x86 family keeps them in order, so this run may look right. That is luck, not a promise. The drawing does not show single
            reads and writes: see `--explore`.
            """, at: .opening(.reader),
        beside: ["isPublished ? euros": "without the price: {chance decides on how many posters the flag is seen without the price}"])

    static let ordered = Prediction(
        "Now `isPublished` is atomic. `euros` is still an ordinary variable. Is that safe?",
        about: ["OrderedPoster.publish", "OrderedPoster.price"],
        choices: ["yes", "no: `euros` must be atomic, too"], answer: 0,
        because: """
            A thread that sees the flag also sees everything that was written before the flag: the write of the price happens before the
            read. Locks, queues, groups and semaphores give the same order. So most code never needs `releasing` and `acquiring`. The drawing
            does not show single reads and writes: see `--explore`.
            """, at: .opening(.reader),
        beside: ["euros = price": "seen on {posters whose price the reader saw}"])
}
