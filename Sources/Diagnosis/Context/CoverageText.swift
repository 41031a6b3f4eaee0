import enum Trace.Verdict
import Words
import Explorer

/// How much an exploration has covered, in words: what was run, and what follows for interleavings
/// that were not run.
public struct CoverageText {
    private let report: ExplorationReport
    private var coverage: Coverage { report.coverage }

    /// The words for a report.
    public init(_ report: ExplorationReport) { self.report = report }

    /// A paragraph in each text.
    /// - Parameter time: how long it took, as "in 2 s".
    public func sentences(time: String) -> [String] {
        extentOfSearch(time) + (unrepeated.map { [$0] } ?? []) + (randomNumbers.map { [$0] } ?? [])
    }

    /// The gaps that the program's own random numbers leave.
    private var randomNumbers: String? {
        if coverage.randomSeeds.count > 1 {
            return
                "The program was explored with \(coverage.randomSeeds.count) random seeds (\(Self.ranges(coverage.randomSeeds))). Executions with the same seed use the same random numbers and hashes. Other numbers can lead to other results."
        }
        guard coverage.drawsRandomNumbers else { return nil }
        return
            "The program draws random numbers. They were the same in each execution (random seed \(coverage.randomSeeds.first ?? 1)). Other numbers can lead to other results. To explore them too: --random-seeds 8."
    }

    /// "1", "2 and 5", "1 to 4, and 7": numbers in rising order.
    public static func ranges(_ numbers: [UInt64]) -> String {
        var runs: [(first: UInt64, last: UInt64)] = []
        for number in numbers {
            if let run = runs.last, run.last + 1 == number { runs[runs.count - 1].last = number } else { runs.append((number, number)) }
        }
        let texts = runs.flatMap { run in
            run.last > run.first + 1 ? ["\(run.first) to \(run.last)"] : Set([run.first, run.last]).sorted().map { "\($0)" }
        }
        return Wording.list(texts)
    }

    private func extentOfSearch(_ time: String) -> [String] {
        if coverage.strategy == .strictPriorities { return [simulation] }
        if coverage.strategy != .exhaustive {
            return [(report.wasStopped ? "Interrupted. " : "") + byChance + " (Total time: \(time).)"]
        }
        if coverage.isWhole {
            let complete =
                "\(report.isComplete ? "Complete: every" : "Every") interleaving that can differ was run, in \(executions)\(blocked), \(time)."
            return coverage.hasWeakOrders ? [complete, Self.weakOrders] : [complete]
        }
        if let bound = coverage.preemptionBound, coverage.isBoundComplete {
            return [
                "Every interleaving with at most \(count(bound, "preemption")) was run, in \(executions), \(time). A preemption switches away from a thread that could continue. Interleavings with more preemptions were not run, and can contain more bugs."
            ]
        }
        let why =
            report.wasStopped
            ? "interrupted"
            : report.refusal != nil
                ? "the program could not be explored further"
                : report.wasTooLong
                    ? "an execution had too many steps"
                    : coverage.hasCutLoops
                        ? "a loop can have any number of rounds, so only some of them were run. The search ended"
                        : coverage.hasCutTicks
                            ? "only a few ticks of a repeating timer were run. The search ended"
                            : coverage.hasCutDeferredIterations ? Self.heartbeat : "the budget is spent"
        let within = coverage.preemptionBound.map { " with at most \(count($0, "preemption"))" } ?? ""
        let made = count(report.executions + coverage.byChance, "execution")
        let search = coverage.byChance > 0 ? " The search through all interleavings\(within) made \(report.executions) of them." : ""
        var paragraphs = ["Not complete: \(why) after \(made)\(blocked), \(time).\(search)"]
        if coverage.byChance > 0 { paragraphs.append("The remainder of the budget was spent on random schedules. " + byChance) }
        let isSpent =
            !report.wasStopped && !report.wasTooLong && !coverage.hasCutLoops && !coverage.hasCutTicks && !coverage.hasCutDeferredIterations
        let more = report.refusal != nil ? "." : ". Make the scenario smaller\(isSpent ? ", or give a larger --budget" : "")."
        paragraphs.append("Interleavings that were not run can contain more bugs\(more)")
        return paragraphs
    }

    /// The results that did not occur again when the same schedule was replayed.
    private var unrepeated: String? {
        guard !report.hasSameEnds else { return nil }
        var things = Set(report.unrepeated.map(Self.name)).sorted()
        let outcomes = report.outcomes.filter { !$0.isReproducible }
        if let first = outcomes.first {
            let text = SafeText.cell(first.text)
            things.append(outcomes.count == 1 ? "the outcome \(text)" : "\(outcomes.count) outcomes (\(text) is one)")
        }
        let cause =
            report.findings.contains { $0.verdict == .race }
            ? "A possible cause is the data race: it can damage the program's memory."
            : "Something other than the schedule has an effect: real time, addresses, a file, or memory that outlives an execution."
        return
            "This program does not always behave the same under the same schedule. When the schedule was replayed, \(things.joined(separator: ", and ")) did not occur again. So the program can have bugs that this report does not show. \(cause)"
    }

    private static func name(_ verdict: Verdict) -> String {
        switch verdict {
        case .crash: "a crash"
        case .misuse: "a forbidden call"
        case .assertion: "a failed check"
        case .lostWakeup: "a lost wake-up"
        case .deadlock, .poolExhaustion, .starvation: "a deadlock"
        case .leak: "a task that never ends"
        case .livelock: "a loop that never ends"
        case .race, .none: "a data race"
        }
    }

    private static let heartbeat =
        "only a few rounds of code that repeats for ever were run (a loop that sleeps, or a block or a Swift task that submits itself again). The search ended"

    private static let weakOrders =
        "Its atomic variables were explored as if each load and store were .sequentiallyConsistent. Weaker orderings let threads see changes to several variables in different orders. Outcomes that need this were not explored."

    private var simulation: String {
        let time = Double(coverage.simulatedTime / 100_000) / 10
        return
            "\(report.wasTooLong ? "Not complete: an execution had too many steps. " : "")One execution was run, on one simulated processor with strict priorities. The ready thread with the highest priority always ran. It took \(time) ms of simulated time. No other schedule was run, so this says nothing about other machines."
    }

    private var executions: String { count(report.executions, "execution") }
    private var blocked: String {
        report.blocked == 0 ? "" : " (\(report.blocked) more were cut short, because they would have repeated others)"
    }

    private var byChance: String {
        var words: [String] = []
        let prioritised = coverage.byPriorities.reduce(0, +)
        if prioritised > 0 {
            let depths = coverage.byPriorities.indices.filter { coverage.byPriorities[$0] > 0 }
            let missed = depths.map { "\(count($0 + 1, "pair")): \(percent($0 + 1)) at most" }
            let met = depths.map { "1 in \(coverage.tasks)\(power($0))" }
            words.append(
                "\(count(prioritised, "execution")) by random priorities (PCT, seed \(coverage.seed)). They prove nothing, but the chance that they missed a bug is known. This chance depends on how many pairs of steps must run in a certain order before the bug shows. \(missed.joined(separator: "; ")). (The chance that one execution meets such a bug is at least \(met.joined(separator: ", ")), with \(count(coverage.tasks, "thread")) and \(count(coverage.steps, "step")).)"
            )
        }
        if coverage.bySampling > 0 {
            words.append(
                "\(count(coverage.bySampling, "execution")) by random choice among steps that conflict (partial-order sampling, seed \(coverage.seed)). They prove nothing about interleavings that were not run."
            )
        }
        return words.joined(separator: " ")
    }

    private func power(_ depth: Int) -> String { depth == 0 ? "" : depth == 1 ? " · \(coverage.steps)" : " · \(coverage.steps)^\(depth)" }

    /// The chance that a bug of a depth was missed.
    private func percent(_ depth: Int) -> String {
        let chance = coverage.mostChanceOfMiss(depth: depth) * 100
        if chance < 0.01 { return "0.01 %" }
        if chance > 99.99 { return "100 %" }
        return "\((chance * 100).rounded(.up) / 100) %"
    }

    private func count(_ number: Int, _ word: String) -> String { "\(number) \(Wording.noun(number, word))" }
}
