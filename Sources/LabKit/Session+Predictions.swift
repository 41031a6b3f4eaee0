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
        var terminal = openTerminal()
        defer { terminal?.close() }
        return ask(prediction, canSkipAll: false, on: &terminal)
    }

    /// Where answers are typed; nil where there is no terminal.
    ///
    /// What was typed before the question stood on the screen (while the lab was built, or while a variant ran) is not an answer to it.
    private func openTerminal() -> StepperTerminal? {
        guard paper.isInteractive else { return nil }
        Output.flush()
        StepperTerminal.discardTypedAhead()
        return StepperTerminal()
    }

    /// Asks about one variant after the other, before any of them runs, until the learner has had enough of it: a guess for each.
    func askAll() -> [Guess] {
        var guesses = [Guess](repeating: .none, count: variants.count)
        let count = variants.count { lab.predictions[$0.name] != nil }
        // One terminal for all questions: it keeps what was typed behind an answer for the next one.
        var terminal = openTerminal()
        defer { terminal?.close() }
        for (index, variant) in variants.enumerated() {
            guard let prediction = lab.predictions[variant.name] else { continue }
            paper.gap()
            if variants.count > 1 { paper.heading(variant.name, variant.summary) }
            guesses[index] = ask(prediction, canSkipAll: count > 1, on: &terminal)
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

    private func ask(_ prediction: Prediction, canSkipAll: Bool, on terminal: inout StepperTerminal?) -> Guess {
        paper.text("Before it runs: \(prediction.question)", .title, hanging: 2)
        for (index, choice) in prediction.choices.enumerated() { paper.text("  \(index + 1)  \(choice)", hanging: 3) }
        guard var console = terminal else { return .none }
        defer { terminal = console }
        let numbers = (1...prediction.choices.count).map(String.init)
        let choices = numbers.dropLast().joined(separator: ", ") + " or " + (numbers.last ?? "")
        paper.text(
            "Type \(choices), then Enter. Enter alone skips the question" + (canSkipAll ? "; q and Enter skips all questions." : "."),
            .faint)
        Output.flush()
        return readGuess(of: prediction.choices.count, choices, from: &console)
    }

    /// Reads lines until one of them is an answer, or says that there is none.
    private func readGuess(of count: Int, _ choices: String, from console: inout some StepperConsole) -> Guess {
        let prompt = "Your guess: "
        var line = AnswerLine(choices: count)
        console.write(prompt)
        while true {
            switch console.read() {
            case .end:
                console.write("\n")
                return .noMore
            case .redraw: console.write("\r" + prompt + line.text)
            case .byte(let byte):
                guard let result = line.take(byte) else { continue }
                if case .echo(let text) = result {
                    console.write(text)
                    continue
                }
                console.write("\n")
                switch result {
                case .answer(let number): return .choice(number - 1)
                case .skip: return .none
                case .skipAll: return .noMore
                case .refused(let typed): console.write("\"\(typed)\" is not \(choices).\n" + prompt)
                case .echo: break
                }
            }
        }
    }
}
