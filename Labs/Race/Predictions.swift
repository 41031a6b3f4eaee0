import LabKit

extension Moment {
    /// The second counter begins its sale, while the first one is in the middle of its own.
    static let secondCounter = Moment { trace in
        trace.items(onQueuesNamed: "counter ").compactMap(\.began).sorted().dropFirst().first
    }
}

/// The question before each variant.
extension Prediction {
    static let unprotected = Prediction(
        """
        Two seats are left, and four counters read the number of sold seats at the same time. Then each counter prints a ticket, and writes
        the number plus one. How many customers get a ticket?
        """,
        choices: ["two: there are two seats", "four, for two different seats", "four, all for the same seat"], answer: 2,
        because: """
            All four counters read the same number, so all of them sell the same seat. Each writes the same new number: three of the four
            changes are lost updates. Two threads use the variable at the same time without protection, and one of them writes. That is a
            data race.
            """, at: .secondCounter)

    static let atomicProperty = Prediction(
        "Now each read and each write of the number is atomic, as with `atomic` in Objective-C. How many customers get the same seat?",
        choices: ["none: the property is thread-safe", "all four, as before"], answer: 1,
        because: """
            Each access is safe, but a sale takes two of them: a read and a write. Between the two, other counters read the same number.
            The data race has gone, and the lost update is still there.
            """, at: .secondCounter)

    static let atomicAdd = Prediction(
        """
        Now `add` reads, adds and writes in one atomic step. Each counter checks first whether a seat is left. Two seats are left, and four
        counters check at the same time. How many customers get a ticket?
        """,
        choices: ["two", "four, for four different seats", "four, all for the same seat"], answer: 1,
        because: """
            No update is lost: each ticket has its own number. But all four counters checked before any of them added. So two tickets have
            seats that the hall does not have. The mistake is called check-then-act.
            """, at: .secondCounter)

    static let lock = Prediction(
        "A lock is held from the check to the end of the sale. How many counters print a ticket at the same time?",
        choices: ["one", "two: as many as there are seats", "all four"], answer: 0,
        because: """
            The check, the change and the printing are one critical section. The other counters are blocked until the lock is free. Then
            they see the new number.
            """)

    static let serialQueue = Prediction(
        "Each sale is a block that is submitted with `sync` to one serial queue. What do the other counters do meanwhile?",
        choices: ["they continue, and get their ticket later", "they are blocked until their block has run"], answer: 1,
        because: """
            A serial queue runs one block at a time, and `sync` returns when the block has run. So the counters are blocked, as with a
            lock. The customers are served in the order in which the blocks were submitted.
            """)

    static let mutex = Prediction(
        "`Mutex` contains the number of sold seats. What happens if code uses the number without the lock?",
        choices: ["it is a data race", "it does not compile"], answer: 1,
        because: """
            The number can only be reached through `withLock`. With `NSLock`, the lock and the variable stand side by side. The compiler does not
            know that they belong together.
            """)

    static let atomic = Prediction(
        """
        `compareExchange` changes the number only if it is still the number that was checked. Two counters checked the same number. What
        happens to the counter that comes second?
        """,
        choices: ["it is blocked", "its change is refused, and it checks again", "it sells the same seat"], answer: 1,
        because: """
            The check and the change are one atomic step. A thread that comes second gets the new number, and tries again. No thread is
            ever blocked. This works because the whole state is one number.
            """)

    static let actor = Prediction(
        "An actor sells the seats. Its function `sell` has no `await` inside. How many tasks can be between the check and the change?",
        choices: ["one", "as many as there are threads"], answer: 0,
        because: """
            An actor runs one piece of its code at a time. At an `await` other tasks can run on the actor. `sell` has none, so the whole
            sale is one piece.
            """)

    static let unordered = Prediction(
        """
        One thread writes a price and then sets a flag. Another thread waits for the flag and then reads the price. Both are ordinary
        variables. What does Swift promise?
        """,
        choices: ["the reader sees the price", "nothing: it is a data race"], answer: 1,
        because: """
            The order of the two writes holds only on the thread that writes. The compiler and the processor may exchange them. A processor of
            the x86 family keeps them in order, so this run may look right. That is luck, not a promise.
            """)

    static let ordered = Prediction(
        "Now the flag is atomic: it is stored with `releasing` and loaded with `acquiring`. The price is still an ordinary variable. Is that safe?",
        choices: ["yes", "no: the price must be atomic, too"], answer: 0,
        because: """
            A thread that sees the flag also sees everything that was written before the flag: the write of the price happens before the
            read. Locks, queues, groups and semaphores give the same order. So most code never needs `releasing` and `acquiring`.
            """)
}
