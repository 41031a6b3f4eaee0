import Words
import System
import Glibc
import Narration
import Terminal

extension LabInvocation {
    /// Shows the whole page: the description, each variant with its question, timeline, claims and
    /// answer, and the suggestions for the next steps.
    func show() throws(ExplainedError) -> Bool {
        paper.text(lab.title, .title)
        paper.text(lab.about)
        let (holds, trouble, left) =
            paper.isFullScreen ? try showOnScreen() : (try showInLine(variants[...]), nil, [])
        CleanupOnSignal.promise(nil)
        if options.variant == "all", left.isEmpty { try showComparisons() }
        paper.gap()
        if let sentence = score.sentence { paper.text(sentence) }
        if let next = left.first {
            let names = left.map(\.name).joined(separator: ", ")
            paper.text(
                "Not shown yet: \(names). \(continuation(from: next))",
                hanging: 2)
            return holds
        }
        paper.text("Try next:", .title)
        for line in lab.next { paper.text("  \(Invocation.own.adapted(line))", hanging: 2) }
        // The same text came before the first run, but a small terminal no longer shows it.
        if let trouble {
            paper.gap()
            paper.text("This was plain text, because \(trouble).", .faint)
        }
        return holds
    }

    /// Shows each variant: its question, then, after its run, its timeline, its claims and the
    /// answer.
    func showInLine(_ variants: ArraySlice<Variant<Parameters>>) throws(ExplainedError) -> Bool {
        var holds = true
        for variant in variants {
            paper.gap()
            head(variant)
            let guess = ask(about: variant, canLeave: false)
            let outcome = try run(variant)
            if let prediction = variant.prediction { score.count(guess, prediction.answer, .before) }
            paper.gap()
            holds = try finishInLine(variant, outcome, guess) && holds
            Output.flush()
        }
        return holds
    }

    /// Shows a run as text: the drawing and a question about it, the claims, the answer to the question before it, and a follow-up.
    ///
    /// - Returns: whether the claims hold.
    func finishInLine(_ variant: Variant<Parameters>, _ outcome: Outcome, _ guess: Guess) throws(ExplainedError) -> Bool {
        caption(variant)
        draw(variant, outcome)
        let asking = question(about: outcome, of: variant)
        // The claims can contain the answer, so they come later.
        let isTold = askInLine(asking, outcome)
        paper.gap()
        show(outcome.claims)
        tellTrace(of: variant)
        answer(guess, about: variant, outcome)
        tellMoment(of: variant, outcome)
        if !isTold, let (question, reading) = asking { tell(question, reading, .none, outcome) }
        guard let next = followUp(of: guess, about: variant) else { return outcome.holds }
        return try followInLine(next) && outcome.holds
    }

    /// "Event 14 shows it. ...": where the full screen opens.
    func tellMoment(of variant: Variant<Parameters>, _ outcome: Outcome) {
        guard let step = answeringStep(of: variant, outcome.trace) else { return }
        paper.text("Event \(step.number) of the run shows it: \(step.sentence)", .faint, hanging: 2)
    }

    /// Where the trace is, and how to hand it on.
    private func tellTrace(of variant: Variant<Parameters>) {
        guard let file = traceFile(for: variant) else { return }
        let export = "\(Invocation.interleave) export --format html -o run.html \(ShellWords.quoted(file))"
        paper.text("The trace is in \(file). To hand it on: \(export)", .faint)
    }

    func show(_ variant: Variant<Parameters>, _ outcome: Outcome) {
        draw(variant, outcome)
        paper.gap()
        show(outcome.claims)
        tellTrace(of: variant)
    }

    /// Shows what the scenario printed, the drawing, and how the process ended.
    func draw(_ variant: Variant<Parameters>, _ outcome: Outcome) {
        if !outcome.output.isEmpty {
            for line in outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                paper.quoted(String(line))
            }
            paper.gap()
        }
        let trace = shown(outcome.trace)
        draw(trace, variant)
        paper.gap()
        for line in summary(of: trace) { paper.text(line, hanging: 2) }
        // Where the variant shows a crash or a hang, this end is the expected one.
        for (index, line) in outcome.trouble.enumerated() {
            paper.text(line, index > 0 ? .faint : outcome.holds ? .plain : .bad, hanging: 2)
        }
    }

    func show(_ claims: [Claim]) {
        for claim in claims {
            let (sign, look) = paper.sign(of: claim)
            paper.line(sign: sign, look, claim.sentence)
        }
    }

    private func showComparisons() throws(ExplainedError) {
        for (index, comparison) in lab.comparisons.enumerated() {
            let rounds = try working("Measuring for chart \(index + 1) of \(lab.comparisons.count) ...") { () throws(ExplainedError) in
                try loop.measure(index)
            }
            let figures = comparison.figures(rounds, loop.setting)
            paper.gap()
            for line in lines(of: comparison, figures) { paper.drawn(line) }
            if let finding = comparison.finding { paper.text(finding(figures)) }
            if let likeness = figures.likeness { paper.text(likeness) }
            paper.text(
                """
                \(comparison.lesson) (Each bar is the median of \(Comparison<Parameters>.rounds) rounds on this machine, without the best and the \
                worst one. Its ± is half the distance between the lowest and the highest of these rounds. No claim depends on the bars.)
                """)
        }
    }
}
