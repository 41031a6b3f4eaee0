import Narration

// The question after a run.

extension LabInvocation {
    /// The question about a run, with the answer that its recording gives; nil if there is none, or if this run cannot answer it.
    func question(about outcome: Outcome, of variant: Variant<Parameters>) -> (question: RunQuestion, reading: Reading)? {
        let trace = shown(outcome.trace)
        return lab.afterRun.lazy.filter { $0.variants.contains(variant.name) }
            .compactMap { question in question.read(trace).map { (question, $0) } }.first
    }

    /// The question in the form of all questions.
    ///
    /// - Parameter canLook: `v` shows the run again.
    func asked(_ question: RunQuestion, _ reading: Reading, canLook: Bool) -> AskedQuestion {
        AskedQuestion(
            lead: "Look at the run", text: question.question, choices: reading.choices, prompt: "Your answer: ", canLook: canLook)
    }

    /// "You saw it. The run shows 2: counter 3.", with the reason, and the event that shows it.
    func tell(_ question: RunQuestion, _ reading: Reading, _ guess: Guess, _ outcome: Outcome) {
        let right = "The run shows \(reading.answer + 1): \(reading.choices[reading.answer])"
        let verdict =
            switch guess {
            case .choice(reading.answer): "You saw it. \(right)."
            case .choice(let other): "You answered \(other + 1). \(right)."
            case .none, .leaves, .looks: "\(right)."
            }
        paper.gap()
        paper.text(verdict, .title, hanging: 2)
        paper.text(question.reason)
        if let step = step(reading, shown(outcome.trace)) {
            paper.text("See event \(step.number): \(step.sentence)", .faint, hanging: 2)
        }
    }

    /// The event that shows the answer.
    func step(_ reading: Reading, _ trace: Trace) -> Step? {
        guard let moment = reading.moment else { return nil }
        let log = StepLog(trace)
        return log.count > 0 ? log[log.index(at: moment)] : nil
    }

    /// Asks after a drawing. Without a person at the terminal, it only shows the question, and the answer comes later.
    ///
    /// - Returns: whether the answer was told.
    func askInLine(_ asking: (question: RunQuestion, reading: Reading)?, _ outcome: Outcome) -> Bool {
        guard let (question, reading) = asking else { return true }
        paper.gap()
        let guess = ask(asked(question, reading, canLook: false), canLeave: false)
        guard paper.isInteractive else { return false }
        score.count(guess, reading.answer, .after)
        tell(question, reading, guess, outcome)
        return true
    }
}
