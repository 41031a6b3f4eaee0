import Explorer

/// How far an exploration went, in words: what was run, and what that says of the rest.
public struct ExtentWords {
    private let report: ExplorationReport
    private var extent: Extent { report.extent }

    /// The words for a report.
    public init(_ report: ExplorationReport) { self.report = report }

    /// A paragraph in each text.
    /// - Parameter time: how long it took, as "in 2 s".
    public func sentences(time: String) -> [String] {
        extentOfSearch(time) + (unrepeated.map { [$0] } ?? []) + (randomNumbers.map { [$0] } ?? [])
    }

    /// What the program's own random numbers leave open.
    private var randomNumbers: String? {
        if extent.randomSeeds.count > 1 {
            return
                "The program was explored with \(extent.randomSeeds.count) random seeds (\(Self.ranges(extent.randomSeeds))). With one seed its random numbers and hashes are the same in each execution. Other numbers can lead to other results."
        }
        guard extent.drawsRandomNumbers else { return nil }
        return
            "The program draws random numbers. They were the same in each execution (random seed \(extent.randomSeeds.first ?? 1)). Other numbers can lead to other results. To explore them too: --random-seeds 8."
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
        return texts.count < 2 ? texts.joined() : texts.dropLast().joined(separator: ", ") + " and " + (texts.last ?? "")
    }

    private func extentOfSearch(_ time: String) -> [String] {
        if extent.strategy != .exhaustive {
            return [(report.wasStopped ? "Interrupted. " : "") + byChance + " (All of it \(time).)"]
        }
        if extent.isWhole {
            let complete =
                "\(report.isComplete ? "Complete: every" : "Every") interleaving that can differ was run, in \(executions)\(blocked), \(time)."
            return extent.hasWeakOrders ? [complete, Self.weakOrders] : [complete]
        }
        if let bound = extent.preemptionBound, extent.isBoundComplete {
            return [
                "Every interleaving with at most \(count(bound, "preemption")) was run, in \(executions), \(time). A preemption stops a task that could have gone on; interleavings with more of them were not run, and may hold more."
            ]
        }
        let why =
            report.wasStopped
            ? "interrupted"
            : report.refusal != nil
                ? "the program could not be explored further"
                : report.wasTooLong
                    ? "an execution had too many steps"
                    : extent.hasCutLoops
                        ? "a loop goes round and round in ever new states, and was followed for some of its rounds only;"
                        : extent.hasCutTicks
                            ? "a timer that repeats was followed for a few of its ticks only;"
                            : extent.hasCutRests ? Self.heartbeat : "the budget is spent"
        let within = extent.preemptionBound.map { " with at most \(count($0, "preemption"))" } ?? ""
        let made = count(report.executions + extent.byChance, "execution")
        let search = extent.byChance > 0 ? " The search through all interleavings\(within) made \(report.executions) of them." : ""
        var paragraphs = ["Not complete: \(why) after \(made)\(blocked), \(time).\(search)"]
        if extent.byChance > 0 { paragraphs.append("The rest of the budget was spent on dice. " + byChance) }
        let isSpent = !report.wasStopped && !report.wasTooLong && !extent.hasCutLoops && !extent.hasCutTicks && !extent.hasCutRests
        let more = report.refusal != nil ? "." : ": let the scenario do less\(isSpent ? ", or give a larger --budget" : "")."
        paragraphs.append("What was not run may hold more\(more)")
        return paragraphs
    }

    /// What did not come again when the same choices were made.
    private var unrepeated: String? {
        guard !report.hasSameEnds else { return nil }
        var things = Set(report.unrepeated.map(Self.name)).sorted()
        let outcomes = report.outcomes.filter { !$0.comesAgain }
        if let first = outcomes.first {
            let text = ShownText.cell(first.text)
            things.append(outcomes.count == 1 ? "the outcome \(text)" : "\(outcomes.count) outcomes (\(text) is one)")
        }
        let cause =
            report.findings.contains { $0.verdict == .race }
            ? "The data race may be why: it can break what the program keeps in memory."
            : "Something beside the schedule decides: real time, addresses, a file, or memory that outlives an execution."
        return
            "This program does not always do the same under the same schedule: \(things.joined(separator: ", and ")) did not come again when the same choices were made. So nothing is proved of what was not found. \(cause)"
    }

    private static func name(_ verdict: Verdict) -> String {
        switch verdict {
        case .crash: "a crash"
        case .misuse: "a forbidden call"
        case .assertion: "a failed check"
        case .lostWakeup: "a wait without end for a signal"
        case .deadlock, .poolExhaustion, .starvation: "a deadlock"
        case .leak: "a task that never ends"
        case .livelock: "a loop that never ends"
        case .race, .none: "a data race"
        }
    }

    private static let heartbeat =
        "code that repeats for ever (a loop that sleeps, or a block or a task that submits itself again) was followed for a few of its rounds only;"

    private static let weakOrders =
        "Its atomic variables were explored as if each load and store were .sequentiallyConsistent. Weaker orderings let threads see changes of several variables in different orders; what only that brings about was not run."

    private var executions: String { count(report.executions, "execution") }
    private var blocked: String {
        report.blocked == 0 ? "" : " (\(report.blocked) more were cut short, because they would have repeated others)"
    }

    private var byChance: String {
        var words: [String] = []
        let prioritised = extent.byPriorities.reduce(0, +)
        if prioritised > 0 {
            let depths = extent.byPriorities.indices.filter { extent.byPriorities[$0] > 0 }
            let missed = depths.map { "\(count($0 + 1, "pair")): \(percent($0 + 1)) at most" }
            let met = depths.map { "1 in \(extent.tasks)\(power($0))" }
            words.append(
                "\(count(prioritised, "execution")) by random priorities (PCT, seed \(extent.seed)). They prove nothing, but the chance that they missed a bug is known. It depends on how many pairs of steps have to come in a certain order for the bug to show. \(missed.joined(separator: "; ")). (The chance that one execution meets such a bug is at least \(met.joined(separator: ", ")), with \(count(extent.tasks, "task")) and \(count(extent.steps, "step")).)"
            )
        }
        if extent.bySampling > 0 {
            words.append(
                "\(count(extent.bySampling, "execution")) by random choice among steps that conflict (partial-order sampling, seed \(extent.seed)): they prove nothing, and say nothing of the interleavings that were not run."
            )
        }
        return words.joined(separator: " ")
    }

    private func power(_ depth: Int) -> String { depth == 0 ? "" : depth == 1 ? " · \(extent.steps)" : " · \(extent.steps)^\(depth)" }

    /// The chance that a bug of a depth was missed.
    private func percent(_ depth: Int) -> String {
        let chance = extent.mostChanceOfMiss(depth: depth) * 100
        if chance < 0.01 { return "0.01 %" }
        if chance > 99.99 { return "100 %" }
        return "\((chance * 100).rounded(.up) / 100) %"
    }

    private func count(_ number: Int, _ word: String) -> String { "\(number) \(word)\(number == 1 ? "" : "s")" }
}
