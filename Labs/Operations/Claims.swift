import LabKit
import OperationsScenario

typealias OperationsRun = Run<OperationsParameters, Observations>

extension Trace {
    /// The operations that began.
    var operations: [Item] { items.filter { $0.how == .operation && $0.began != nil } }
    /// The most operations that ran at the same time.
    var operationsAtOnce: Int { mostAtOnce(operations) }
    /// Waits that never ended.
    var endlessWaits: Int { waits.count { $0.ended == nil } }
}

func onMainThread(_ run: OperationsRun, _ expected: Int, of operations: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "operations that ran on the main thread", run.observations.onMainThread, "operations", .exactly(expected), outOf: operations,
        showsMistake: showsMistake)
}

func allNumbers(_ run: OperationsRun, from operations: Int) -> Claim {
    let all = operations * run.setting.numbers
    return Claim("numbers that were printed", run.observations.numbers, "numbers", .exactly(all), outOf: all)
}

func ranTogether(_ run: OperationsRun) -> Claim {
    Claim("operations that ran at the same time", run.trace.operationsAtOnce, "operations", .exactly(2))
}

func startClaims(_ run: OperationsRun) -> [Claim] {
    let seen = run.observations
    return [
        onMainThread(run, 2, of: 2, showsMistake: true),
        Claim(
            "numbers that were printed before \"Main thread is here\"", seen.numbersBeforeMain, "numbers", .exactly(run.setting.numbers),
            outOf: run.setting.numbers, showsMistake: true),
        Claim(
            "numbers that were printed after a second start()", seen.numbers - seen.numbersBeforeMain, "numbers", .exactly(0)),
    ]
}

func queueClaims(_ run: OperationsRun) -> [Claim] {
    [
        onMainThread(run, 0, of: 2), ranTogether(run),
        Claim(
            "operations in the queue after \"Main thread is here\"", run.observations.operationsInQueue, "operations", .exactly(2), outOf: 2
        ),
    ]
}

func countingClaims(_ run: OperationsRun) -> [Claim] {
    [
        allNumbers(run, from: 2), ranTogether(run),
        Claim(
            "operations whose numbers stayed in one piece", run.observations.inOnePiece, "operations", .atMost(1), outOf: 2,
            showsMistake: true),
    ]
}

func apartClaims(_ run: OperationsRun) -> [Claim] {
    [
        allNumbers(run, from: 2), ranTogether(run),
        Claim("operations whose numbers stayed in one piece", run.observations.inOnePiece, "operations", .exactly(2), outOf: 2),
    ]
}

func blocksClaims(_ run: OperationsRun) -> [Claim] {
    let threads = run.observations.threads
    let ofBlocks = Set(threads.filter { $0.key != "completion block" }.values)
    return [
        Claim("threads that ran the three blocks", ofBlocks.count, "threads", .exactly(1)),
        Claim("blocks that were interrupted by another one", run.observations.mixedBlocks, "blocks", .exactly(0), outOf: 3),
        Claim("operations that ran the three blocks", run.trace.operations.count, "operations", .exactly(1)),
        Claim("blocks that ran on the main thread", run.observations.onMainThread, "blocks", .exactly(0), outOf: threads.count),
    ]
}

func silentFinishClaims(_ trace: Trace) -> [Claim] {
    let answers = trace.items.filter { $0.how == .after }
    return [
        Claim("answers that arrived", answers.count { $0.ended != nil }, "answers", .exactly(1), outOf: answers.count),
        Claim("operations that began", trace.operations.count, "operations", .exactly(1), outOf: 2, showsMistake: true),
        Claim("threads that still waited for the queue", trace.endlessWaits, "threads", .exactly(1), showsMistake: true),
    ]
}

func announcedFinishClaims(_ run: OperationsRun) -> [Claim] {
    [
        Claim("operations that began", run.trace.operations.count, "operations", .exactly(2), outOf: 2),
        Claim("operations that ran at the same time", run.trace.operationsAtOnce, "operations", .exactly(1)),
        Claim("threads that still waited for the queue", run.trace.endlessWaits, "threads", .exactly(0)),
    ]
}

func finishedTwiceClaims(_ run: OperationsRun) -> [Claim] {
    [
        Claim("operations that ran", run.trace.operations.count, "operations", .exactly(1)),
        Claim("runs of the completion block", run.observations.completions, "runs", .exactly(2), showsMistake: true),
    ]
}

func addedTwiceClaims(_ trace: Trace) -> [Claim] {
    let added = trace.items.filter { $0.how == .operation }
    return [
        Claim("times that the operation was added", added.count, "times", .exactly(2), showsMistake: true),
        Claim("chance decides whether the operation began", trace.operations.count, "operations", .between(0, 1), outOf: 1),
    ]
}

func startedInQueueClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "operations that the queue was running", trace.items(onQueue: "operationQueue").count { $0.ended == nil }, "operations",
            .exactly(1), showsMistake: true)
    ]
}

func tasksClaims(_ run: OperationsRun) -> [Claim] {
    let children = run.trace.tasks.filter { $0.parent != nil }
    return [
        allNumbers(run, from: 2),
        Claim("child tasks", children.count, "tasks", .exactly(2)),
        Claim("tasks whose numbers stayed in one piece", run.observations.inOnePiece, "tasks", .exactly(2), outOf: 2),
    ]
}
