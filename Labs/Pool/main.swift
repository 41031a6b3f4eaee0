import Foundation
import LabKit
import PoolScenario

struct PoolParameters: LabParameters {
    @Option(help: "Photos to fetch, each with a serial queue of its own (16 to 200; default: 60).", transform: within(16...200))
    var photos = 60

    @Option(help: "Target queues, and places of the semaphore (1 to 8; default: 4).", transform: within(1...8))
    var targets = 4

    @Option(help: "Threads that the pool must add before the server answers (1 to 4; default: 2).", transform: within(1...4))
    var growth = 2
}

extension Setting<PoolParameters> {
    /// More blocks than the pool has threads at first.
    var blocks: Int { ProcessInfo.processInfo.activeProcessorCount + parameters.growth + 4 }

    /// More tasks than the pool of tasks has threads.
    var tasks: Int { 2 * ProcessInfo.processInfo.processorCount + 4 }
}

let lab = Lab<PoolParameters>(
    name: "lab-pool",
    title: "The thread pool: blocks that wait, and threads that are missing",
    about: """
        An app fetches photos from a server that takes its time. Each request waits. If a thread waits with it, the app needs a thread for
        each request. The pool of threads is then too small, or the process has far too many threads, or nothing continues
        at all. The lab counts threads in `/proc/self/task`.
        """,
    next: [
        "`swift run lab-pool --variant serial-queues --photos 200` and then `--variant asynchronous --photos 200`: how many threads?",
        "`swift run lab-pool --variant blocking --growth 4` waits until the pool has added four threads: how long does it take?",
        "`swift run lab-pool --explore --variant tasks-blocking` names the task that finds no thread.",
    ],
    variants: [
        Variant(
            "blocking", "blocks on a concurrent queue wait: the pool has no free thread", prediction: .blocking,
            explored: .brings(.poolExhaustion, pool: 2),
            run: { fetchOnPool($0.blocks, growth: Growth(of: $0.growth)) }, claims: starvedClaims),
        Variant(
            "serial-queues", "a serial queue for each photo: thread explosion", prediction: .serialQueues, explored: .brings(.none),
            run: { fetchOnManyQueues($0.photos) }, claims: explosionClaims),
        Variant(
            "semaphore-inside", "half-fix: a semaphore inside the blocks", prediction: .semaphoreInside, explored: .brings(.none),
            run: { fetchWithSemaphoreInside($0.photos, limit: $0.targets, meeting: Meeting(of: $0.photos)) }, claims: halfFixClaims),
        Variant(
            "target-queues", "fix: the queues share a few target queues", prediction: .targetQueues, explored: .brings(.none),
            fixes: ["serial-queues", "semaphore-inside", "blocking"],
            run: { fetchOnTargets($0.photos, targets: $0.targets) }, claims: boundedClaims),
        Variant(
            "asynchronous", "fix: completion handlers, and no thread waits", prediction: .asynchronous, explored: .brings(.none),
            fixes: ["serial-queues", "semaphore-inside", "blocking"],
            run: { fetchAsynchronously($0.photos) }, claims: asynchronousClaims),
        Variant(
            "tasks-blocking", "tasks that block their threads: thread-pool exhaustion", prediction: .tasksBlocking,
            explored: .brings(.poolExhaustion, pool: 2),
            expected: .hanging(lesson: "all threads of the task pool are blocked, and the task that would signal has none"),
            lanes: .tasks, timeLimit: .milliseconds(1500), run: { waitInTasks($0.tasks) }, traceClaims: exhaustedClaims),
        Variant(
            "tasks-awaiting", "fix: tasks that await give their threads back", prediction: .tasksAwaiting,
            explored: .brings(.none, pool: 1), fixes: ["tasks-blocking"], lanes: .tasks,
            runAsynchronously: { await awaitInTasks($0.tasks) }, claims: awaitingClaims),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Meeting.swift", "Server.swift", "Growth.swift"])

lab.main()
