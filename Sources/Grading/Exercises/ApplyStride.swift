import ExerciseChecks
import Trace

extension Exercise {
    /// A parallel loop whose pieces are worth handing out.
    static let applyStride = Exercise(
        "05-apply-stride", topic: "a parallel loop in pieces that are worth handing out",
        signatures: ["func forEachIndex(below count: Int, _ body: (Int) -> Void)"], entry: "ApplyStrideEntry",
        checks: [
            .behaviour("each index, whatever the count", points: 1) { (seen: ApplyStrideRun.Observations, evidence) in
                guard let pass = seen.passes.last(where: { $0.missed > 0 }), let first = pass.firstMissed else { return nil }
                guard pass.late == 0 else {
                    return Finding(
                        .tooEarly,
                        """
                        With a count of \(pass.count.grouped), `body` had not been called yet for \(pass.missed.grouped) of the indices when \
                        `forEachIndex` returned; the calls came later. The caller goes on with half a result.
                        """,
                        at: evidence.lineOfPerform, try: "concurrentPerform returns when its last iteration is over; `async` does not wait."
                    )
                }
                if seen.didNothing {
                    return Finding(
                        .missing, "`body` was never called.", at: evidence.lineOfPerform, try: "call it once for each index below `count`.")
                }
                let tail = first > 0 && pass.missed == pass.count - first
                return Finding(
                    .missing,
                    "With a count of \(pass.count.grouped), `body` was never called for \(pass.missed.grouped) of the indices, the first of them \(first.grouped)."
                        + (tail ? " It is the end that is missing: the strides do not divide the count, and the rest was forgotten." : ""),
                    at: evidence.lineOfPerform,
                    try: tail
                        ? "round the number of strides up, and let the last one be shorter: it ends at `count`."
                        : "write down for count = 3 which indices each stride covers; together they must be 0, 1, 2.")
            },
            .behaviour("no index twice, none outside", points: 1) { (seen: ApplyStrideRun.Observations, evidence) in
                if seen.didNothing { return nothingDone }
                if let pass = seen.passes.last(where: { $0.repeated > 0 }), let first = pass.firstRepeated {
                    return Finding(
                        .tooOften,
                        "With a count of \(pass.count.grouped), `body` was called more than once for \(pass.repeated.grouped) of the indices, the first of them \(first.grouped).",
                        at: evidence.lineOfPerform,
                        try: "a stride ends where the next one begins: `start..<end` leaves out its end, `start...end` does not.")
                }
                guard let pass = seen.passes.last(where: { $0.outside > 0 }), let first = pass.firstOutside else { return nil }
                return Finding(
                    .wrongResult,
                    "With a count of \(pass.count.grouped), `body` was called \(Evidence.times(pass.outside)) for an index that is not there, such as \(first.grouped). With an array that is a crash.",
                    at: evidence.lineOfPerform, try: "the last stride must not run past the count: min(start + length, count).")
            },
            .behaviour("returns when all is done", points: 1) { (seen: ApplyStrideRun.Observations, evidence) in
                if seen.didNothing { return nothingDone }
                guard let pass = seen.passes.first(where: { $0.late > 0 }) else { return nil }
                return Finding(
                    .tooEarly,
                    "With a count of \(pass.count.grouped), `forEachIndex` had returned and `body` was still being called (\(Evidence.times(pass.late))): the caller goes on with half a result.",
                    at: evidence.lineOfPerform, try: "concurrentPerform returns when its last iteration is over; `async` does not wait.")
            },
            .behaviour("runs on all cores", points: 2, runsOnAllCores),
            .interleavings(
                "right in every interleaving", points: 2, of: [Exploration("threeIndices", judge: threeVisited)], unless: nothingBeside,
                provided: { evidence in (try? evidence.observations(ApplyStrideRun.Observations.self)).flatMap(wrongResult) }),
            .trace("few strides, not one for each index", points: 3, fewStrides),
        ],
        remarks: { evidence in
            guard let seen = try? evidence.observations(ApplyStrideRun.Observations.self), seen.metCompany else { return [] }
            guard iterations(evidence).isEmpty, !evidence.mentions("concurrentPerform") else { return [] }
            return [
                """
                You have done it without concurrentPerform, and that counts as well. concurrentPerform hands out its iterations to the threads that \
                are there, takes part itself, and returns when the last iteration is over. It is less to write, and you need not wait by hand.
                """
            ]
        },
        situation: { evidence in
            let begun = evidence.trace.notes.compactMap { $0.text.prefixMatch(of: #/count ([0-9]+) begins/#)?.1 }
            return begun.last.map { "With a count of \((Int($0) ?? 0).grouped):" }
        })

    /// What counts as few: one twentieth of the indices, which is still far more than any machine has cores.
    private static let share = 20

    private static let count = ApplyStrideRun.counts.max() ?? 0
    private static let nothingDone = Finding.notJudged(because: "`body` was never called")
    private static let leftOut = Finding.notJudged(because: "not every index was visited")

    private static func iterations(_ evidence: Evidence) -> [Trace.Item] { pieces(evidence).filter { $0.how == .applyIteration } }

    /// Pieces of work that were handed out at the largest count, by whatever means.
    private static func pieces(_ evidence: Evidence) -> [Trace.Item] {
        guard let pass = evidence.stretches(from: "count \(count) begins", to: "count \(count) ends").first else { return [] }
        return evidence.trace.items.filter { pass.time ~= ($0.began ?? -1) }
    }

    /// Threads that the attempt started itself at the largest count: those that run no items, as the threads of a pool do.
    private static func threads(_ evidence: Evidence) -> Int {
        guard let pass = evidence.stretches(from: "count \(count) begins", to: "count \(count) ends").first else { return 0 }
        let pool = Set(evidence.trace.items.compactMap(\.lane))
        return evidence.trace.events.count { $0.kind == .threadStarted && pass.time ~= $0.time && !pool.contains(Int($0.lane)) }
    }

    @Sendable private static func fewStrides(_ evidence: Evidence) -> Finding? {
        let seen = try? evidence.observations(ApplyStrideRun.Observations.self)
        guard let seen, !seen.didNothing else { return nothingDone }
        let pieces = pieces(evidence).count
        if pieces > count / share {
            return Finding(
                .cost,
                """
                For \(count.grouped) indices your code handed out \(pieces.grouped) pieces of work. Handing one out costs ten times as much \
                as such a tiny call: the cores are busy with fetching work, and a plain loop is faster.
                """,
                at: evidence.lineOfPerform,
                try: "cut the indices into a few strides for each core, hand out the strides, and walk through each with a plain loop.")
        }
        if seen.hasLeftOut { return leftOut }
        return isForOneCore(seen, evidence) ?? wrongResult(seen)
    }

    /// Why there is nothing to explore: nothing ever runs beside anything else.
    @Sendable private static func nothingBeside(_ evidence: Evidence) -> Finding? {
        guard let seen = try? evidence.observations(ApplyStrideRun.Observations.self), !seen.didNothing else { return nothingDone }
        if seen.hasLeftOut { return leftOut }
        return isForOneCore(seen, evidence)
    }

    @Sendable private static func threeVisited(_ outcome: String, _ evidence: Evidence) -> Finding? {
        let seen = try? evidence.observations(ApplyStrideRun.Observations.self)
        if let seen, let wrong = wrongResult(seen) { return wrong }
        return Finding(
            outcome.contains("left out") ? .missing : .tooOften,
            "With a count of 3 there is an order of the threads' steps with this result, when `forEachIndex` has returned: \(outcome).",
            at: evidence.lineOfPerform,
            try: "look for a variable that several strides change. Let each stride find out by its own number where it begins and ends.")
    }

    @Sendable private static func runsOnAllCores(_ seen: ApplyStrideRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.didNothing { return nothingDone }
        if seen.hasLeftOut { return leftOut }
        let strides = max(pieces(evidence).count, threads(evidence))
        guard seen.metCompany else {
            if seen.cores == 1, strides > 0 { return noSecondCore }
            return Finding(
                .notParallel,
                """
                With a count of \(count.grouped), the first thread that called `body` was kept there until a second thread called it too. No second \
                thread came: one core does all the work, and the others have nothing to do.
                """,
                at: evidence.lineOfPerform,
                try: "DispatchQueue.concurrentPerform(iterations:) runs its iterations on all cores, and returns when the last is over.")
        }
        guard strides > 0, strides < seen.cores else { return wrongResult(seen) }
        return Finding(
            .notParallel,
            """
            For \(count.grouped) indices your code submitted \(strides) stride\(strides == 1 ? "" : "s"). The checks run it as on a machine with \
            \(seen.cores) cores, so some cores have nothing to do.
            """,
            at: evidence.lineOfPerform, try: "make more strides than there are cores, so that a core that finishes early finds more to do.")
    }

    /// Why there is no company to be judged: there was none, and perhaps that is this machine's fault.
    private static func isForOneCore(_ seen: ApplyStrideRun.Observations, _ evidence: Evidence) -> Finding? {
        if seen.metCompany { return nil }
        if seen.cores == 1, max(pieces(evidence).count, threads(evidence)) > 0 { return noSecondCore }
        return .notJudged(because: "the work was not cut up for several cores")
    }

    private static let noSecondCore = Finding.unjudged(
        because: "this machine has one core, and another one could not be simulated, so no second thread can take part")

    /// Indices twice or outside, on each run: how fast that is does not matter.
    private static func wrongResult(_ seen: ApplyStrideRun.Observations) -> Finding? {
        if seen.passes.contains(where: { $0.outside > 0 }) {
            return .notJudged(because: "`body` was called for indices that are not there, and with an array the program would have crashed")
        }
        if seen.passes.contains(where: { $0.repeated > 0 }) {
            return .notJudged(because: "`body` was called more than once for some indices, so the result is wrong")
        }
        return nil
    }
}

extension ApplyStrideRun.Observations {
    /// `body` was not called a single time.
    fileprivate var didNothing: Bool { passes.allSatisfy { $0.missed == $0.count && $0.outside == 0 && $0.late == 0 } }
    /// Of the largest count; whether several threads take part is not asked then.
    fileprivate var hasLeftOut: Bool { passes.last?.missed ?? 0 > 0 }
}

extension Evidence {
    /// Where work is handed out; where it is not, the function.
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
