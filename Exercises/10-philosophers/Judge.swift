import ExerciseChecks
import Trace

extension ExerciseJudge {
    /// Each thread needs two of the shared things, and together they form a circle.
    static let philosophers = ExerciseJudge(
        checks: [
            "each philosopher can eat again": .behaviour { (seen: PhilosophersRun.Observations, evidence) in
                if seen.stuckCalls > 0 { return stuck(seen, evidence) }
                guard seen.meals != seen.mealsWanted else { return nil }
                return GradeFinding(
                    seen.meals < seen.mealsWanted ? .missing : .tooOften,
                    "`dine` was called \(seen.mealsWanted) times, one call after the other. `eat` was called \(Evidence.times(seen.meals)).",
                    at: evidence.lineOfDine, try: "each call of `dine` calls `eat` once.")
            },
            "philosophers that share no fork eat at the same time": .behaviour {
                (seen: PhilosophersRun.Observations, evidence) in
                if let reason = noMeal(seen) { return reason }
                guard seen.together < seen.apart else { return seen.neighboursAte > 0 ? nothingWaits : nil }
                return GradeFinding(
                    .notParallel,
                    """
                    At a table with 6 seats, philosophers 0, 2 and 4 began to eat. No two of them share a fork. Each waited while eating until the \
                    other two were eating too, but only \(seen.together) could eat at the same time.
                    """,
                    at: evidence.lineOfDine,
                    try: "no thread must hold a lock of the whole table while it eats. Give each fork its own lock, or its own flag.")
            },
            "a philosopher waits only for its own forks": .behaviour { (seen: PhilosophersRun.Observations, evidence) in
                if let reason = noMeal(seen) { return reason }
                if seen.neighboursAte > 0 { return nothingWaits }
                if seen.together == 1 { return .notJudged(because: "only one philosopher eats at a time") }
                guard !seen.farOneAte else { return nil }
                return GradeFinding(
                    .notParallel,
                    """
                    At a table with 6 seats, philosopher 0 was eating, and philosophers 1 and 5 waited for its forks. The two forks of philosopher 3 \
                    were free. But philosopher 3 did not eat until philosopher 0 had finished.
                    """,
                    at: evidence.lineOfDine,
                    try: """
                        a philosopher that waits must not hold anything that philosophers at other forks need: neither a lock of the table, nor one of \
                        too few permits.
                        """)
            },
            "a philosopher eats with both forks": .behaviour { (seen: PhilosophersRun.Observations, evidence) in
                if let reason = noMeal(seen) { return reason }
                guard seen.neighboursAte > 0 else { return nil }
                return GradeFinding(
                    .race,
                    """
                    Philosopher 0 was eating, and used the forks to its left and right. Meanwhile \(Evidence.counted(seen.neighboursAte, "neighbor")) \
                    of it ate too. Each neighbor needs one of these two forks.
                    """,
                    at: evidence.lineOfDine,
                    try: "hold both forks from before `eat` until after it: the fork of this seat, and the fork of the next one.")
            },
            "a waiting philosopher blocks": .behaviour { (seen: PhilosophersRun.Observations, evidence) in
                if let reason = noMeal(seen) { return reason }
                if seen.neighboursAte > 0 { return nothingWaits }
                guard let standing = seen.neighbours.first(where: { $0 != .asleep }) else { return nil }
                if standing == .returned {
                    return GradeFinding(
                        .missing,
                        "A neighbor of an eating philosopher called `dine`. The call returned, and this philosopher did not eat.",
                        at: evidence.lineOfDine, try: "a philosopher has to wait until both forks are free, and then eat.")
                }
                return GradeFinding(
                    .spins,
                    """
                    Philosopher 0 was eating, and a neighbor waited for its fork. Meanwhile the thread of the neighbor did not sleep: it tried again \
                    and again (busy-waiting), and used a core.
                    """,
                    at: evidence.lineOfDine,
                    try: "`lock()` blocks the thread until the lock is free. So does waiting for a condition or a semaphore.")
            },
            "right in every interleaving": .interleavings(
                of: [
                    Exploration("twoPhilosophers", judge: wrongDinner), Exploration("threePhilosophers", judge: wrongDinner),
                    Exploration("oppositePhilosophers", judge: wrongDinner),
                ],
                unless: { evidence in
                    guard let seen = try? evidence.observations(PhilosophersRun.Observations.self), seen.stuckCalls == 0 else {
                        return didNotReturn
                    }
                    if seen.neighbours.contains(.restless) { return .notJudged(because: "a waiting philosopher does not sleep") }
                    return seen.meals == 0 ? noEating : nil
                }),
        ])

    @Sendable private static func wrongDinner(_ outcome: String, _ evidence: Evidence) -> GradeFinding? {
        guard outcome.hasPrefix("two neighbors") else {
            return GradeFinding(
                .missing, "Some philosophers called `dine` once, all at the same time. One interleaving has this outcome: \(outcome).",
                at: evidence.lineOfDine, try: "each call of `dine` calls `eat` once, when it has both forks.")
        }
        return GradeFinding(
            .race, "All philosophers were hungry at the same time. In one interleaving, \(outcome).",
            at: evidence.lineOfDine,
            try: (evidence.mentions("Condition") || evidence.mentions("pthread_cond")) && !evidence.mentions("while")
                ? "when a thread wakes up, the fork can be in use again. Check in a loop: `while`, not `if`. Hold the lock for the check and for taking the forks."
                : "checking the forks and taking them must be one step for all other threads: hold one lock for both.")
    }

    private static func stuck(_ seen: PhilosophersRun.Observations, _ evidence: Evidence) -> GradeFinding {
        let calls = seen.stuckCalls == 1 ? "A call" : "\(seen.stuckCalls) calls"
        let begin =
            seen.neighbours.isEmpty && seen.together == 0
            ? "The philosophers called `dine` one after the other. Philosopher \((seen.mealsWanted - 1) % 5) waits for a fork, although no philosopher is eating."
            : "\(calls) of `dine` did not return, although all other philosophers had eaten."
        if let standstill = evidence.standstill {
            return GradeFinding(standstill.verdict, "\(begin) \(standstill.what)", at: standstill.place, try: standstill.cure)
        }
        return GradeFinding(
            .deadlock, begin, at: evidence.stuck.first?.lines.first ?? evidence.lineOfDine,
            try: "put both forks down after each meal, on every code path.")
    }

    /// Why nothing can be said about philosophers that wait; nil if it can.
    private static func noMeal(_ seen: PhilosophersRun.Observations) -> GradeFinding? {
        if seen.stuckCalls > 0 { return didNotReturn }
        return seen.meals == 0 || !seen.firstAte ? noEating : nil
    }

    private static let didNotReturn = GradeFinding.notJudged(because: "calls of `dine` did not return, and the checks ended there")
    private static let noEating = GradeFinding.notJudged(because: "no philosopher ate")
    private static let nothingWaits = GradeFinding.notJudged(because: "your philosophers do not wait for their forks")
}

extension Evidence {
    fileprivate var lineOfDine: String? { line(declaring: "func dine") }
}
