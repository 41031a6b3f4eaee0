import DependenciesScenario
import LabKit

typealias DependenciesRun = Run<DependenciesParameters, Observations>

extension Trace {
    /// The operations that were added to a queue.
    var added: [Item] { items.filter { $0.how == .operation } }
    /// The operations that began their work.
    var begun: [Item] { added.filter { $0.began != nil && $0.cancelled == nil } }
    /// Operations that began before another one had ended on which they depend.
    var early: Int { begun.count { item in item.dependencies.contains { !hasEnded($0, before: item) } } }
    /// Filters that began before the download of the same photo had ended.
    var earlyFilters: Int {
        begun.count { item in
            guard item.label.hasPrefix("filter ") else { return false }
            let download = added.first { $0.label == "download " + item.label.dropFirst("filter ".count) }
            return (download?.ended ?? .max) > (item.began ?? .max)
        }
    }
    /// The operations of this name that ended.
    func ended(_ name: String) -> Int { begun.count { $0.label == name && $0.ended != nil } }
    /// Waits of threads that never ended.
    var endlessWaits: Int { waits.count { $0.ended == nil } }

    /// The length of the circular wait: go from an operation that never began to one on which it
    /// depends, and so on, back to the first one. 0: there is none.
    var circle: Int {
        for start in items.indices where items[start].how == .operation && items[start].began == nil {
            var next = start
            for length in 1...items.count {
                guard let dependency = items[next].dependencies.first(where: { items[$0].began == nil }) else { break }
                if dependency == start { return length }
                next = dependency
            }
        }
        return 0
    }

    private func hasEnded(_ dependency: Int, before item: Item) -> Bool {
        guard let ended = items[dependency].ended ?? items[dependency].cancelled, let began = item.began else { return false }
        return ended <= began
    }
}

func rightImages(_ run: DependenciesRun, _ expected: Int, of photos: Int, showsMistake: Bool = false) -> Claim {
    Claim(
        "photos that were filtered after their download", run.observations.rightImages, "photos", .exactly(expected), outOf: photos,
        showsMistake: showsMistake)
}

func filteredPlaceholders(_ run: DependenciesRun, _ expected: Int, of photos: Int) -> Claim {
    Claim(
        "filters that got a placeholder and not a photo", run.observations.filteredPlaceholders, "filters", .exactly(expected),
        outOf: photos, showsMistake: expected > 0)
}

func waitedForDependencies(_ trace: Trace, dependencies: Int) -> [Claim] {
    [
        Claim(
            "dependencies between the operations", trace.begun.reduce(0) { $0 + $1.dependencies.count }, "dependencies",
            .exactly(dependencies)),
        Claim("operations that began before a dependency had ended", trace.early, "operations", .exactly(0), outOf: trace.begun.count),
    ]
}

func together(_ trace: Trace, _ expected: Int) -> Claim {
    Claim("the most operations at the same time", trace.mostAtOnce(trace.begun), "operations", .exactly(expected))
}

func stuck(_ trace: Trace, begun: Int, of operations: Int) -> [Claim] {
    [
        Claim("operations that began", trace.begun.count, "operations", .exactly(begun), outOf: operations, showsMistake: true),
        Claim("threads that still waited for the queue", trace.endlessWaits, "threads", .exactly(1), showsMistake: true),
    ]
}

func withoutClaims(_ run: DependenciesRun) -> [Claim] {
    [
        Claim(
            "filters that began before their download had ended", run.trace.earlyFilters, "filters", .exactly(1), outOf: 1,
            showsMistake: true),
        rightImages(run, 0, of: 1, showsMistake: true),
    ]
}

func withClaims(_ run: DependenciesRun) -> [Claim] {
    waitedForDependencies(run.trace, dependencies: 1) + [together(run.trace, 1), rightImages(run, 1, of: 1)]
}

func removedClaims(_ trace: Trace) -> [Claim] {
    [
        Claim(
            "dependencies that the operations still had", trace.added.reduce(0) { $0 + $1.dependencies.count }, "dependencies",
            .exactly(0), showsMistake: true),
        Claim("downloads that ended", trace.ended("download coffee.png"), "downloads", .exactly(1), outOf: 1),
    ] + stuck(trace, begun: 1, of: 2)
}

func replacedClaims(_ run: DependenciesRun) -> [Claim] {
    [
        Claim("operations that began", run.trace.begun.count, "operations", .exactly(2), outOf: 2),
        together(run.trace, 2),
    ]
}

func diamondClaims(_ run: DependenciesRun) -> [Claim] {
    waitedForDependencies(run.trace, dependencies: 4) + [together(run.trace, 2), rightImages(run, 1, of: 1)]
}

func twoQueuesClaims(_ run: DependenciesRun) -> [Claim] {
    waitedForDependencies(run.trace, dependencies: 2) + [together(run.trace, 2), rightImages(run, 2, of: 2)]
}

func cancelledClaims(_ run: DependenciesRun) -> [Claim] {
    [
        Claim("operations that began", run.trace.begun.count, "operations", .exactly(1), outOf: 2),
        filteredPlaceholders(run, 1, of: 1),
    ]
}

func checkedClaims(_ run: DependenciesRun) -> [Claim] {
    [
        Claim("operations that began", run.trace.begun.count, "operations", .exactly(1), outOf: 2),
        filteredPlaceholders(run, 0, of: 1),
        Claim("photos that were left as they were", run.observations.untouched, "photos", .exactly(1), outOf: 1),
    ]
}

func cycleClaims(_ trace: Trace) -> [Claim] {
    [Claim("operations in the circular wait", trace.circle, "operations", .exactly(2), outOf: trace.added.count, showsMistake: true)]
        + stuck(trace, begun: 0, of: 2)
}

func tasksClaims(_ run: DependenciesRun) -> [Claim] {
    [
        rightImages(run, 1, of: 2), filteredPlaceholders(run, 0, of: 2),
        Claim("photos that were left as they were", run.observations.untouched, "photos", .exactly(1), outOf: 2),
    ]
}
