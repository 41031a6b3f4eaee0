import ExplorationRunner
import Explorer
import Game
import Words

/// A game that is being played: the value `GameLine`, and the seat that says what its choices lead to.
///
/// Plain text, JSON and the full screen are three forms of it: they show `state`, and pass commands to `obey`.
final class GameSession {
    /// The most executions of a search for a hint.
    private static let hintExecutions = 20_000
    private let seat: Seat
    let result: ExplorationResult
    let program: String
    let rules: GameRules
    private let goal: SeatGoal
    private var line: GameLine
    private(set) var moment: Seat.Moment
    /// The answer to the latest command.
    private(set) var message = ""
    /// Whether the goal was reached, or the claim was right; and the fewest preemptions of a schedule that reached it.
    private(set) var isWon = false
    private(set) var best: Int?
    /// A schedule to show as an answer: it fails, although the player has said that none does.
    private(set) var counterexample: ExplorationResult?

    /// - Parameters:
    ///   - result: of the search.
    ///   - wanted: a result to find; nil: a failure.
    ///   - path: the schedule to begin at the end of; nil: the game begins at the first choice.
    init(_ seat: Seat, result: ExplorationResult, program: String, finding wanted: String?, from path: ExplorationReport.Path?) throws {
        self.seat = seat
        self.result = result
        self.program = program
        (rules, goal) = Self.rules(result.report, finding: wanted)
        if let path {
            moment = try seat.end(of: path)
            line = GameLine(whole: moment.choices, open: moment.open)
        } else {
            moment = try seat.moment(after: [])
            line = GameLine(first: moment.choices)
        }
        noteEnd()
    }

    /// The goal, and what the search knows about it.
    static func rules(_ report: ExplorationReport, finding wanted: String?) -> (GameRules, SeatGoal) {
        let paths: [ExplorationReport.Path], goal: SeatGoal, own: GameRules.Goal
        if let wanted {
            (goal, own) = (.outcome(wanted), .outcome(wanted))
            paths = report.outcomes.filter { $0.text == wanted && $0.isReproducible && $0.isTried }.map(\.path)
        } else {
            let failing = report.findings.filter { $0.verdict != .race }, countsRaces = failing.isEmpty && !report.findings.isEmpty
            (goal, own) = (.failure(countsRaces: countsRaces), .failure(countsRaces: countsRaces))
            let wrong = report.outcomes.filter { !$0.isAllowed && $0.isReproducible && $0.isTried }.map(\.path)
            paths = wrong + (countsRaces ? report.findings : failing).map(\.path)
        }
        let par = paths.map(\.preemptions).min()
        let possibility: GameRules.Possibility = par != nil ? .possible : report.isComplete ? .impossible : .unknown
        let isExact = par == 0 || paths.allSatisfy(\.isShortest)
        return (
            GameRules(
                goal: own, possibility: possibility, interleavings: report.executionsAltogether, par: par, isParExact: par != nil && isExact),
            goal
        )
    }

    /// The present moment.
    var state: GameState {
        GameState(
            program: program, rules: rules, line: line, preemptions: moment.preemptions, token: moment.token, table: moment.table,
            next: moment.next, end: moment.end.map(end), message: message)
    }

    /// Whether the execution is over, and has reached the goal.
    var isAtGoal: Bool { moment.end.map { isReached($0) } ?? false }

    /// Does what the player wants. (`help` and `quit` are for the caller.)
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
            case .state, .help, .quit: break
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
            message = "\(step.thread.prefix(1).uppercased())\(step.thread.dropFirst()) is blocked\(step.wait.isEmpty ? "" : ": it \(step.wait)")."
            return
        }
        let choices = line.choices + [step.number]
        moment = try seat.moment(after: choices, running: runs ? step.number : nil)
        line.goOn(to: moment.choices)
        noteEnd()
    }

    private func noteEnd() {
        guard isAtGoal else { return }
        isWon = true
        best = min(best ?? .max, moment.preemptions)
    }

    private func isReached(_ end: ExplorationResult) -> Bool {
        goal.isReached(end.report.findings.map(\.verdict), outcome: end.report.outcomes.first?.text)
    }

    /// The end of the execution, in words.
    private func end(_ result: ExplorationResult) -> GameState.End {
        let report = result.report, outcome = report.outcomes.first?.text, isReached = isReached(result)
        let told = result.explanations.first { $0.verdict != .race } ?? result.explanations.first
        let ending = outcome.map { "The execution ends with the result \(SafeText.quoted($0))." } ?? "The execution is over, without a result."
        var summary = ending
        if isReached {
            if case .failure = rules.goal { summary = "You have broken it. \(told?.summary ?? ending)" } else { summary = "You have found it. \(ending)" }
            summary += " " + rules.score(preemptions: moment.preemptions)
        } else if let told {
            summary += " " + (told.verdict == .race ? "Two accesses are a data race, but this time it did no harm." : told.summary)
        } else if report.wasTooLong {
            summary = "The execution has too many steps, and was stopped."
        } else {
            summary += " Nothing fails."
        }
        return .init(verdict: report.verdict.rawValue, outcome: outcome, isGoalReached: isReached, summary: summary)
    }
}

/// What a search from the present moment knows.
extension GameSession {
    private func hint() throws -> String {
        if isAtGoal { return "You are there." }
        let fails = if case .outcome = rules.goal { "reach this result" } else { "fail" }
        switch try seat.reach(goal, after: line.choices, executions: Self.hintExecutions) {
        case .unknown: return "That is not known: a search of \(Self.hintExecutions) interleavings from here is not enough."
        case .reached(let choices):
            guard choices.count > line.choices.count, let step = moment.next.first(where: { $0.number == choices[line.choices.count] }) else {
                return "This schedule can still \(fails)."
            }
            return "This schedule can still \(fails). For example, choose \(GameState.digit(of: step)) (\(step.thread)) now."
        case .impossible:
            let last = try line.lastMoment { choices in
                switch try seat.reach(goal, after: choices, executions: Self.hintExecutions) {
                case .reached: true
                case .impossible: false
                case .unknown: nil
                }
            }
            guard let last else { return "From here, this schedule can no longer \(fails)." }
            let back = line.index - last
            return "This schedule can no longer \(fails). \(back == 1 ? "Before the last choice it could" : "\(back) choices ago it could"): press u\(back == 1 ? "" : " \(back) times"), and choose another thread."
        }
    }

    /// "It cannot be broken."
    private func claim() throws {
        message = rules.answerToClaim
        switch rules.possibility {
        case .impossible: isWon = true
        case .unknown: break
        case .possible:
            let failing = result.report.findings.first { $0.verdict != .race } ?? result.report.findings.first
            let path: ExplorationReport.Path? =
                if case .outcome(let text) = rules.goal { result.report.outcomes.first { $0.text == text }?.path } else { failing?.path }
            guard let path else { return }
            message += " \(result.token(path))"
            counterexample = try seat.end(of: path).end
        }
    }
}
