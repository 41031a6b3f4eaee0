import BlockingScenario
import Foundation
import LabKit

struct BlockingParameters: LabParameters {
    @Option(help: "Tasks that no thread can take, if each of the others blocks one (2 to 16; default: 4).", transform: within(2...16))
    var more = 4
}

extension Setting<BlockingParameters> {
    /// More tasks than the pool has threads.
    var tasks: Int { 2 * ProcessInfo.processInfo.processorCount + parameters.more }
}

func printedClaim(_ seen: WorkReport, _ tasks: Int) -> Claim {
    Claim("pages that are printed", seen.done, "pages", .exactly(tasks), outOf: tasks)
}

/// Threads of the pool that wait for ever, for a lock or a semaphore.
func exhaustedClaims(_ trace: Trace) -> [Claim] {
    let began = Set(trace.items.filter { $0.began != nil && $0.ended == nil }.compactMap(\.task))
    let blocked = trace.waits.filter { $0.lane != 0 && $0.ended == nil }
    return [
        Claim(
            "threads of the pool that are blocked for ever", blocked.count, "threads", .exactly(began.count), outOf: began.count,
            showsMistake: true),
        Claim(
            "tasks that find no thread", trace.items.count { $0.task != nil && $0.began == nil }, "tasks", .atLeast(1),
            showsMistake: true),
    ]
}

func spoolClaims(_ run: Run<BlockingParameters, WorkReport>, clockRuns: Bool) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "clocks that ran while the first page was stuck", seen.clockRan ? 1 : 0, "clocks", .exactly(clockRuns ? 1 : 0), outOf: 1,
            showsMistake: !clockRuns),
        printedClaim(seen, run.setting.tasks),
    ]
}

func drawClaims(_ run: Run<BlockingParameters, WorkReport>, clockRuns: Bool) -> [Claim] {
    let seen = run.observations, tasks = run.setting.tasks
    return [
        Claim(
            "clocks that ran before a drawing had ended", seen.clockRan ? 1 : 0, "clocks", .exactly(clockRuns ? 1 : 0), outOf: 1,
            showsMistake: !clockRuns),
        Claim("drawings that are finished", seen.done, "drawings", .exactly(tasks), outOf: tasks),
    ]
}

let lab = Lab<BlockingParameters>(
    name: "lab-blocking",
    title: "Blocking in tasks: a pool with as many threads as there are processors",
    about: """
        Tasks share a pool of threads, as many as there are processors. A suspended task needs none of them. A blocked one keeps its own. Tasks
        print pages and draw pictures. Watch which threads are blocked, and whether other tasks can run.
        """,
    next: [
        "`swift run lab-blocking --variant semaphore --more 16`: how many tasks begin?",
        "`swift run lab-blocking --variant continuation --step` tells the run event by event: which thread feeds the pages?",
        "`swift run lab-blocking --explore --variant lock-across-await` names the task that finds no thread.",
    ],
    variants: [
        Variant(
            "semaphore", "a synchronous function waits for a task: thread-pool exhaustion", prediction: .semaphore,
            explored: .brings(.poolExhaustion, pool: 2),
            expected: .hanging(lesson: "all threads of the pool wait for tasks that find no thread"), lanes: .tasks,
            timeLimit: .milliseconds(1500), run: { printAndWait($0.tasks) }, traceClaims: exhaustedClaims),
        Variant(
            "suspending", "fix: `async`, up to the caller", prediction: .suspending, explored: .brings(.none, pool: 1),
            fixes: ["semaphore"], lanes: .tasks, run: { printAndSuspend($0.tasks) },
            claims: { [printedClaim($0.observations, $0.setting.tasks)] }),
        Variant(
            "lock-across-await", "a lock that is held across an `await`", prediction: .lockAcrossAwait,
            explored: .brings(.poolExhaustion, pool: 2),
            expected: .hanging(lesson: "all threads of the pool wait for a lock, and its owner finds no thread"), lanes: .tasks,
            timeLimit: .milliseconds(1500), run: { printWithLock($0.tasks) }, traceClaims: exhaustedClaims),
        Variant(
            "short-lock", "fix: the lock is free before the `await`", prediction: .shortLock, explored: .brings(.none, pool: 1),
            fixes: ["lock-across-await"], lanes: .tasks, run: { printWithShortLock($0.tasks) },
            claims: { [printedClaim($0.observations, $0.setting.tasks)] }),
        Variant(
            "queue-sync", "`queue.sync` in tasks: slow work blocks the pool", prediction: .queueSync,
            explored: .brings(.poolExhaustion, pool: 2), lanes: .tasks, run: { spoolInTasks($0.tasks) },
            claims: { spoolClaims($0, clockRuns: false) }),
        Variant(
            "continuation", "fix: the queue works, and resumes the task", prediction: .continuation, explored: .brings(.none, pool: 2),
            fixes: ["queue-sync"], lanes: .tasks, run: { spoolWithContinuation($0.tasks) }, claims: { spoolClaims($0, clockRuns: true) }),
        Variant(
            "task-executor", "fix: an executor of its own for slow work", prediction: .taskExecutor,
            explored: .isNotExplored(because: "the explorer has no task executors"),
            fixes: ["queue-sync"], lanes: .tasks, run: { spoolOnExecutor($0.tasks) }, claims: { spoolClaims($0, clockRuns: true) }),
        Variant(
            "no-yield", "tasks that calculate, and never suspend", prediction: .noYield, explored: .brings(.poolExhaustion, pool: 2),
            lanes: .tasks, run: { drawInTasks($0.tasks) }, claims: { drawClaims($0, clockRuns: false) }),
        Variant(
            "yield", "fix: `Task.yield()` after each row", prediction: .yield,
            explored: .isNotExplored(because: "its point is the order of the real pool, and the explorer runs each order"),
            fixes: ["no-yield"], lanes: .tasks, run: { drawAndYield($0.tasks) }, claims: { drawClaims($0, clockRuns: true) }),
    ],
    afterRun: afterRun, followUps: followUps, staging: ["Signal.swift"])

lab.main()
