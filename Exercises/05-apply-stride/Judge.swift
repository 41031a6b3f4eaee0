import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// A parallel loop with pieces large enough to be worth submitting.
    static let applyStride = ExerciseJudge(
        checks: [
            "each index, whatever the count": .behaviour { (seen: ApplyStrideRun.Observations, evidence) in
                if let crash = evidence.crashes.first { return crash.finding }
                guard let pass = seen.passes.last(where: { $0.missed > 0 }), let first = pass.firstMissed else { return nil }
                guard pass.late == 0 else {
                    return GradeFinding(
                        .tooEarly,
                        """
                        With a count of \(pass.count.grouped), `body` had not yet been called for \(pass.missed.grouped) of the indices when \
                        `forEachIndex` returned. The calls came later, so the caller continues with half a result.
                        """,
                        at: evidence.lineOfPerform, try: "concurrentPerform returns after its last iteration. `async` does not wait."
                    )
                }
                if seen.didNothing {
                    return GradeFinding(
                        .missing, "`body` was never called.", at: evidence.lineOfPerform, try: "call it once for each index below `count`.")
                }
                let tail = first > 0 && pass.missed == pass.count - first
                let dividesEvenly = tail && seen.passes.last?.missed == 0
                return GradeFinding(
                    .missing,
                    "With a count of \(pass.count.grouped), `body` was never called for \(pass.missed.grouped) of the indices (the first is \(first.grouped))."
                        + (dividesEvenly
                            ? " With other counts all are there: perhaps the last stride is empty if its length divides the count evenly."
                            : tail
                                ? " The last indices are missing: the strides do not divide the count evenly, and the remainder was forgotten."
                                : ""),
                    at: evidence.lineOfPerform,
                    try: dividesEvenly
                        ? "the last stride must end at the count: min(start + length, count)."
                        : tail
                            ? "round the number of strides up, and let the last one be shorter, so that it ends at `count`."
                            : "write down for count = 3 which indices each stride covers. Together they must be 0, 1, 2.")
            },
            "no index twice, none outside": .behaviour { (seen: ApplyStrideRun.Observations, evidence) in
                if seen.didNothing { return nothingDone }
                if let pass = seen.passes.last(where: { $0.repeated > 0 }), let first = pass.firstRepeated {
                    return GradeFinding(
                        .tooOften,
                        "With a count of \(pass.count.grouped), `body` was called more than once for \(pass.repeated.grouped) of the indices (the first is \(first.grouped)).",
                        at: evidence.lineOfPerform,
                        try: "a stride ends where the next one begins. `start..<end` leaves out its end, `start...end` does not.")
                }
                guard let pass = seen.passes.last(where: { $0.outside > 0 }), let first = pass.firstOutside else { return nil }
                return GradeFinding(
                    .wrongResult,
                    "With a count of \(pass.count.grouped), `body` was called \(Evidence.times(pass.outside)) for an index outside `0..<count`, such as \(first.grouped). With an array, your code would crash.",
                    at: evidence.lineOfPerform, try: "the last stride must end at the count: min(start + length, count).")
            },
            "returns when all is done": .behaviour { (seen: ApplyStrideRun.Observations, evidence) in
                if seen.didNothing { return nothingDone }
                guard let pass = seen.passes.first(where: { $0.late > 0 }) else { return nil }
                return GradeFinding(
                    .tooEarly,
                    "With a count of \(pass.count.grouped), `body` was still called after `forEachIndex` had returned (\(Evidence.times(pass.late))). The caller continues with half a result.",
                    at: evidence.lineOfPerform, try: "concurrentPerform returns after its last iteration. `async` does not wait.")
            },
            "runs on all cores": .behaviour(runsOnAllCores),
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("threeIndices", judge: threeVisited), Exploration("manyIndices", atMost: 20, judge: manyVisited),
                ],
                unless: nothingBeside,
                provided: { evidence in (try? evidence.observations(ApplyStrideRun.Observations.self)).flatMap(wrongResult) }),
            "few strides, not one for each index": .trace(fewStrides),
        ],
        remarks: { evidence in
            guard let seen = try? evidence.observations(ApplyStrideRun.Observations.self), seen.metCompany else { return [] }
            guard iterations(evidence).isEmpty, !evidence.mentions("concurrentPerform") else { return [] }
            return [
                """
                You have done it without concurrentPerform, and that counts as well. concurrentPerform gives its iterations to the existing \
                threads, runs some itself, and returns after the last one. You write less code, and you need no wait of your own.
                """
            ]
        },
        situation: { evidence in
            let begun = evidence.trace.notes.compactMap { $0.text.prefixMatch(of: #/count ([0-9]+) begins/#)?.1 }
            return begun.last.map { "With a count of \((Int($0) ?? 0).grouped):" }
        },
        crashedPart: { evidence in
            // Without the largest count, the strides cannot be judged.
            evidence.trace.notes.compactMap { $0.text.prefixMatch(of: #/count ([0-9]+) begins/#)?.1 }.last
                .flatMap { $0 == String(count) ? nil : String($0) }
        })

    /// The limit for "few": one twentieth of the indices, which is still far more than the cores of
    /// any machine.
    private static let share = 20

    private static let count = ApplyStrideRun.counts.last ?? 0
    private static let nothingDone = GradeFinding.notJudged(because: "`body` was never called")
    private static let leftOut = GradeFinding.notJudged(because: "some indices were not visited")

    private static func iterations(_ evidence: Evidence) -> [Trace.Item] { pieces(evidence).filter { $0.how == .applyIteration } }

    /// The work items that were submitted at the largest count, by any means.
    private static func pieces(_ evidence: Evidence) -> [Trace.Item] {
        guard let pass = evidence.stretches(from: "count \(count) begins", to: "count \(count) ends").first else { return [] }
        return evidence.trace.items.filter { pass.time ~= ($0.began ?? -1) }
    }

    /// Threads that the attempt started itself at the largest count. They run no items, unlike the
    /// threads of a pool.
    private static func threads(_ evidence: Evidence) -> Int {
        guard let pass = evidence.stretches(from: "count \(count) begins", to: "count \(count) ends").first else { return 0 }
        let pool = Set(evidence.trace.items.compactMap(\.lane))
        return evidence.trace.events.count { $0.kind == .threadStarted && pass.time ~= $0.time && !pool.contains(Int($0.lane)) }
    }

    @Sendable private static func fewStrides(_ evidence: Evidence) -> GradeFinding? {
        let seen = try? evidence.observations(ApplyStrideRun.Observations.self)
        guard let seen, !seen.didNothing else { return nothingDone }
        let pieces = pieces(evidence).count
        if pieces > count / share {
            return GradeFinding(
                .cost,
                """
                For \(count.grouped) indices your code submitted \(pieces.grouped) pieces of work. To submit one piece costs ten times as much \
                as such a short call of `body`. The cores spend their time on fetching work, and a plain loop is faster.
                """,
                at: evidence.lineOfPerform,
                try: "cut the indices into a few strides for each core, submit the strides, and use a plain loop inside each.")
        }
        if seen.hasLeftOutMost { return leftOut }
        return isForOneCore(seen, evidence) ?? wrongResult(seen)
    }

    /// Why there is nothing to explore: no two parts ever run at the same time.
    @Sendable private static func nothingBeside(_ evidence: Evidence) -> GradeFinding? {
        guard let seen = try? evidence.observations(ApplyStrideRun.Observations.self), !seen.didNothing else { return nothingDone }
        if evidence.crashes.contains(where: { $0.part == "3" }) {
            return .notJudged(because: "your code crashes with a count of 3, and the explorer uses three indices")
        }
        if seen.hasLeftOutAny { return leftOut }
        return isForOneCore(seen, evidence)
    }

    @Sendable private static func threeVisited(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        visited(3, outcome, evidence)
    }

    @Sendable private static func manyVisited(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        visited(2500, outcome, evidence)
    }

    private static func visited(_ count: Int, _ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        let seen = try? evidence.observations(ApplyStrideRun.Observations.self)
        if let seen, let wrong = wrongResult(seen) { return wrong }
        return GradeFinding(
            outcome.contains("left out") ? .missing : .tooOften,
            "With a count of \(count.grouped), there is an interleaving with this result after `forEachIndex` has returned: \(outcome).",
            at: evidence.lineOfPerform,
            try: "look for a variable that several strides change. Compute the beginning and end of each stride from its own number.")
    }

    @Sendable private static func runsOnAllCores(_ seen: ApplyStrideRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.didNothing { return nothingDone }
        if seen.hasLeftOutMost { return leftOut }
        let strides = max(pieces(evidence).count, threads(evidence))
        guard seen.metCompany else {
            if seen.cores == 1, strides > 0 { return noSecondCore }
            return GradeFinding(
                .notParallel,
                """
                With a count of \(count.grouped), the checks made the first thread in `body` wait for a second one. No second \
                thread came. One core does all the work, and the others have nothing to do.
                """,
                at: evidence.lineOfPerform,
                try: "DispatchQueue.concurrentPerform(iterations:) runs its iterations on all cores, and returns after the last one.")
        }
        guard strides > 0, strides < seen.cores else { return wrongResult(seen) }
        return GradeFinding(
            .notParallel,
            """
            For \(count.grouped) indices your code submitted \(strides) stride\(strides == 1 ? "" : "s"). The checks simulate a machine with \
            \(seen.cores) cores, so some cores have nothing to do.
            """,
            at: evidence.lineOfPerform, try: "make more strides than there are cores, so that a core that finishes early has more work.")
    }

    /// Why parallel work cannot be judged: there was none, and perhaps that is this machine's
    /// fault.
    private static func isForOneCore(_ seen: ApplyStrideRun.Observations, _ evidence: Evidence) -> GradeFinding? {
        if seen.metCompany { return nil }
        if seen.cores == 1, max(pieces(evidence).count, threads(evidence)) > 0 { return noSecondCore }
        return .notJudged(because: "the work was not divided between several cores")
    }

    private static let noSecondCore = GradeFinding.unjudged(
        because: "this machine has one core, and another one could not be simulated, so no second thread can take part")

    /// Indices called twice or outside of the range, on each run: then its speed does not matter.
    private static func wrongResult(_ seen: ApplyStrideRun.Observations) -> GradeFinding? {
        if seen.passes.contains(where: { $0.outside > 0 }) {
            return .notJudged(because: "`body` was called for indices outside `0..<count`. With an array the program would have crashed")
        }
        if seen.passes.contains(where: { $0.repeated > 0 }) {
            return .notJudged(because: "`body` was called more than once for some indices, so the result is wrong")
        }
        return nil
    }
}

extension ApplyStrideRun.Observations {
    /// `body` was never called.
    fileprivate var didNothing: Bool { passes.allSatisfy { $0.missed == $0.count && $0.outside == 0 && $0.late == 0 } }
    fileprivate var hasLeftOutAny: Bool { passes.contains { $0.missed > 0 } }
    /// Whether most of the largest count is missing: then the number of strides and of threads
    /// means nothing. A forgotten remainder is reported separately.
    fileprivate var hasLeftOutMost: Bool { passes.last.map { $0.missed > $0.count / 2 } ?? true }
}

extension Evidence {
    /// The line that submits work; if there is none, the function.
    fileprivate var lineOfPerform: String? {
        trace.items.lazy.compactMap { line(of: $0.place) }.first ?? line(declaring: "func forEachIndex")
    }
}

extension Int {
    /// With commas between thousands.
    fileprivate var grouped: String {
        let digits = Array(String(magnitude))
        let text = digits.enumerated().reduce(into: "") { text, digit in
            if digit.offset > 0, (digits.count - digit.offset).isMultiple(of: 3) { text += "," }
            text.append(digit.element)
        }
        return self < 0 ? "-" + text : text
    }
}
