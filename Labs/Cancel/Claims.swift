import CancelScenario
import LabKit

typealias ScrollRun = Run<CancelParameters, ScrollReport>
typealias CompletionRun = Run<CancelParameters, CompletionReport>
typealias TaskRun = Run<CancelParameters, TaskReport>

/// An operation that looks in each step ends within this time, in milliseconds.
private let limit = 20.0

extension Trace {
    fileprivate var operations: [Item] { items.filter { $0.how == .operation } }
    fileprivate var begunOperations: [Item] { operations.filter { $0.began != nil } }

    /// The time from each call of `cancel()` to the end of its operation, in milliseconds.
    fileprivate var operationStops: [Double] {
        operations.compactMap { item in
            guard let cancelled = item.cancelled, let ended = item.ended else { return nil }
            return Double(ended - cancelled) / 1e6
        }
    }
}

/// Their median, because on a busy machine the scheduler can keep a thread waiting that has work to do. It does not do so to every second
/// one.
private func stopsSoon(_ stops: [Double]) -> Claim {
    let median = stops.sorted().dropFirst((stops.count - 1) / 2).first ?? .infinity
    return Claim(
        "time from cancel() to the end, the median of \(stops.count)", measured: (median * 100).rounded(.up) / 100, "ms", .atMost(limit))
}

private func areCancelled(_ seen: ScrollReport, _ expected: Int) -> Claim {
    Claim("operations whose isCancelled is true", seen.cancelled, "operations", .exactly(expected), outOf: seen.operations)
}

private func areFinished(_ seen: ScrollReport) -> Claim {
    Claim("operations whose isFinished is true", seen.finished, "operations", .exactly(seen.operations), outOf: seen.operations)
}

private func completionBlocksRan(_ seen: ScrollReport) -> [Claim] {
    [
        Claim("completion blocks that ran", seen.completionBlocks, "blocks", .exactly(seen.operations), outOf: seen.operations),
        Claim(
            "completion blocks on the main thread", seen.completionBlocksOnMainThread, "blocks", .exactly(0), outOf: seen.completionBlocks),
    ]
}

private func begun(_ run: ScrollRun, _ expected: Int) -> Claim {
    Claim("operations that began", run.trace.begunOperations.count, "operations", .exactly(expected), outOf: run.observations.operations)
}

private func lateRows(_ seen: Int, _ expected: Int, of rows: Int, showsMistake: Bool = false) -> Claim {
    Claim("rows that began after cancel()", seen, "rows", .exactly(expected), outOf: rows, showsMistake: showsMistake)
}

func neverLooksClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    return [
        lateRows(seen.rowsOffScreen, seen.operations * run.setting.rowsLeft, of: seen.rows, showsMistake: true),
        Claim(
            "rows that were filtered", seen.rows, "rows", .exactly(seen.operations * run.setting.parameters.rows),
            outOf: seen.operations * run.setting.parameters.rows, showsMistake: true),
        areCancelled(seen, seen.operations), areFinished(seen),
    ]
}

func looksClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    return [
        lateRows(seen.rowsOffScreen, 0, of: seen.rows), stopsSoon(run.trace.operationStops), areCancelled(seen, seen.operations),
        areFinished(seen),
    ] + completionBlocksRan(seen)
}

func stagesClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "rows that arrived after cancel(), in the download that had begun", seen.rowsOffScreen, "rows",
            .exactly(seen.operations * run.setting.rowsLeft), outOf: seen.rows),
        Claim("stages that began after cancel()", seen.stagesOffScreen, "stages", .exactly(0), outOf: 3 * seen.operations),
        areCancelled(seen, seen.operations), areFinished(seen),
    ]
}

func beforeClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    let others = seen.operations - 1
    return [
        begun(run, 1), lateRows(seen.rowsOffScreen, 0, of: others * run.setting.parameters.rows),
        Claim(
            "cancelled operations that stay queued until their turn", seen.stillQueued, "operations", .exactly(others), outOf: others),
        areCancelled(seen, others), areFinished(seen),
    ] + completionBlocksRan(seen)
}

func afterClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    let late = run.trace.events.filter { $0.kind == .operationCancelled }
    let ended = run.trace.operations.compactMap(\.ended).max() ?? .max
    return [
        Claim(
            "calls of cancel() after the last operation had ended", late.count { $0.time > ended }, "calls", .exactly(late.count),
            outOf: late.count),
        Claim(
            "rows that were filtered", seen.rows, "rows", .exactly(seen.operations * run.setting.parameters.rows),
            outOf: seen.operations * run.setting.parameters.rows),
        areCancelled(seen, 0), areFinished(seen),
    ]
}

func cancelAllClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    return [
        begun(run, 1), lateRows(seen.rowsOffScreen, 0, of: seen.operations * run.setting.parameters.rows),
        areCancelled(seen, seen.operations), areFinished(seen),
    ] + completionBlocksRan(seen)
}

func suspendClaims(_ run: ScrollRun) -> [Claim] {
    let seen = run.observations
    let suspended = run.trace.events.first { $0.kind == .queueSuspended }?.time ?? .max
    let resumed = run.trace.events.first { $0.kind == .queueResumed && $0.time > suspended }?.time ?? .max
    let operations = run.trace.operations
    let offScreen = seen.operations / 2
    func isMeanwhile(_ time: Int64?) -> Bool { time.map { suspended < $0 && $0 < resumed } ?? false }
    return [
        Claim(
            "operations that ended while the queue was suspended", operations.count { isMeanwhile($0.ended) }, "operations", .exactly(1),
            outOf: operations.count),
        Claim(
            "operations that began while the queue was suspended", operations.count { isMeanwhile($0.began) }, "operations", .exactly(0),
            outOf: operations.count),
        Claim(
            "operations that began after the queue was resumed", operations.count { ($0.began ?? 0) > resumed }, "operations",
            .exactly(seen.operations - 1 - offScreen), outOf: operations.count),
        Claim("cancelled operations that a suspended queue keeps", seen.stillQueued, "operations", .exactly(offScreen), outOf: offScreen),
        areCancelled(seen, offScreen), areFinished(seen),
    ]
}

func staleCompletionClaims(_ run: CompletionRun) -> [Claim] {
    let seen = run.observations
    let cancelled = seen.filters / 2
    return [
        Claim(
            "rows that a cancelled operation reloads", seen.reloadsByCancelledFilters, "rows", .exactly(cancelled), outOf: cancelled,
            showsMistake: true),
        Claim(
            "running operations that the table forgets", seen.forgotten, "operations", .exactly(cancelled), outOf: cancelled,
            showsMistake: true),
        blocks(seen),
    ]
}

func completionClaims(_ run: CompletionRun) -> [Claim] {
    let seen = run.observations
    let cancelled = seen.filters / 2
    return [
        Claim("rows that a cancelled operation reloads", seen.reloadsByCancelledFilters, "rows", .exactly(0), outOf: cancelled),
        Claim("running operations that the table forgets", seen.forgotten, "operations", .exactly(0), outOf: cancelled),
        blocks(seen),
        Claim(
            "completion blocks on the main thread", seen.completionBlocksOnMainThread, "blocks", .exactly(0), outOf: seen.completionBlocks),
    ]
}

private func blocks(_ seen: CompletionReport) -> Claim {
    Claim(
        "completion blocks that ran, also for cancelled operations", seen.completionBlocks, "blocks", .exactly(seen.filters),
        outOf: seen.filters)
}

func taskClaims(_ run: TaskRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("tasks that ended with a CancellationError", seen.cancellationErrors, "tasks", .exactly(seen.tasks), outOf: seen.tasks),
        lateRows(seen.rowsOffScreen, 0, of: seen.rows), stopsSoon(seen.millisecondsToStop),
    ]
}
