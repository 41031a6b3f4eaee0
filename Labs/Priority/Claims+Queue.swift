import LabKit
import PriorityScenario

typealias QueueRun = Run<PriorityParameters, QueueObservations>
typealias PhotoRun = Run<PriorityParameters, PhotoObservations>

extension Trace {
    /// The operations of the lab's queue, in the order in which they began.
    fileprivate var operationsInOrder: [Item] {
        items(onQueue: "filters").sorted { ($0.began ?? 0, $0.id) < ($1.began ?? 0, $1.id) }
    }
}

private func oneAtATime(_ trace: Trace) -> Claim {
    Claim("operations that ran at the same time", trace.mostAtOnce(trace.operationsInOrder), "operations", .exactly(1))
}

/// How many of the operations began in this order, according to the trace.
private func inPlace(_ order: [String], _ trace: Trace) -> Int { zip(order, trace.operationsInOrder).count { $1.label.contains($0) } }

func queuePriorityClaims(_ run: QueueRun) -> [Claim] {
    let seen = run.observations, fromHighest = Array(seen.added.reversed())
    let first = seen.ran.firstIndex(of: fromHighest[0]) ?? seen.ran.count
    return [
        Claim(
            "operations that ran in the order of their priorities", zip(fromHighest, seen.ran).count { $0 == $1 }, "operations",
            .exactly(seen.added.count), outOf: seen.added.count),
        Claim(
            "operations that ran before the most important one, which was added last", first, "operations", .exactly(0),
            outOf: seen.added.count),
        Claim(
            "operations that the trace shows at these places", inPlace(seen.ran, run.trace), "operations", .exactly(seen.added.count),
            outOf: seen.added.count),
        oneAtATime(run.trace),
    ]
}

func equalPriorityClaims(_ run: QueueRun) -> [Claim] {
    let seen = run.observations, count = run.setting.photos
    func inOrder(_ priority: String) -> Claim {
        let added = seen.added.filter { $0.hasPrefix(priority) }, ran = seen.ran.filter { $0.hasPrefix(priority) }
        return Claim(
            "operations of \(priority) priority that ran in the order in which they were added", zip(added, ran).count { $0 == $1 },
            "operations", .exactly(count), outOf: count)
    }
    let firstNormal = seen.ran.firstIndex { $0.hasPrefix("normal") } ?? 0
    let tooEarly = seen.ran[firstNormal...].count { $0.hasPrefix("high") }
    return [
        inOrder("high"), inOrder("normal"),
        Claim("operations of high priority that ran after one of normal priority", tooEarly, "operations", .exactly(0), outOf: count),
        oneAtATime(run.trace),
    ]
}

func runningClaims(_ run: QueueRun) -> [Claim] {
    let trace = run.trace, operations = trace.operationsInOrder
    let slow = operations.first { $0.label.contains("slow") }, urgent = operations.first { $0.label.contains("urgent") }
    let others = operations.filter { $0.id != slow?.id }
    let addedMeanwhile = others.count { ($0.enqueued ?? .max) < (slow?.ended ?? .min) }
    let begunMeanwhile = others.count { ($0.began ?? .min) < (slow?.ended ?? .max) }
    let between = others.count { ($0.began ?? .max) < (urgent?.began ?? .min) }
    return [
        Claim("more important operations that were added while the slow one ran", addedMeanwhile, "operations", .exactly(2), outOf: 2),
        Claim("operations that began before the slow one had ended", begunMeanwhile, "operations", .exactly(0), outOf: 2),
        Claim("operations that ran between the slow one and the urgent one", between, "operations", .exactly(0), outOf: 2),
        oneAtATime(trace),
    ]
}

func priorityAsOrderClaims(_ run: PhotoRun) -> [Claim] {
    [
        Claim(
            "filters that ran before the download, which has the highest priority", run.observations.filtersTooEarly, "filters",
            .exactly(1), outOf: 1, showsMistake: true),
        Claim("photos that were filtered", run.observations.photosFiltered, "photos", .exactly(0), outOf: 1, showsMistake: true),
        oneAtATime(run.trace),
    ]
}

private func inDependencyOrder(_ run: PhotoRun) -> [Claim] {
    let operations = run.trace.operationsInOrder
    let filter = operations.first { $0.label.contains("filter") }, download = operations.first { $0.label.contains("download") }
    let isLater = (filter?.began ?? .min) >= (download?.ended ?? .max)
    return [
        Claim("filters that ran before the download", run.observations.filtersTooEarly, "filters", .exactly(0), outOf: 1),
        Claim("filters that began after the download had ended", isLater ? 1 : 0, "filters", .exactly(1), outOf: 1),
        Claim("photos that were filtered", run.observations.photosFiltered, "photos", .exactly(1), outOf: 1),
    ]
}

func dependencyClaims(_ run: PhotoRun) -> [Claim] { inDependencyOrder(run) + [oneAtATime(run.trace)] }

func dependencyBeatsPriorityClaims(_ run: PhotoRun) -> [Claim] {
    let ran = run.observations.ran, other = ran.firstIndex(of: "other photo") ?? ran.count
    let before = ran[..<(ran.firstIndex(of: "filter") ?? 0)].count
    return inDependencyOrder(run) + [
        Claim("operations that ran before the most important one", before, "operations", .exactly(2), outOf: 2, showsMistake: true),
        Claim(
            "less important operations that ran before the download that it needs", other < (ran.firstIndex(of: "download") ?? 0) ? 1 : 0,
            "operations", .exactly(1), outOf: 1, showsMistake: true),
    ]
}
