import Words
import Glibc
import Narration

extension LabInvocation {
    /// Prints only the claims, one per line.
    func check() throws(ExplainedError) -> Bool {
        var holds = true
        for round in 1...(options.repetitions ?? 1) {
            for variant in variants {
                let outcome = try loop.run(variant, keepingTraceIn: traceFile(for: variant))
                holds = holds && outcome.holds
                for claim in outcome.claims {
                    let (sign, look) = paper.sign(of: claim)
                    let run = options.repetitions == nil ? "" : "run \(round), "
                    paper.unbroken(sign: sign, look, "\(run)\(variant.name): \(claim.sentence)")
                }
                complain(about: outcome, of: variant)
                Output.flush()
            }
        }
        return holds
    }

    /// Says on standard error where a variant crashed that must not crash.
    private func complain(about outcome: Outcome, of variant: Variant<Parameters>) {
        guard variant.lessonOfDeath == nil, !outcome.holds, !outcome.trouble.isEmpty else { return }
        Output.flush()
        Output.complain("\(lab.name): \(variant.name): \(outcome.trouble.joined(separator: " "))\n")
    }

    /// Prints the run of each variant, event by event.
    func step() throws(ExplainedError) -> Bool {
        var holds = true
        for variant in variants {
            let outcome = try loop.run(variant, keepingTraceIn: traceFile(for: variant))
            holds = holds && outcome.holds
            paper.heading(variant.name, variant.summary)
            Output.flush()
            tell(outcome.trace, of: variant)
            paper.gap()
            show(outcome.claims)
            Output.flush()
            complain(about: outcome, of: variant)
            paper.gap()
            Output.flush()
        }
        return holds
    }

    /// Prints how often the bug appeared in many runs, and the range of each figure.
    func tellRepetitions() throws(ExplainedError) -> Bool {
        var holds = true
        for variant in variants {
            let runs = try repetitions(of: variant)
            holds = holds && runs.holds
            paper.heading(variant.name, variant.summary)
            if runs.documentsMistake {
                paper.text("The bug appeared in \(runs.timesMistakeShown) of \(runs.count) runs.")
            } else if runs.timesMistakeShown == 0 {
                paper.text("No bug is documented for this variant. All its claims held in \(runs.timesHeld) of \(runs.count) runs.")
            }
            for tally in runs.tallies {
                let (sign, look) = paper.sign(of: tally.mark(of: runs.count))
                paper.line(sign: sign, look, tally.words(of: runs.count))
            }
            for (ending, times) in runs.endings where ending != "ended normally" {
                paper.text("The process \(ending): \(times) of \(runs.count) runs.", .bad)
            }
            paper.gap()
            Output.flush()
        }
        return holds
    }

    func repetitions(of variant: Variant<Parameters>) throws(ExplainedError) -> Repetitions {
        var runs = Repetitions()
        for _ in 1...(options.repetitions ?? 1) { runs.add(try loop.run(variant, keepingTraceIn: traceFile(for: variant))) }
        return runs
    }
}

/// Counts over many runs of one variant.
struct Repetitions: Sendable {
    /// The counts of one claim over all runs.
    struct Tally: Codable, Equatable, Sendable {
        var name: String
        var unit: String
        var expected: String
        var held = 0
        var figures: [Double] = []
        /// Whether the claim is about a bug, and in how many runs the bug appeared.
        var showsMistake = false
        var reproduced = 0
        /// Whether no run could show what the claim is about.
        private var isUnseen = false

        private enum CodingKeys: CodingKey { case name, unit, expected, held, figures, showsMistake, reproduced }

        init(_ claim: Claim) {
            name = claim.name
            unit = claim.unit
            expected = claim.expected
            isUnseen = claim.mark == .notSeen && claim.figure == nil
        }

        func mark(of runs: Int) -> Claim.Mark {
            held < runs ? .fails : isUnseen ? .notSeen : !showsMistake ? .holds : reproduced > 0 ? .reproduced : .notSeen
        }

        func words(of runs: Int) -> String {
            if isUnseen { return "\(name): \(unit) (expected: \(expected))" }
            guard let least = figures.min(), let most = figures.max() else { return "\(name): held in \(held) of \(runs) runs" }
            let range = least == most ? "always \(least.plain)" : "\(least.plain) to \(most.plain)"
            return "\(name): held in \(held) of \(runs) runs; \(range) \(Claim.counted(unit, by: most)) (expected \(expected))"
        }
    }

    private(set) var count = 0
    private(set) var timesHeld = 0
    private(set) var timesMistakeShown = 0
    private(set) var documentsMistake = false
    private(set) var tallies: [Tally] = []
    private(set) var endings: [String: Int] = [:]
    private(set) var last: Outcome?

    var holds: Bool { timesHeld == count }

    mutating func add(_ outcome: Outcome) {
        count += 1
        last = outcome
        if outcome.holds { timesHeld += 1 }
        if outcome.showsMistake { timesMistakeShown += 1 }
        endings[outcome.endingWords, default: 0] += 1
        for claim in outcome.claims {
            if claim.showsMistake { documentsMistake = true }
            let index = tallies.firstIndex { $0.name == claim.name } ?? tallies.count
            if index == tallies.count { tallies.append(Tally(claim)) }
            if claim.holds { tallies[index].held += 1 }
            if claim.showsMistake { tallies[index].showsMistake = true }
            if claim.mistakeShown { tallies[index].reproduced += 1 }
            if let figure = claim.figure { tallies[index].figures.append(figure) }
        }
    }
}
