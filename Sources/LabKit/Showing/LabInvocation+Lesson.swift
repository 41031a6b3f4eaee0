import Words
import Course
import System
import Glibc
import Narration
import Terminal

extension LabInvocation {
    /// Shows one variant after the other: its question, its run, and the full screen, which opens
    /// at the moment that answers the question. The learner can leave at each question and on each
    /// screen.
    ///
    /// - Returns: whether all claims hold in the runs; the reason why the runs were shown as text,
    ///   if they were; and the variants that were not run because the learner has left.
    func showOnScreen() throws(ExplainedError) -> (holds: Bool, trouble: String?, left: [Variant<Parameters>]) {
        var outcomes: [(variant: Variant<Parameters>, outcome: Outcome)] = []
        var othersHold = true
        var holds: Bool { othersHold && outcomes.allSatisfy(\.outcome.holds) }
        var walk = VariantWalk(all: lab.variants.map(\.name), planned: variants.map(\.name))
        var ways = Ways(lab: lab.name, folder: lab.folder)
        ways.variants = walk.all
        while let variant = walk.current.flatMap(lab.variant) {
            var lesson = lesson(on: variant)
            promise(variant)
            paper.gap()
            if lesson.count > 1 { paper.text(lesson.strip(isASCII: paper.isASCII), .faint) }
            head(variant)
            let guess = ask(about: variant, canLeave: true)
            if case .leaves = guess { return (holds, nil, walk.left.compactMap(lab.variant)) }
            if let prediction = variant.prediction { score.count(guess, prediction.answer, .before) }
            let outcome = try run(variant)
            outcomes.append((variant, outcome))
            walk.see()
            let next = walk.next.flatMap(lab.variant)
            promise(next, after: outcome)
            let asking = question(about: outcome, of: variant), followUp = followUp(of: guess, about: variant)
            var ending: ViewerEnding
            do {
                lesson.hasNext = next != nil
                lesson.hasQuestion = asking != nil || followUp != nil
                lesson = told(lesson, guess, variant, outcome, asking?.question)
                ways.variantBefore = walk.before
                ending = try look(at: outcomes, lesson: lesson, ways: ways)
            } catch {
                paper.text("This is plain text, because \(error.reason).", .faint)
                othersHold = try finishInLine(variant, outcome, guess)
                othersHold = try showInLine(walk.left.compactMap(lab.variant)[...]) && othersHold
                promise(nil)
                return (holds, error.reason, [])
            }
            promise(next)
            remember(variant, next: next)
            if ending == .goesOn, let asking { ending = askOnScreen(asking, outcomes, lesson, ways) }
            paper.gap()
            show(outcome.claims)
            answer(guess, about: variant, outcome)
            if ending == .goesOn, let followUp {
                let followed = try followOnScreen(followUp, Lesson(number: lesson.number, of: lesson.count))
                othersHold = othersHold && followed.holds
                if followed.leaves { ending = .quit }
            }
            switch ending {
            case .quit: return (holds, nil, walk.left.compactMap(lab.variant))
            case .goesOn: walk.goOn()
            case .goesTo(let name): walk.go(to: name)
            }
        }
        return (holds, nil, [])
    }

    /// The place of a variant in the lab. One that was asked for alone is the first and only one.
    private func lesson(on variant: Variant<Parameters>) -> Lesson {
        if variants.count == 1, variants[0].name == variant.name, options.variant != "all" { return Lesson(number: 1, of: 1) }
        return Lesson(number: (lab.variants.firstIndex { $0.name == variant.name } ?? 0) + 1, of: lab.variants.count)
    }

    /// Asks about the run that was on the screen, and shows it there again if the learner wants to look. Returns how it goes on.
    private func askOnScreen(
        _ asking: (question: RunQuestion, reading: Reading), _ outcomes: [(variant: Variant<Parameters>, outcome: Outcome)],
        _ lesson: Lesson, _ ways: Ways
    ) -> ViewerEnding {
        guard let outcome = outcomes.last?.outcome else { return .goesOn }
        while true {
            paper.gap()
            let guess = ask(asked(asking.question, asking.reading, canLook: true), canLeave: true)
            if case .leaves = guess { return .quit }
            if case .looks = guess {
                // (The screen could be opened before. If it no longer can, the question remains.)
                if let ending = try? look(at: outcomes, lesson: lesson, ways: ways), case .goesTo = ending { return ending }
                continue
            }
            score.count(guess, asking.reading.answer, .after)
            tell(asking.question, asking.reading, guess, outcome)
            return .goesOn
        }
    }

    /// The command that shows the variants from one on, and is printed if the learner leaves before it.
    func continuation(from variant: Variant<Parameters>) -> String {
        "Go on with `\(Invocation.own.command(lab.name)) --from \(variant.name)`."
    }

    /// Ctrl-C prints the claims of the run on the screen, and how to continue with a variant.
    private func promise(_ next: Variant<Parameters>?, after outcome: Outcome? = nil) {
        var lines: [String] = []
        for claim in outcome?.claims ?? [] {
            let (sign, look) = paper.sign(of: claim)
            lines += paper.lines(sign: sign, look, claim.sentence)
        }
        if variants.count > 1, let next { lines.append(continuation(from: next)) }
        CleanupOnSignal.promise(lines.isEmpty ? nil : lines.joined(separator: "\n") + "\n")
    }

    /// Notes in the journal that the learner has seen a variant, and which one is next.
    private func remember(_ variant: Variant<Parameters>, next: Variant<Parameters>?) {
        guard JournalFile.isKept else { return }
        // One variant alone is not the end of a lab.
        let isLast = next == nil && options.variant == "all"
        // (The learner came for the lab. The home says why nothing can be kept.)
        _ = JournalFile().add(Journal.Entry(lab: lab.name, variant: variant.name, next: next?.name, isFinished: isLast))
    }

    func run(_ variant: Variant<Parameters>) throws(ExplainedError) -> Outcome {
        try working("Running \(variant.name) ...") { () throws(ExplainedError) in
            try loop.run(variant, keepingTraceIn: traceFile(for: variant))
        }
    }

    /// Does work that can take seconds. Meanwhile a line says so to a person at the terminal.
    func working<Result>(_ words: String, _ work: () throws(ExplainedError) -> Result) throws(ExplainedError) -> Result {
        guard paper.isInteractive else { return try work() }
        Output.putInPlace(words)
        Output.flush()
        // A key that is typed meanwhile must not write over the line.
        let terminal = StepperTerminal()
        defer {
            Output.clearLine()
            Output.flush()
            // Such a key is not meant for the screen or the question that comes now.
            StepperTerminal.discardTypedAhead()
            terminal?.close()
        }
        return try work()
    }

    /// The lesson with the answer to the learner's guess, and with the moment at which it can be seen.
    ///
    /// - Parameter question: the question that is asked when the learner leaves the screen.
    func told(
        _ lesson: Lesson, _ guess: Guess, _ variant: Variant<Parameters>, _ outcome: Outcome, _ question: RunQuestion? = nil
    ) -> Lesson {
        var lesson = lesson
        func line(_ role: Narration.Role, _ text: String) -> [Span] {
            [Span(role, paper.spelled(TextPage.flowing(text)))]
        }
        if let question { lesson.answer = [line(.text, "Now find in the run: \(question.question)")] }
        guard let prediction = variant.prediction else { return lesson }
        lesson.code = code(of: prediction, in: outcome)
        lesson.answer = [line(.subject, verdict(on: guess, prediction)), line(.text, prediction.reason)] + lesson.answer
        // Without the code, the question says what the answer is about.
        if lesson.code == nil { lesson.answer.insert(line(.text, prediction.question), at: 0) }
        lesson.moment = prediction.moment.find(shown(outcome.trace))
        return lesson
    }
}
