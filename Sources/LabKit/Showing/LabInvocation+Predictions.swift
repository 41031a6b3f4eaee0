import Words
import Glibc
import Terminal

/// The learner's guess before the run.
enum Guess {
    /// An index into the choices.
    case choice(Int)
    case none
    /// The learner leaves the lab.
    case leaves
    /// The learner wants to see the run again.
    case looks
}

/// A question with its answers, as it is shown.
struct AskedQuestion {
    /// The words before it: "Before it runs".
    var lead: String
    var text: String
    var choices: [String]
    var prompt: String
    /// `v` shows the run again.
    var canLook = false
}

extension LabInvocation {
    /// Asks the question of a variant. Without a terminal it only shows the question.
    ///
    /// Text that was typed before the question appeared (during a build or a run) is not an answer.
    /// - Parameter canLeave: `q` leaves the lab. Otherwise it skips the question.
    func ask(about variant: Variant<Parameters>, canLeave: Bool) -> Guess {
        guard let prediction = variant.prediction else { return .none }
        paper.gap()
        show(codeOf: prediction)
        let question = AskedQuestion(
            lead: "Before it runs", text: prediction.question, choices: prediction.choices, prompt: "Your guess: ")
        return ask(question, canLeave: canLeave)
    }

    /// Asks a question. Without a terminal it only shows the question.
    func ask(_ question: AskedQuestion, canLeave: Bool) -> Guess {
        var terminal: StepperTerminal?
        if paper.isInteractive {
            Output.flush()
            StepperTerminal.discardTypedAhead()
            terminal = StepperTerminal()
        }
        defer { terminal?.close() }
        return ask(question, canLeave: canLeave, on: &terminal)
    }

    /// The answer to the question, with the explanation.
    func answer(_ guess: Guess, about variant: Variant<Parameters>, _ outcome: Outcome) {
        guard let prediction = variant.prediction else { return }
        paper.gap()
        paper.text(verdict(on: guess, prediction), .title, hanging: 2)
        if let code = code(of: prediction, in: outcome) { paper.code(code) }
        paper.text(prediction.reason)
    }

    /// "You were right. The answer is 2: one photo."
    func verdict(on guess: Guess, _ prediction: Prediction) -> String {
        let right = "The answer is \(prediction.answer + 1): \(prediction.choices[prediction.answer])"
        return switch guess {
        case .choice(prediction.answer): "You were right. \(right)."
        case .choice(let guess): "You guessed \(guess + 1). \(right)."
        case .none, .leaves, .looks: "\(right)."
        }
    }

    private func ask(_ question: AskedQuestion, canLeave: Bool, on terminal: inout StepperTerminal?) -> Guess {
        // Keys that were typed before the question appeared (during a build or a run, or as a
        // second Enter after the previous answer) are not an answer.
        terminal?.discardTypedAhead()
        paper.text("\(question.lead): \(question.text)", .title, hanging: 2)
        for (index, choice) in question.choices.enumerated() { paper.text("  \(index + 1)  \(choice)", hanging: 3) }
        guard var console = terminal else { return .none }
        defer { terminal = console }
        let numbers = (1...question.choices.count).map(String.init)
        let choices = Wording.list(numbers, "or")
        paper.text(
            "Type \(choices), then Enter. Enter alone skips." + (question.canLook ? " v and Enter show the run again." : "")
                + (canLeave ? " q and Enter leave the lab." : ""), .faint)
        Output.flush()
        return readGuess(of: question, choices, from: &console)
    }

    /// Reads lines until one of them is an answer, skips the question, or leaves the lab.
    private func readGuess(of question: AskedQuestion, _ choices: String, from console: inout some StepperConsole) -> Guess {
        let prompt = question.prompt
        var line = AnswerLine(choices: question.choices.count, canLook: question.canLook)
        console.write(prompt)
        while true {
            switch console.read() {
            case .end:
                console.write("\n")
                return .leaves
            case .redraw: console.write("\r" + prompt + line.text)
            case .pause: break
            case .byte(let byte):
                guard let result = line.take(byte) else { continue }
                if case .echo(let text) = result {
                    console.write(text)
                    continue
                }
                console.write("\n")
                switch result {
                case .answer(let number): return .choice(number - 1)
                case .skip:
                    console.write("Skipped.\n")
                    return .none
                case .leave: return .leaves
                case .look: return .looks
                case .refused(let typed): console.write("\"\(typed)\" is not \(choices).\n" + prompt)
                case .echo: break
                }
            }
        }
    }
}
