import Glibc
import Terminal

/// What the learner said before the run.
enum Guess {
    /// An index into the choices.
    case choice(Int)
    case none
    /// None, and no more questions.
    case noMore
}

extension Session {
    /// Asks what a variant is going to do, where somebody can answer; else only tells the question.
    func ask(about variant: Variant<Parameters>) throws(LabError) -> Guess {
        guard let prediction = lab.predictions[variant.name] else { return .none }
        paper.gap()
        return ask(prediction)
    }

    /// Asks about one variant after the other, before any of them runs, until the learner has had enough of it: a guess for each.
    func askAll() -> [Guess] {
        var guesses = [Guess](repeating: .none, count: variants.count)
        for (index, variant) in variants.enumerated() {
            guard let prediction = lab.predictions[variant.name] else { continue }
            paper.gap()
            if variants.count > 1 { paper.heading(variant.name, variant.summary) }
            guesses[index] = ask(prediction)
            if case .noMore = guesses[index] { break }
        }
        paper.gap()
        return guesses
    }

    /// The answer to what was asked, with the reason.
    func answer(_ guess: Guess, about variant: Variant<Parameters>) {
        guard let prediction = lab.predictions[variant.name] else { return }
        let right = "\(prediction.answer + 1), \(prediction.choices[prediction.answer])"
        paper.gap()
        switch guess {
        case .choice(prediction.answer): paper.text("You were right: \(right).", .title, hanging: 2)
        case .choice(let guess): paper.text("You guessed \(guess + 1); it is \(right).", .title, hanging: 2)
        case .none, .noMore: paper.text("The answer: \(right).", .title, hanging: 2)
        }
        paper.text(prediction.reason)
    }

    private func ask(_ prediction: Prediction) -> Guess {
        paper.text("Before it runs: \(prediction.question)", .title, hanging: 2)
        for (index, choice) in prediction.choices.enumerated() { paper.text("  \(index + 1)  \(choice)", hanging: 3) }
        guard paper.isInteractive else { return .none }
        let isLast = variants.count == 1 || !paper.isFullScreen
        Output.put("Your guess, 1 to \(prediction.choices.count) (Enter: \(isLast ? "just show me" : "no more questions")): ")
        Output.flush()
        guard var terminal = StepperTerminal() else { return .none }
        defer { terminal.close() }
        let guess = readGuess(of: prediction.choices.count, from: &terminal)
        if case .choice(let number) = guess { Output.put(String(number + 1)) }
        Output.put("\n")
        return guess
    }

    /// The first key that means something: a choice's number, or Enter; anything else is waited over.
    private func readGuess(of choices: Int, from console: inout some StepperConsole) -> Guess {
        while true {
            switch console.read() {
            case .byte(let key) where (1...choices).contains(Int(key) - 48): return .choice(Int(key) - 49)
            case .byte(10), .byte(13), .end: return .noMore
            case .byte, .redraw: continue
            }
        }
    }
}
