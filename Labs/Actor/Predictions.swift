import LabKit

/// The moments at which the answers can be seen.
extension Moment {
    /// A task begins a piece of its code on an actor. The pieces count from 1.
    static func piece(_ number: Int, of task: String, on actor: String) -> Moment {
        Moment { trace in
            trace.items(onQueue: actor).filter { $0.label == task }.compactMap(\.began).sorted().dropFirst(number - 1).first
        }
    }
}

/// The question before each variant. It names its own numbers, because the learner can choose others for the run.
extension Prediction {
    static let doubleLoad = Prediction(
        """
        Two tasks call `picture("dawn")` on this actor. The first one is suspended at `await`, until the server answers. How many
        downloads begin meanwhile?
        """,
        about: "DoubleLoadingCache.picture",
        choices: ["one: an actor runs one task at a time", "two"], answer: 1,
        because: """
            At `await` the first task leaves the actor, and the second one enters it. This is actor reentrancy. `pictures` is still empty, so
            the second check finds nothing either. An actor runs one piece of code at a time, from one `await` to the next. It does not
            run one method at a time.
            """, at: .piece(1, of: "task 2", on: "DoubleLoadingCache"),
        beside: ["await server.download": "{downloads of one picture} began"])

    static let storedTask = Prediction(
        """
        The first task is suspended at `await download.value`. A second task calls `picture("dawn")`. What does it find in
        `downloads[name]`?
        """,
        about: "StoredTaskCache.picture",
        choices: ["nothing: the picture is not there yet", "a task that has not ended", "a task that has ended"], answer: 1,
        because: """
            The first task stored the download before its first `await`. So the check and the change are one piece of code, and no other task
            comes between them. The second task awaits the value of the same download.
            """, at: .piece(1, of: "task 2", on: "StoredTaskCache"),
        beside: ["await server.download": "{downloads of one picture} began"])

    static let overdraft = Prediction(
        """
        `balance` is 100. Two tasks call `withdraw(60)`. Both come to `bank.approve` before the bank answers. What is `balance` when
        both have ended?
        """,
        about: "OverdrawnAccount.withdraw",
        choices: ["40: the second task gets no money", "-20", "40: both get the money, and one change is lost"], answer: 1,
        because: """
            Both tasks checked the balance before the bank answered, and found 100. After the `await` nothing checks again. Each subtraction
            is a piece of its own on the actor, so none of them is lost. There is no data race, and the rule of the account is broken.
            """, at: .piece(1, of: "task 2", on: "OverdrawnAccount"),
        beside: ["balance -= amount": "{balance at the end} at the end"])

    static let oneMethod = Prediction(
        "`balance` is 100. Again two tasks call `withdraw(60)`, and both come to `bank.approve` first. What does the second call of `take` return?",
        about: ["CheckedAccount.withdraw", "CheckedAccount.take"],
        choices: ["true", "false"], answer: 1,
        because: """
            `take` is synchronous: it has no `await`. So the actor runs it from its begin to its end, and the second call finds 40 in
            `balance`. Let a synchronous method check and change what belongs together.
            """, at: .piece(2, of: "task 2", on: "CheckedAccount"),
        beside: ["guard balance": "{customers without money} refused"])

    static let mutualCalls = Prediction(
        """
        The library is in `order`, and awaits `price`. The shop is in `price`, and calls `discount` of the same library. What does
        `order` return?
        """,
        about: ["Library.order", "Library.discount", "Shop.price"],
        choices: ["nothing: library and shop wait for each other for ever", "90", "100"], answer: 1,
        because: """
            A task that awaits leaves its actor. So the library is free while the shop works, and can answer. Two actors cannot
            deadlock in this way. The price of it: `discount` sees a library in the middle of an order.
            """, at: Moment { trace in trace.items(onQueue: "Library").compactMap(\.began).sorted().dropFirst().first },
        beside: ["await 100": "the price is {price of the book}"])

    static let priorities = Prediction(
        """
        `writeBoth` runs on the actor. It makes two tasks that belong to the same actor, so both are queued until it ends. In which order do
        they write?
        """,
        about: ["Journal.write", "Journal.writeBoth"],
        choices: ["low, then high: an actor is first in, first out", "high, then low"], answer: 1,
        because: """
            Both tasks are queued. When the actor is free, it takes the one with the higher priority. So an actor is not a serial queue, and
            Swift promises no order. If the order matters, let one task make the calls, one after the other.
            """, at: .piece(1, of: "high", on: "Journal"),
        beside: ["entries.append": "{order of the entries}"])

    static let ownExecutor = Prediction(
        "`queue` is a serial queue, and `enqueue` gives it everything that the actor has to run. In which order do the tasks write?",
        about: ["QueueJournal.unownedExecutor", "QueueExecutor.enqueue", "QueueJournal.writeBoth"],
        choices: ["low, then high", "high, then low"], answer: 0,
        because: """
            The executor decides when a job runs. This one has a serial queue, which starts its blocks in the order in which they were
            submitted. It does not look at the priority of the jobs.
            """, at: Moment { trace in trace.items(onQueue: "journal").compactMap(\.began).sorted().dropFirst().first },
        beside: ["queue.async": "{blocks on the queue}"])

    static let nonisolated = Prediction(
        "The printer runs `print`, which takes long. Meanwhile the main actor reads `printer.title`. When does it get the title?",
        about: [
            "Printer.title", "Printer.print", .part(of: "readTitleWhilePrinting", from: "let page", through: "let title"),
        ],
        choices: ["when `print` has ended", "without waiting for `print`"], answer: 1,
        because: """
            `title` is `nonisolated`: it runs where it is called, and not on the actor. So there is no `await`. The compiler allows
            that because `title` uses only `room`, which never changes.
            """, at: .piece(1, of: "page", on: "Printer"),
        beside: ["printer.title": "while the printer printed: {titles that were read while the printer printed}"])
}
