import Exploring
import Glibc
import Narration
import Terminal

extension Session {
    /// The whole page: what it is about, each variant with its question, timeline, claims and answer, what to try next.
    func show() throws(LabError) -> Bool {
        paper.text(lab.title, .title)
        paper.text(lab.about)
        let (holds, trouble) = paper.isFullScreen ? try showOnScreen() : (try showInLine(), nil)
        if options.variant == "all" { try showComparisons() }
        paper.gap()
        paper.text("Try next:", .title)
        for line in lab.next { paper.text("  \(Invocation.own.adapted(line, naming: lab.name))", hanging: 2) }
        // Said before the first run too, but that has left a small terminal by now.
        if let trouble {
            paper.gap()
            paper.text("This was plain text, because \(trouble).", .faint)
        }
        return holds
    }

    /// Each variant: its question, then, as soon as it has run, its timeline, its claims and the answer.
    private func showInLine() throws(LabError) -> Bool {
        var holds = true
        for variant in variants {
            paper.gap()
            paper.heading(variant.name, variant.summary)
            let guess = try ask(about: variant)
            let outcome = try loop.run(variant, keepingTraceIn: traceFile(for: variant))
            paper.gap()
            show(variant, outcome)
            answer(guess, about: variant)
            holds = holds && outcome.holds
            Output.flush()
        }
        return holds
    }

    /// All variants are run, then looked at on the full screen; what is claimed of them stays on the terminal afterwards.
    ///
    /// Whether all claims hold, and why it had to be text, if it had.
    private func showOnScreen() throws(LabError) -> (holds: Bool, trouble: String?) {
        let guesses = askAll()
        var outcomes: [(Variant<Parameters>, Outcome)] = []
        for variant in variants {
            Output.put("Running \(variant.name) ...\u{1B}[K\r")
            Output.flush()
            outcomes.append((variant, try loop.run(variant, keepingTraceIn: traceFile(for: variant))))
        }
        Output.put("\u{1B}[K")
        Output.flush()
        // What was typed during the runs is not meant for the screen that opens now.
        StepperTerminal.discardTypedAhead()
        let trouble = look(at: outcomes)
        if let trouble { paper.text("As plain text, because \(trouble).", .faint) }
        for (index, (variant, outcome)) in outcomes.enumerated() {
            paper.gap()
            paper.heading(variant.name, variant.summary)
            if trouble == nil {
                show(outcome.claims)
            } else {
                paper.gap()
                show(variant, outcome)
            }
            answer(guesses[index], about: variant)
        }
        return (outcomes.allSatisfy { $0.1.holds }, trouble)
    }

    private func show(_ variant: Variant<Parameters>, _ outcome: Outcome) {
        if !outcome.output.isEmpty {
            for line in outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                paper.quoted(String(line))
            }
            paper.gap()
        }
        let trace = shown(outcome.trace)
        for line in drawing(of: trace, variant) { paper.drawn(line) }
        paper.gap()
        for line in summary(of: trace) { paper.text(line, hanging: 2) }
        if !outcome.endsInOrder {
            paper.text("The process \(outcome.endingWords).", .bad)
            if !outcome.complaints.isEmpty { paper.text(String(outcome.complaints.prefix(600)), .faint, hanging: 2) }
        }
        paper.gap()
        show(outcome.claims)
        if let file = traceFile(for: variant) { paper.text("The trace is in \(file).", .faint) }
    }

    func show(_ claims: [Claim]) {
        for claim in claims {
            let (sign, look) = paper.sign(of: claim)
            paper.line(sign: sign, look, claim.sentence)
        }
    }

    private func showComparisons() throws(LabError) {
        for (index, comparison) in lab.comparisons.enumerated() {
            let figures = comparison.figures(try loop.measure(index), loop.setting)
            paper.gap()
            for line in bars(of: comparison, figures) { paper.drawn(line) }
            if let finding = comparison.finding { paper.text(finding(figures)) }
            if let likeness = figures.likeness { paper.text(likeness) }
            paper.text(
                """
                \(comparison.lesson) (Each bar is the median of \(Comparison<Parameters>.rounds) rounds on this machine; they lay within the ± of it, but \
                for the best and the worst one. Nothing is judged by them.)
                """)
        }
    }
}
