import ImportScenario
import LabKit

typealias ImportRun = Run<ImportParameters, Observations>

extension Trace {
    /// From the first use of the import's connection to the last one.
    fileprivate var transactions: Range<Int64>? {
        let items = items(onQueuesNamed: "import connection")
        guard let began = items.compactMap(\.began).min(), let ended = items.compactMap(\.ended).max(), began < ended else { return nil }
        return began..<ended
    }

    fileprivate var mainQueue: Int { queues.firstIndex { $0.kind == .main } ?? 0 }
    fileprivate var mainBlocks: [Item] { items.filter { $0.queue == mainQueue } }

    /// The most blocks that waited in the main queue at the same time.
    fileprivate var backlog: Int { QueueLoad(self, queue: mainQueue).mostWaiting }

    /// The reads of the list for which the main thread was blocked.
    var blockedReads: [Wait] {
        waits.filter { wait in
            guard wait.kind == .sync, wait.lane == 0, let item = wait.awaitedItem else { return false }
            return queues[items[item].queue].label == "list connection"
        }
    }
}

extension ImportRun {
    /// Far more blocks than a main queue should hold, and far fewer than lines.
    fileprivate var manyBlocks: Int { observations.lines / 20 }
    fileprivate var saveEvery: Int { setting.saveEvery }

    /// The changes of the progress bar: the header is line 1, and no change.
    fileprivate var changes: Int { (observations.lines + 1) / setting.progressEvery - 1 / setting.progressEvery }

    /// The lines of whole batches before the one in which the user cancels.
    fileprivate var wholeBatches: Int { observations.lines / 2 / saveEvery * saveEvery }
}

private func all(_ run: ImportRun) -> [Claim] {
    let seen = run.observations, good = seen.lines - seen.skipped
    return [
        Claim("stops saved at the end, in the order of the file", seen.inPlace, "stops", .exactly(good), outOf: good),
        Claim("damaged lines that were reported and skipped", seen.skipped, "lines", .exactly(run.setting.damaged)),
    ]
}

private func answers(_ run: ImportRun, _ expected: Int, showsMistake: Bool = false) -> Claim {
    let seen = run.observations
    return Claim(
        "looks at the list that the app answered while the import ran on", seen.answered, "looks", .exactly(expected), outOf: seen.looks,
        showsMistake: showsMistake)
}

private func saves(_ run: ImportRun, _ expected: Int) -> Claim {
    Claim("transactions that were saved", run.observations.saves, "transactions", .exactly(expected))
}

private func onMain(_ seen: Observations) -> Claim {
    Claim("changes of the progress bar on another thread than the main thread", seen.updatesOffMain, "changes", .exactly(0))
}

func mainThreadClaims(_ run: ImportRun) -> [Claim] {
    let span = run.trace.transactions ?? 0..<0, blocks = run.trace.mainBlocks, seen = run.observations
    let began = blocks.count { span.contains($0.began ?? -1) }
    let waited = blocks.count { span.contains($0.enqueued ?? -1) && ($0.began ?? .max) >= span.upperBound }
    return [
        Claim("main-queue blocks that began during the import", began, "blocks", .exactly(0), showsMistake: true),
        Claim("main-queue blocks that waited until the import had ended", waited, "blocks", .exactly(seen.looks), showsMistake: true),
        answers(run, 0, showsMistake: true), saves(run, 1),
    ] + all(run)
}

func oneSaveClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    return [
        answers(run, seen.looks),
        Claim("stops that the user saw at these looks", seen.seen.reduce(0, +), "stops", .exactly(0), showsMistake: true),
        Claim(
            "lines that were still saved after the import was cancelled half-way", seen.savedAtCancel, "lines", .exactly(0),
            showsMistake: true),
        Claim(
            "lines that the second import had to import", seen.continued, "lines", .exactly(seen.lines), outOf: seen.lines,
            showsMistake: true),
    ] + all(run)
}

func everyRowClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim("changes of the progress bar", seen.updates, "changes", .exactly(seen.lines), outOf: seen.lines, showsMistake: true),
        Claim(
            "the most blocks that waited in the main queue", run.trace.backlog, "at the same time", .atLeast(run.manyBlocks),
            showsMistake: true),
        onMain(seen),
    ] + all(run)
}

func wrongThreadClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "changes of the progress bar on another thread than the main thread", seen.updatesOffMain, "changes",
            .exactly(run.changes), showsMistake: true)
    ]
}

func sharedConnectionClaims(_ run: ImportRun) -> [Claim] {
    [
        answers(run, 0, showsMistake: true),
        Claim(
            "reads of the list that blocked the main thread", run.trace.blockedReads.count, "reads", .atLeast(1),
            showsMistake: true),
    ] + all(run)
}

func batchesClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    return [
        answers(run, seen.looks),
        Claim(
            "looks at which the list had only whole batches", seen.looksAtWholeBatches, "looks", .exactly(seen.looks), outOf: seen.looks),
        saves(run, (seen.lines + run.saveEvery - 1) / run.saveEvery),
        Claim(
            "changes of the progress bar", seen.updates, "changes", .exactly(run.changes),
            outOf: seen.lines),
        onMain(seen),
    ] + quiet(run) + all(run)
}

/// The claim depends on the parameters: with `--progress-every 1` the main queue is flooded.
private func quiet(_ run: ImportRun) -> [Claim] {
    let submitted = run.observations.lines / run.setting.progressEvery + run.observations.lines / run.saveEvery
    guard submitted + 20 < run.manyBlocks else { return [] }
    return [Claim("the most blocks that waited in the main queue", run.trace.backlog, "at the same time", .atMost(run.manyBlocks))]
}

private func continued(_ seen: Observations) -> Claim {
    let rest = seen.lines - seen.savedAtCancel
    return Claim("lines that the second import imported", seen.continued, "lines", .exactly(rest), outOf: seen.lines)
}

func cancelClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    return [
        Claim(
            "lines that were saved when the user cancelled half-way", seen.savedAtCancel, "lines", .exactly(run.wholeBatches),
            outOf: seen.lines),
        Claim("saved lines that are not part of a whole batch", seen.savedAtCancel % run.saveEvery, "lines", .exactly(0)),
        continued(seen),
        answers(run, seen.looks),
    ] + all(run)
}

func taskClaims(_ run: ImportRun) -> [Claim] {
    let seen = run.observations
    let batches = min(seen.lines, run.wholeBatches + run.saveEvery)
    return [
        Claim(
            "lines that were saved when the user cancelled half-way", seen.savedAtCancel, "lines", .exactly(batches), outOf: seen.lines),
        continued(seen),
        answers(run, seen.looks), onMain(seen),
    ] + all(run)
}
