import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Four operations whose dependencies form a diamond.
    static let dependencyDiamond = ExerciseJudge(
        checks: [
            "the filters start after the photo was loaded": .behaviour(filtersWaitForLoad),
            "the filters run at the same time": .behaviour(filtersMeet),
            "combine starts after both filters, with both pictures": .behaviour(combineComesLast),
            "combine comes also after a cancelled filter": .behaviour(cancelledFilterIsNoEnd),
            "no thread waits": .trace(noThreadWaits),
            "right in every interleaving": .interleavings(
                of: [Exploration("fourSteps", judge: fourStepsMade), Exploration("cancelledFilter", judge: filterCancelled)],
                unless: nothingToExplore),
        ],
        situation: { evidence in
            evidence.trace.notes.contains { $0.text == DependencyDiamondRun.cancelledFilter } ? "With a filter that was cancelled:" : nil
        })

    @Sendable private static func filtersWaitForLoad(_ seen: DependencyDiamondRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard let first = seen.pictures.first, first.loads > 0 else { return evidence.neverLoaded }
        let early = Set(seen.pictures.flatMap(\.filtersDuringLoad)).sorted().map { DependencyDiamondRun.filters[$0] }
        guard early.isEmpty else {
            return GradeFinding(
                .tooEarly,
                """
                The photo was not loaded yet, and \(early.joined(separator: " and ")) had already begun. A queue does not wait for one \
                operation before it starts the next. Only a dependency orders them.
                """, at: evidence.line(declaring: "\(early[0]).addDependency") ?? evidence.line(declaring: "let \(early[0])"),
                try: "`filter.addDependency(load)` says that the filter waits for the load. Each filter needs it.")
        }
        guard seen.pictures.allSatisfy({ $0.combinesDuringLoad == 0 }) else {
            return GradeFinding(
                .tooEarly, "The photo was not loaded yet, and `combine` was called.", at: evidence.lineOfCombine,
                try: "`a.addDependency(b)` says that `a` waits for `b`. Check the direction of each dependency.")
        }
        return first.runs.contains(0) ? neverFiltered : nil
    }

    @Sendable private static func filtersMeet(_ seen: DependencyDiamondRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.pictures.allSatisfy({ $0.loads > 0 }) else { return neverBegan }
        if seen.pictures.contains(where: { $0.runs.contains(0) }) { return neverFiltered }
        guard seen.pictures.contains(where: { $0.filtersTogether < 2 }) else { return nil }
        let begin = "While one filter was running, the other one did not begin."
        if evidence.mentions("maxConcurrentOperationCount") {
            return GradeFinding(
                .notParallel, "\(begin) With this `maxConcurrentOperationCount`, the queue runs one operation at a time.",
                at: evidence.line(declaring: "maxConcurrentOperationCount"),
                try: "leave the width of the queue as it is. Let dependencies say what must be in order.")
        }
        let chain = evidence.line(declaring: "sepia.addDependency(blur)") ?? evidence.line(declaring: "blur.addDependency(sepia)")
        return GradeFinding(
            .notParallel, "\(begin) Each step waits for the one before it. But a filter needs only the photo, not the other filter.",
            at: chain ?? evidence.lineOfDevelop, try: "let both filters depend on the load, and not on each other.")
    }

    @Sendable private static func combineComesLast(_ seen: DependencyDiamondRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        guard seen.pictures.first.map({ $0.loads > 0 }) ?? false else { return neverBegan }
        if let early = seen.pictures.first(where: { $0.combinesTooEarly > 0 || $0.combinesDuringLoad > 0 }) {
            let filter = DependencyDiamondRun.filters[early.filter]
            return GradeFinding(
                .tooEarly,
                early.combinesDuringLoad > 0
                    ? "`combine` was called while the photo was still being loaded. No picture was there."
                    : """
                    One filter had ended, and \(filter) was still running. Then `combine` was called, and the picture of \(filter) was missing. \
                    How long a step takes says nothing about the order.
                    """, at: evidence.lineOfCombine, try: "let the last operation depend on both filters: `combine.addDependency(…)` twice."
            )
        }
        guard let last = seen.pictures.last, last.combines > 0 else {
            return GradeFinding(
                .missing, "All steps before it had ended, but `combine` was never called.", at: evidence.lineOfCombine,
                try: "add an operation for `combine` to the queue, too.")
        }
        if last.combines > 1 || seen.pictures[0].combines > 1 {
            return GradeFinding(
                .tooOften, "`combine` was called \(max(last.combines, seen.pictures[0].combines)) times for one picture.",
                at: evidence.lineOfCombine,
                try: "call it in one operation, which depends on both filters.")
        }
        for picture in seen.pictures where picture.sepia != "the sepia photo" || picture.blur != "the blurred photo" {
            func words(_ text: String?) -> String { text.map { "“\($0)”" } ?? "nil" }
            return GradeFinding(
                .wrongResult,
                """
                The load returns “photo”. So `combine` must get “the sepia photo” and “the blurred photo”. It got \(words(picture.sepia)) and \
                \(words(picture.blur)).
                """, at: evidence.lineOfCombine,
                try:
                    "read a result inside the block that needs it: it runs after the steps before it. Outside of the blocks, no step has run."
            )
        }
        return evidence.explorations?.doubt("it did")
    }

    @Sendable private static func cancelledFilterIsNoEnd(_ seen: DependencyDiamondRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.withoutFilter.isEmpty {
            return seen.pictures.contains { $0.call != .returned && $0.combines > 0 }
                ? .notJudged(because: "`develop` returns too late, so the app cannot cancel a filter before it starts") : neverCombined
        }
        if !seen.isRightUncancelled { return .notJudged(because: "a picture without a cancelled filter is already wrong") }
        for picture in seen.withoutFilter {
            let filter = DependencyDiamondRun.filters[picture.filter], other = DependencyDiamondRun.filters[1 - picture.filter]
            if picture.runs[picture.filter] > 0 {
                return GradeFinding(
                    .wrongResult, "The app cancelled \(filter) before it started. But the filter was called all the same.",
                    at: evidence.line(declaring: "return (") ?? evidence.lineOfDevelop,
                    try: "return the operations that call the filters. If you override `main()`, look at `isCancelled` there.")
            }
            if picture.combines == 0 {
                return GradeFinding(
                    .missing,
                    """
                    The app cancelled \(filter) before it started. Then \(other) made its picture, but `combine` was never called. A cancelled \
                    operation finishes without its block.
                    """, at: evidence.line(declaring: "isCancelled") ?? evidence.lineOfCombine,
                    try:
                        "let an operation that depends on both filters call `combine`. A cancelled filter releases it too, and its picture is nil."
                )
            }
            let right = [picture.filter == 0 ? nil : "the sepia photo", picture.filter == 1 ? nil : "the blurred photo"]
            if picture.filtersDuringLoad.contains(1 - picture.filter) {
                return GradeFinding(
                    .tooEarly,
                    """
                    The app cancelled \(filter) before it started. A cancelled operation finishes immediately, and releases the operations that depend on \
                    it. So \(other) began before the photo was loaded.
                    """, at: evidence.line(declaring: "\(other).addDependency") ?? evidence.lineOfDevelop,
                    try: "let each filter depend on the load itself.")
            }
            if picture.combines > 1 || [picture.sepia, picture.blur] != right {
                return GradeFinding(
                    .wrongResult,
                    "The app cancelled \(filter). `combine` must be called once, with nil for \(filter) and with the picture of \(other). It was not.",
                    at: evidence.lineOfCombine, try: "give `combine` the picture of the other filter, also if one filter was cancelled.")
            }
        }
        return nil
    }

    @Sendable private static func noThreadWaits(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(DependencyDiamondRun.Observations.self), let first = seen.pictures.first,
            first.combines > 0
        else { return neverCombined }
        // Steps that do not wait at all block no thread.
        if filtersWaitForLoad(seen, evidence) != nil || combineComesLast(seen, evidence) != nil {
            return .notJudged(because: "the steps do not come in their order, so it does not show how one waits for another")
        }
        if seen.pictures.contains(where: { $0.call != .returned }) {
            return GradeFinding(
                .waits,
                "`develop` did not return before the steps had ended. So its caller was blocked, perhaps the main thread of the app.",
                at: evidence.line(declaring: "waitUntilFinished: true") ?? evidence.line(declaring: "waitUntil") ?? evidence.lineOfDevelop,
                try: "`waitUntilFinished: false`. The queue starts each operation when its dependencies have finished.")
        }
        let kinds: [Trace.Wait.Kind] = [.operation, .operationQueue, .semaphore, .group, .condition, .workItem, .sleep, .threadJoin]
        guard let wait = evidence.waitsOfAttempt.first(where: { kinds.contains($0.kind) && !$0.passedAtOnce }) else { return nil }
        let object =
            switch wait.kind {
            case .operation: "another operation"
            case .semaphore: "a semaphore"
            case .group: "a group"
            case .sleep: "a fixed time"
            default: "other threads"
            }
        return GradeFinding(
            .waits,
            "An operation had begun, and its thread was blocked: it waited for \(object). Such a thread does no work, and the pool has few of them.",
            at: evidence.line(of: wait.place),
            try: "use `addDependency`. Then the queue starts the operation only when it can run.")
    }

    @Sendable private static func nothingToExplore(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(DependencyDiamondRun.Observations.self) else { return neverBegan }
        guard seen.pictures.contains(where: { $0.loads > 0 }) else { return neverBegan }
        guard seen.isRightUncancelled else { return .notJudged(because: "a single run has already shown a wrong order") }
        if seen.withoutFilter.isEmpty {
            return .notJudged(because: "`develop` returns too late, so the app cannot cancel a filter before it starts")
        }
        return cancelledFilterIsNoEnd(seen, evidence) == nil
            ? nil : .notJudged(because: "a single run has already shown a bug after a cancelled filter")
    }

    @Sendable private static func fourStepsMade(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let adds = evidence.line(declaring: "addOperation")
        let number: (String?) -> Int = { $0?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }
        let isLate = number(evidence.line(declaring: "addDependency")) > number(adds) && adds != nil
        return GradeFinding(
            outcome.hasPrefix("never") ? .missing : .wrongResult,
            """
            In one interleaving, the outcome of the four steps is: \(outcome).\(isLate ? " The operations are added before they have their dependencies. A queue can start an operation as soon as it has it." : "")
            """, at: isLate ? adds : evidence.lineOfCombine,
            try: isLate
                ? "set all dependencies first, and add the operations last." : "check what orders each step before the steps that need it.")
    }

    @Sendable private static func filterCancelled(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        GradeFinding(
            outcome.hasPrefix("never") ? .missing : .wrongResult,
            "The app cancelled the sepia filter before it started. In one interleaving, the outcome is: \(outcome).",
            at: evidence.lineOfCombine,
            try: "let an operation that depends on both filters call `combine`.")
    }

    private static let neverBegan = GradeFinding.notJudged(because: "no step ever began")
    private static let neverFiltered = GradeFinding.notJudged(because: "a filter was never called")
    private static let neverCombined = GradeFinding.notJudged(because: "`combine` was never called")
}

extension DependencyDiamondRun.Observations {
    /// Whether all steps came in order, and with the right results, when no filter was cancelled.
    fileprivate var isRightUncancelled: Bool {
        pictures.allSatisfy {
            $0.combines == 1 && $0.combinesTooEarly + $0.combinesDuringLoad == 0 && $0.filtersDuringLoad.isEmpty
                && $0.sepia == "the sepia photo" && $0.blur == "the blurred photo"
        }
    }
}

extension Evidence {
    fileprivate var lineOfDevelop: String? { line(declaring: "func develop") }
    fileprivate var lineOfCombine: String? {
        line(declaring: "combine.addDependency") ?? line(declaring: "steps.combine(") ?? line(declaring: ".combine(") ?? lineOfDevelop
    }

    /// No operation ever began: a circular wait, if the dependencies of the trace have one.
    fileprivate var neverLoaded: GradeFinding {
        let items = trace.items
        /// Whether the dependencies of an item lead back to it.
        func leadsBack(_ start: Int) -> Bool {
            var open = items[start].dependencies, known: Set<Int> = []
            while let next = open.popLast() {
                if next == start { return true }
                if known.insert(next).inserted { open += items[next].dependencies }
            }
            return false
        }
        let circle = items.indices.filter { items[$0].how == .operation && leadsBack($0) }
        guard circle.isEmpty else {
            return GradeFinding(
                .deadlock,
                """
                No step ever began. The dependencies of \(circle.count) operations lead back to where they begin: a circular wait. Each of these \
                operations waits until another one has finished.
                """, at: line(declaring: "load.addDependency") ?? line(declaring: "addDependency"),
                try: "an operation depends on the steps that it needs. The load needs no other step, so it has no dependency.")
        }
        return GradeFinding(
            .missing, "`develop` returned, but `load` was never called.", at: line(declaring: "addOperation") ?? lineOfDevelop,
            try: "add an operation for each step to the queue.")
    }
}
