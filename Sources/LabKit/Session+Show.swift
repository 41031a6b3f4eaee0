import Glibc
import Narration
import Terminal

extension Session {
    /// The whole page: what will happen, a prediction, each variant with its timeline and claims, the answer, what to try next.
    func show() throws(LabError) -> Bool {
        paper.text(lab.title, .title)
        paper.text(lab.about)
        paper.gap()
        let guess = ask()
        let (holds, trouble) = paper.isFullScreen ? try showOnScreen() : (try showInLine(), nil)
        if options.variant == "all" { try showComparisons() }
        paper.gap()
        answer(guess)
        paper.gap()
        paper.text("Try next:", .title)
        for line in lab.next { paper.text("  \(line)", hanging: 2) }
        // Said before the first run too, but that has left a small terminal by now.
        if let trouble {
            paper.gap()
            paper.text("This was plain text, because \(trouble).", .faint)
        }
        return holds
    }

    /// Each variant, as soon as it has run, with its timeline.
    private func showInLine() throws(LabError) -> Bool {
        var holds = true
        for variant in variants {
            paper.gap()
            let outcome = try loop.run(variant, keepingTraceIn: traceFile(for: variant))
            paper.heading(variant.name, variant.summary)
            paper.gap()
            show(variant, outcome)
            holds = holds && outcome.holds
            Output.flush()
        }
        return holds
    }

    /// All variants are run, then looked at on the full screen; what is claimed of them stays on the terminal afterwards.
    ///
    /// Whether all claims hold, and why it had to be text, if it had.
    private func showOnScreen() throws(LabError) -> (holds: Bool, trouble: String?) {
        var outcomes: [(Variant<Parameters>, Outcome)] = []
        for variant in variants {
            Output.put("Running \(variant.name) ...\u{1B}[K\r")
            Output.flush()
            outcomes.append((variant, try loop.run(variant, keepingTraceIn: traceFile(for: variant))))
        }
        Output.put("\u{1B}[K")
        Output.flush()
        let trouble = look(at: outcomes)
        if let trouble { paper.text("As plain text, because \(trouble).", .faint) }
        for (variant, outcome) in outcomes {
            paper.gap()
            paper.heading(variant.name, variant.summary)
            if trouble == nil {
                show(outcome.claims)
            } else {
                paper.gap()
                show(variant, outcome)
            }
        }
        return (outcomes.allSatisfy { $0.1.holds }, trouble)
    }

    private func show(_ variant: Variant<Parameters>, _ outcome: Outcome) {
        if !outcome.output.isEmpty {
            for line in outcome.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
                paper.drawn("  | \(paper.spelled(String(line)))")
            }
            paper.gap()
        }
        for line in drawing(of: outcome.trace, variant) { paper.drawn(line) }
        paper.gap()
        for line in summary(of: outcome.trace) { paper.text(line, hanging: 2) }
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
            paper.line(sign: sign, look, "\(claim.name): \(claim.measurement)")
        }
    }

    private func showComparisons() throws(LabError) {
        for (index, comparison) in lab.comparisons.enumerated() {
            let figures = comparison.figures(try loop.measure(index), loop.setting)
            paper.gap()
            for line in bars(of: comparison, figures) { paper.drawn(line) }
            if let finding = comparison.finding { paper.text(finding(figures)) }
            paper.text("\(comparison.lesson) (Figures of this machine and this run: nothing is judged by them.)")
        }
    }

    /// Asks for a guess where somebody can answer; an index into the choices, nil when there is none.
    private func ask() -> Int? {
        let prediction = lab.prediction
        paper.text("Before it runs: \(prediction.question)", .title, hanging: 2)
        for (index, choice) in prediction.choices.enumerated() { paper.text("  \(index + 1)  \(choice)", hanging: 3) }
        guard paper.isInteractive else { return nil }
        Output.put("Your guess, 1 to \(prediction.choices.count) (Enter: just show me): ")
        Output.flush()
        guard var terminal = StepperTerminal() else { return nil }
        defer { terminal.close() }
        let guess = readGuess(of: prediction.choices.count, from: &terminal)
        Output.put((guess.map { String($0 + 1) } ?? "") + "\n")
        return guess
    }

    /// The first key that means something: a choice's number, or Enter; anything else is waited over.
    private func readGuess(of choices: Int, from console: inout some StepperConsole) -> Int? {
        while true {
            switch console.read() {
            case .byte(let key) where (1...choices).contains(Int(key) - 48): return Int(key) - 49
            case .byte(10), .byte(13), .end: return nil
            case .byte, .redraw: continue
            }
        }
    }

    private func answer(_ guess: Int?) {
        let prediction = lab.prediction
        let right = "\(prediction.answer + 1), \(prediction.choices[prediction.answer])"
        switch guess {
        case nil: paper.text("The answer: \(right).", .title, hanging: 2)
        case prediction.answer: paper.text("You were right: \(right).", .title, hanging: 2)
        case .some(let guess): paper.text("You guessed \(guess + 1); it is \(right).", .title, hanging: 2)
        }
        paper.text(prediction.reason)
    }
}
