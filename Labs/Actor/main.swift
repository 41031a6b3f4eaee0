import ActorScenario
import LabKit

struct ActorParameters: LabParameters {
    @Option(help: "Tasks that call the actor (2 to 8; default: 2).", transform: within(2...8))
    var tasks = 2
}

typealias CacheRun = Run<ActorParameters, CacheReport>
typealias AccountRun = Run<ActorParameters, AccountReport>

func doubleLoadClaims(_ run: CacheRun) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks
    return [
        Claim("downloads of one picture", seen.downloads, "downloads", .exactly(tasks), showsMistake: true),
        Claim(
            "tasks with a picture from a download of their own", Set(seen.pictures.map(\.download)).count, "tasks", .exactly(tasks),
            outOf: tasks, showsMistake: true),
    ]
}

func storedTaskClaims(_ run: CacheRun) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks
    return [
        Claim("downloads of one picture", seen.downloads, "downloads", .exactly(1)),
        Claim(
            "tasks with the picture of this download", seen.pictures.count { $0.download == 1 }, "tasks", .exactly(tasks), outOf: tasks),
    ]
}

func overdraftClaims(_ run: AccountRun) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks
    return [
        Claim("customers with money", seen.paid, "customers", .exactly(tasks), outOf: tasks, showsMistake: true),
        Claim("balance at the end", seen.balance, "euros", .exactly(100 - 60 * tasks), showsMistake: true),
    ]
}

func oneMethodClaims(_ run: AccountRun) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks
    return [
        Claim("customers with money", seen.paid, "customers", .exactly(1), outOf: tasks),
        Claim("customers without money", tasks - seen.paid, "customers", .exactly(tasks - 1), outOf: tasks),
        Claim("balance at the end", seen.balance, "euros", .exactly(40)),
    ]
}

func orderClaims(_ entries: [String], expected: [String], showsMistake: Bool) -> [Claim] {
    func words(_ entries: [String]) -> String { entries.joined(separator: ", then ") }
    return [
        Claim(
            "order of the entries", found: words(entries), expected: words(expected), holds: entries == expected,
            showsMistake: showsMistake)
    ]
}

let lab = Lab<ActorParameters>(
    name: "lab-actor",
    title: "Actors: one piece of code at a time, and what comes between two pieces",
    about: """
        An actor protects its variables: there are no data races. But at each `await` a task leaves the actor, and other tasks can change
        what it has checked. A cache loads a picture, an account pays out money, a library orders a book. Watch which task is on the actor,
        and which tasks are suspended.
        """,
    next: [
        "`swift run lab-actor --variant double-load --tasks 8`: how many downloads begin, and why?",
        "`swift run lab-actor --variant overdraft --step` tells the run event by event: when does each task leave the actor?",
        "`swift run lab-actor --explore --variant double-load`: in how many interleavings is the picture loaded once?",
    ],
    variants: [
        Variant(
            "double-load", "check, `await`, change: a cache that loads a picture twice", prediction: .doubleLoad,
            explored: .brings(.assertion), lanes: .tasks,
            runAsynchronously: { await askCache($0.tasks) { DoubleLoadingCache($0) } }, claims: doubleLoadClaims),
        Variant(
            "stored-task", "fix: the cache stores the download before it awaits", prediction: .storedTask, explored: .brings(.none),
            fixes: ["double-load"], lanes: .tasks,
            runAsynchronously: { await askCache($0.tasks) { StoredTaskCache($0) } }, claims: storedTaskClaims),
        Variant(
            "overdraft", "check, `await`, change: an account that is overdrawn", prediction: .overdraft, explored: .brings(.assertion),
            lanes: .tasks, runAsynchronously: { await withdrawFrom($0.tasks) { OverdrawnAccount($0) } }, claims: overdraftClaims),
        Variant(
            "one-method", "fix: one synchronous method checks and changes", prediction: .oneMethod, explored: .brings(.none),
            fixes: ["overdraft"], lanes: .tasks,
            runAsynchronously: { await withdrawFrom($0.tasks) { CheckedAccount($0) } }, claims: oneMethodClaims),
        Variant(
            "mutual-calls", "two actors that call each other", prediction: .mutualCalls, explored: .brings(.none), lanes: .queues,
            runAsynchronously: { _ in await orderBook() },
            claims: { [Claim("price of the book", $0.observations, "euros", .exactly(90))] }),
        Variant(
            "priorities", "an actor is not first in, first out", prediction: .priorities, explored: .brings(.assertion), lanes: .tasks,
            runAsynchronously: { _ in await fillJournal() },
            claims: { orderClaims($0.observations, expected: ["high", "low"], showsMistake: true) }),
        Variant(
            "own-executor", "fix: an executor of its own, with a serial queue", prediction: .ownExecutor, explored: .brings(.none),
            fixes: ["priorities"],
            runAsynchronously: { _ in await fillQueueJournal() },
            claims: { run in
                orderClaims(run.observations, expected: ["low", "high"], showsMistake: false) + [
                    Claim("blocks on the queue", run.trace.items(onQueue: "journal").count, "blocks", .atLeast(3))
                ]
            }),
        Variant(
            "nonisolated", "a `nonisolated` property of a busy actor", prediction: .nonisolated, explored: .brings(.none), lanes: .tasks,
            runAsynchronously: { _ in await readTitleWhilePrinting() },
            claims: { run in
                [
                    Claim(
                        "titles that were read while the printer printed", run.observations.isPrinting ? 1 : 0, "titles", .exactly(1),
                        outOf: 1)
                ]
            }),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Paper.swift", "Completion.swift"])

lab.main()
