import ActorScenario
import LabKit

/// The questions after the runs.
let afterRun: [RunQuestion] = [
    RunQuestion(
        after: "double-load", asks: "Which task is the first to come back to the actor, and to store its picture?",
        because: """
            The answer of the server resumes all tasks at the same moment. Chance decides which of them is the first to be on the actor
            again. The last one replaces the picture of the others.
            """
    ) { trace in
        let tasks = trace.items(onQueue: "DoubleLoadingCache").filter { $0.label.hasPrefix("task ") && !$0.label.contains("#") }
        let names = Set(tasks.map(\.label)).sorted()
        // The first piece of each task is the check, the second one is the change.
        let returns = names.compactMap { name in
            tasks.filter { $0.label == name }.sorted { ($0.began ?? 0) < ($1.began ?? 0) }.dropFirst().first
        }
        let first = returns.min { ($0.began ?? 0) < ($1.began ?? 0) }
        return .one(of: names, right: first?.label, at: first?.began)
    }
]

/// The questions after a wrong guess.
let followUps: [FollowUp<ActorParameters>] = [
    FollowUp(
        after: "double-load", "stored-task",
        asks: Variant(
            "three-tasks", "three tasks, and a cache that checks before the `await`",
            prediction: Prediction(
                """
                Three tasks call `picture("dawn")`, one after the other. Then the server answers. How often does this cache run
                `pictures[name] = picture`?
                """,
                about: "DoubleLoadingCache.picture", choices: ["once", "twice", "three times"], answer: 2,
                because: """
                    Each task made its check while the others were suspended, and `pictures` was empty each time. So each of them downloads the
                    picture and stores it.
                    """, at: .piece(1, of: "task 3", on: "DoubleLoadingCache"),
                beside: ["await server.download": "{downloads of one picture} began"]),
            lanes: .tasks, runAsynchronously: { _ in await askCache(3) { DoubleLoadingCache($0) } },
            claims: { [Claim("downloads of one picture", $0.observations.downloads, "downloads", .exactly(3), showsMistake: true)] })),
    FollowUp(
        after: "overdraft", "one-method",
        asks: Variant(
            "three-withdrawals", "three tasks withdraw 60 euros each",
            prediction: Prediction(
                """
                `balance` is 100. Three tasks call `withdraw(60)`. All of them come to `bank.approve` before the bank answers. What is
                `balance` at the end?
                """,
                about: "OverdrawnAccount.withdraw", choices: ["40", "-20", "-80"], answer: 2,
                because: "All three checks were before the answer of the bank, and found 100. So each task subtracts 60.",
                at: .piece(1, of: "task 3", on: "OverdrawnAccount"), beside: ["balance -= amount": "{balance at the end} at the end"]),
            lanes: .tasks, runAsynchronously: { _ in await withdrawFrom(3) { OverdrawnAccount($0) } },
            claims: { [Claim("balance at the end", $0.observations.balance, "euros", .exactly(-80), showsMistake: true)] })),
    FollowUp(
        after: "mutual-calls", "nonisolated",
        asks: Variant(
            "third-order", "an order of a library that has two open orders",
            prediction: Prediction(
                """
                The library has two open orders: `openOrders` is 2. Then a task calls `order`, and the shop calls `discount`. What does
                `order` return?
                """,
                about: ["Library.order", "Library.discount", "Shop.price"], choices: ["100", "80", "70"], answer: 2,
                because: """
                    `order` added one before its `await`, so `discount` returns 30. It does not wait until `order` has ended. It sees what
                    `order` has changed so far.
                    """, at: Moment { trace in trace.items(onQueue: "Library").compactMap(\.began).sorted().dropFirst().first },
                beside: ["await 100": "the price is {price of the book}"]),
            runAsynchronously: { _ in await orderBook(openOrders: 2) },
            claims: { [Claim("price of the book", $0.observations, "euros", .exactly(70))] })),
    FollowUp(
        after: "priorities", "own-executor",
        asks: Variant(
            "three-entries", "one task of low priority, and two of high priority",
            prediction: Prediction(
                "`writeThree` runs on an actor with Swift's own executor, and makes three tasks of this actor. In which order do they write?",
                about: "Journal.writeThree",
                choices: ["low, first, second", "second, first, low", "first, second, low"], answer: 2,
                because: """
                    All three are queued. The tasks of high priority come before the one of low priority. Among those two, the first one
                    comes first.
                    """,
                at: .piece(1, of: "first", on: "Journal"), beside: ["Task(name: \"second\"": "{order of the entries}"]),
            lanes: .tasks, runAsynchronously: { _ in await fillJournalWithThree() },
            claims: { orderClaims($0.observations, expected: ["first", "second", "low"], showsMistake: false) })),
]
