import ExerciseChecks
import FoundationEssentials
import Trace

extension Exercise {
    /// A parallel loop whose pieces are worth handing out.
    static let applyStride = Exercise(
        "05-apply-stride", topic: "a parallel loop in pieces that are worth handing out",
        signatures: ["func forEachIndex(below count: Int, _ body: (Int) -> Void)"], entry: "ApplyStrideEntry",
        checks: [
            .behaviour("each index, whatever the count", points: 3) { (seen: ApplyStrideRun.Observations, evidence) in
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
            .behaviour("no index twice, none outside", points: 2) { (seen: ApplyStrideRun.Observations, evidence) in
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
                    "With a count of \(pass.count.grouped), `body` was called \(pass.outside) times for an index that is not there, such as \(first.grouped). With an array that is a crash.",
                    at: evidence.lineOfPerform, try: "the last stride must not run past the count: min(start + length, count).")
            },
            .behaviour("returns when all is done", points: 1) { (seen: ApplyStrideRun.Observations, evidence) in
                guard let pass = seen.passes.first(where: { $0.late > 0 }) else { return nil }
                return Finding(
                    .tooEarly,
                    "With a count of \(pass.count.grouped), `forEachIndex` had returned and `body` was still being called (\(pass.late == 1 ? "once" : "\(pass.late) times")): the caller goes on with half a result.",
                    at: evidence.lineOfPerform, try: "concurrentPerform returns when its last iteration is over; `async` does not wait.")
            },
            .trace("few strides, not one for each index", points: 3, fewStrides),
            .trace("strides for all cores", points: 1, enoughStrides),
        ])

    /// What counts as few: one twentieth of the indices, which is still far more than any machine has cores.
    private static let share = 20

    private static func iterations(_ evidence: Evidence, count: Int) -> [Trace.Item] {
        guard let pass = evidence.stretches(from: "count \(count) begins", to: "count \(count) ends").first else { return [] }
        return evidence.trace.items.filter { $0.how == .applyIteration && pass.time ~= ($0.began ?? -1) }
    }

    private static func fewStrides(_ evidence: Evidence) -> Finding? {
        let count = ApplyStrideRun.counts.max() ?? 0
        let items = evidence.trace.items.filter { $0.began != nil }.count
        let strides = iterations(evidence, count: count).count
        guard max(strides, items) > count / share else { return nil }
        return Finding(
            .cost,
            """
            For \(count.grouped) indices your code handed out \(max(strides, items).grouped) pieces of work. Handing one out costs ten times as much \
            as such a tiny call: the cores are busy with fetching work, and a plain loop is faster.
            """,
            at: evidence.lineOfPerform,
            try: "cut the indices into a few strides for each core, hand out the strides, and walk through each with a plain loop.")
    }

    private static func enoughStrides(_ evidence: Evidence) -> Finding? {
        let count = ApplyStrideRun.counts.max() ?? 0
        let strides = iterations(evidence, count: count)
        if strides.isEmpty {
            return Finding(
                .notParallel,
                "For \(count.grouped) indices concurrentPerform was not used at all: one core did everything, or other means were taken.",
                at: evidence.lineOfPerform,
                try: "DispatchQueue.concurrentPerform(iterations:) runs its iterations on all cores, and returns when the last is over.")
        }
        let cores = ProcessInfo.processInfo.activeProcessorCount
        // A machine of 64 cores would do well with more; nobody is refused for not having thought of it.
        guard strides.count < min(cores, 8) else { return nil }
        return Finding(
            .notParallel,
            "For \(count.grouped) indices your code handed out \(strides.count) strides, and this machine has \(cores) cores: some stand idle.",
            at: evidence.line(of: strides.first?.place),
            try: "make more strides than there are cores, so that one which is done early finds more to do.")
    }
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
