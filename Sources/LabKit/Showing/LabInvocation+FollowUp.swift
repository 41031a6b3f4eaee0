import Words
import Terminal

// A wrong guess leads to another variant to guess.

extension LabInvocation {
    /// The follow-up of a wrong guess: one that was not asked yet, else one that has no right guess yet, else an unasked one of other
    /// variants; nil after a right guess or none.
    func followUp(of guess: Guess, about variant: Variant<Parameters>) -> Variant<Parameters>? {
        guard let prediction = variant.prediction, case .choice(let choice) = guess, choice != prediction.answer else { return nil }
        let fitting = lab.followUps.filter { $0.variants.contains(variant.name) }.map(\.variant)
        let right = prediction.choices[prediction.answer]
        let others = lab.followUps.map(\.variant).filter { other in
            other.name != variant.name && other.prediction.map { $0.choices[$0.answer] != right } ?? false
        }
        func isNew(_ variant: Variant<Parameters>) -> Bool { score.followUps[variant.name] == nil }
        return fitting.first(where: isNew) ?? fitting.first { score.followUps[$0.name] == false } ?? others.first(where: isNew)
    }

    /// The heading and the question of a follow-up.
    ///
    /// - Parameter canLeave: `q` leaves the lab. Otherwise it skips the question.
    func askAgain(_ variant: Variant<Parameters>, canLeave: Bool) -> Guess {
        paper.gap()
        paper.text("Here is a small variant of the same kind, to guess again.", .faint)
        head(variant)
        let guess = ask(about: variant, canLeave: canLeave)
        if case .leaves = guess, canLeave { return guess }
        if let prediction = variant.prediction { score.countFollowUp(variant.name, guess, prediction.answer) }
        return guess
    }

    /// Asks a follow-up, runs it, and shows it as text. Returns whether its claims hold.
    func followInLine(_ variant: Variant<Parameters>) throws(ExplainedError) -> Bool {
        let guess = askAgain(variant, canLeave: false)
        guard case .choice = guess else { return true }
        let outcome = try run(variant)
        paper.gap()
        caption(variant)
        show(variant, outcome)
        answer(guess, about: variant, outcome)
        tellMoment(of: variant, outcome)
        return outcome.holds
    }

    /// Asks a follow-up, runs it, and shows it on the full screen.
    ///
    /// - Parameter lesson: the place in the lab.
    /// - Returns: whether its claims hold, and whether the learner leaves the lab.
    func followOnScreen(_ variant: Variant<Parameters>, _ lesson: Lesson) throws(ExplainedError) -> (holds: Bool, leaves: Bool) {
        let guess = askAgain(variant, canLeave: true)
        if case .leaves = guess { return (true, true) }
        // One that was skipped is not run.
        guard case .choice = guess else { return (true, false) }
        let outcome = try run(variant)
        var ending = ViewerEnding.goesOn
        do {
            ending = try look(
                at: [(variant, outcome)], lesson: told(lesson, guess, variant, outcome), ways: Ways(lab: lab.name, folder: lab.folder))
        } catch {
            paper.text("This is plain text, because \(error.reason).", .faint)
            draw(variant, outcome)
        }
        paper.gap()
        show(outcome.claims)
        answer(guess, about: variant, outcome)
        return (outcome.holds, ending == .quit)
    }
}
