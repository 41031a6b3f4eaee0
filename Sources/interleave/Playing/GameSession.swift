import ExplorationRunner
import Explorer
import Game
import Words

/// A game that is being played: the value `GameLine`, and the seat that says what its choices lead to.
///
/// Plain text, JSON and the full screen are three forms of it: they show `state`, and pass commands to `obey`.
final class GameSession {
    /// The most steps of a search for a hint.
    private static let hintSteps = 400_000
    private let seat: Seat
    let result: ExplorationResult
    let program: String
    let rules: GameRules
    private let known: SeatKnowledge
    private var goal: SeatGoal { known.goal }
    private let lesson: GameLesson?
    private let score: KeptScore?
    private let files: [GameState.File]
    private var line: GameLine
    private(set) var moment: Seat.Moment
    /// The answer to the latest command.
    private(set) var message = ""
    /// Whether the goal was reached, or the claim was right.
    private(set) var isWon = false
    /// A schedule to show as an answer: it fails, although the player has said that none does.
    private(set) var counterexample: ExplorationResult?

    /// - Parameters:
    ///   - result: of the search.
    ///   - wanted: a result to find; nil: a failure.
    ///   - path: the schedule to begin at the end of; nil: the game begins at the first choice.
    ///   - score: nil: no score is kept.
    init(
        _ seat: Seat, result: ExplorationResult, program: String, finding wanted: String?, from path: ExplorationReport.Path?,
        lesson: GameLesson? = nil, score: KeptScore? = nil
    ) throws {
        self.seat = seat
        self.result = result
        self.program = program
        self.lesson = lesson
        self.score = score
        files = result.source.files.map { GameState.File(name: $0.name, text: $0.text) }
        known = SeatKnowledge(result.report, finding: wanted)
        rules = Self.rules(known)
        if let path {
            moment = try seat.end(of: path)
            line = GameLine(whole: moment.choices, open: moment.open)
        } else {
            moment = try seat.moment(after: [])
            line = GameLine(first: moment.choices)
        }
        message = [lesson?.opening, score?.best].compactMap(\.self).joined(separator: " ")
        noteEnd()
    }

    /// The rules, with the knowledge of the search.
    private static func rules(_ known: SeatKnowledge) -> GameRules {
        let goal: GameRules.Goal =
            switch known.goal {
            case .failure(let countsRaces): .failure(countsRaces: countsRaces)
            case .outcome(let text): .outcome(text)
            }
        return GameRules(
            goal: goal, possibility: known.isPossible.map { $0 ? .possible : .impossible } ?? .unknown,
            interleavings: known.interleavings, par: known.par, isParExact: known.isParExact)
    }

    /// The present moment.
    var state: GameState {
        GameState(
            program: program, rules: rules, line: line, preemptions: moment.preemptions, token: moment.token, table: moment.table,
            next: moment.next, files: files, end: moment.end.map(end), message: message)
    }

    /// Whether the execution is over, and has reached the goal.
    var isAtGoal: Bool { moment.end.map { isReached($0) } ?? false }

    /// Does what the player wants. (`code`, `help` and `quit` are for the caller.)
    func obey(_ command: GameCommand) {
        message = ""
        counterexample = nil
        do {
            switch command {
            case .choose(let digit): try choose(digit, runs: false)
            case .run(let digit): try choose(digit, runs: true)
            case .undo:
                if !line.canUndo { message = "There is no choice to take back." }
                line.undo()
                try goThere()
            case .redo:
                if !line.canRedo { message = "There is no choice to make again." }
                line.redo()
                try goThere()
            case .restart:
                line.restart()
                try goThere()
            case .hint: message = try hint()
            case .token: message = moment.token
            case .claim: try claim()
            case .state, .code, .help, .quit: break
            }
        } catch {
            message = (error as? ExplainedError).map { "\($0.message) \($0.cure)" } ?? "\(error)"
        }
    }

    private func goThere() throws {
        moment = try seat.moment(after: line.choices)
        noteEnd()
    }

    private func choose(_ digit: Int, runs: Bool) throws {
        if moment.end != nil {
            message = "The execution is over. u takes the last choice back, 0 begins again."
            return
        }
        guard let step = moment.next.first(where: { GameState.digit(of: $0) == digit }) else {
            message = "There is no thread \(digit)."
            return
        }
        guard step.isEnabled else {
            message =
                "\(step.thread.prefix(1).uppercased())\(step.thread.dropFirst()) is blocked\(step.wait.isEmpty ? "" : ": it \(step.wait)")."
            return
        }
        let choices = line.choices + [step.number]
        moment = try seat.moment(after: choices, running: runs ? step.number : nil)
        line.goOn(to: moment.choices)
        // (The end of a given schedule, and a redo, are not the player's own.)
        if isAtGoal { score?.keep(moment.preemptions) }
        noteEnd()
    }

    private func noteEnd() {
        guard isAtGoal else { return }
        isWon = true
        message = lesson?.closing ?? score?.best ?? ""
    }

    private func isReached(_ end: ExplorationResult) -> Bool {
        goal.isReached(end.report.findings.map(\.verdict), outcome: end.report.outcomes.first?.text)
    }

    /// The end of the execution, in words.
    private func end(_ result: ExplorationResult) -> GameState.End {
        let report = result.report, outcome = report.outcomes.first?.text, isReached = isReached(result)
        let told = result.explanations.first { $0.verdict != .race } ?? result.explanations.first
        let named = outcome.map { $0.isEmpty ? "The execution ends." : "The execution ends with the result \(SafeText.quoted($0))." }
        let ending = named ?? "The execution is over, without a result."
        var summary = ending
        if isReached {
            if case .failure = rules.goal {
                summary = "You have broken it. \(told?.summary ?? ending)"
            } else {
                summary = "You have found it. \(ending)"
            }
            summary += " " + rules.score(preemptions: moment.preemptions)
        } else if let told {
            summary += " " + (told.verdict == .race ? "The program has a data race, but no failure shows in this execution." : told.summary)
        } else if report.wasTooLong {
            summary = "The execution has too many steps, and was stopped."
        } else {
            summary += " Nothing fails."
        }
        return .init(verdict: report.verdict.rawValue, outcome: outcome, isGoalReached: isReached, summary: summary)
    }
}

/// The questions for which a search begins at the present moment.
extension GameSession {
    private func hint() throws -> String {
        if isAtGoal { return "You are there." }
        let fails = if case .outcome = rules.goal { "reach this result" } else { "fail" }
        switch try seat.reach(goal, after: line.choices, steps: Self.hintSteps) {
        case .unknown: return "That is not known: too many interleavings begin like this."
        case .reached(let choices):
            guard choices.count > line.choices.count, let step = moment.next.first(where: { $0.number == choices[line.choices.count] })
            else {
                return "This schedule can still \(fails)."
            }
            return "This schedule can still \(fails). For example, choose \(GameState.digit(of: step)) (\(step.thread)) now."
        case .impossible:
            let last = try line.lastMoment { choices in
                switch try seat.reach(goal, after: choices, steps: Self.hintSteps) {
                case .reached: true
                case .impossible: false
                case .unknown: nil
                }
            }
            guard let last else { return "No schedule that begins like this can \(fails)." }
            let back = line.index - last
            return
                "This schedule can no longer \(fails). \(back == 1 ? "Before the last choice it could" : "\(back) choices ago it could"): press u\(back == 1 ? "" : " \(back) times"), and choose another thread."
        }
    }

    /// "It cannot be broken."
    private func claim() throws {
        message = rules.answerToClaim
        switch rules.possibility {
        case .impossible:
            isWon = true
            score?.keep(nil)
            if let lesson { message += " \(lesson.closing)" }
        case .unknown: break
        case .possible:
            guard let path = known.example else { return }
            message += " \(result.token(path))"
            counterexample = try seat.end(of: path).end
        }
    }
}
