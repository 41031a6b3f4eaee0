import Diagnosis
import Explorer
import Schedules
import Trace
import Words

/// A program whose schedule a player chooses.
///
/// It keeps no state of the game: a moment is what the choices lead to. If the program's process ends, the next question starts another.
public final class Seat {
    private let program: String
    private let source: ExploredSource
    private let entry: String
    private let entries: ProgramEntries
    private let order: ExplorationRequest
    private var process: SeatProcess?
    private var places: SeatPlaces

    /// - Parameters:
    ///   - build: must exist as long as the seat.
    ///   - options: the machine.
    ///   - path: a path with the accesses to memory that count as steps.
    init(_ build: borrowing ExploredBuild, entry: String, options: ExplorationOptions, steps path: ExplorationReport.Path?) throws {
        program = build.program
        source = build.source
        entries = build.entries
        self.entry = entry
        places = SeatPlaces(program: program, source: source)
        var order = try build.request(options)
        order.seat = .init(
            pipe: "\(build.folder)/seat", places: path?.places ?? [], ordersResumptions: path?.ordersResumptions ?? false)
        self.order = order
    }

    /// A moment of a game.
    public struct Moment: Sendable {
        /// The thread of each step so far; and the steps at which another thread could have gone on, too.
        public var choices: [Int]
        public var open: [Int]
        public var preemptions: Int
        public var token: String
        /// The steps so far.
        public var table: ScheduleTable
        /// The next step of each thread; empty at the end.
        public var next: [NextStep]
        /// At the end: what came of it.
        public var end: ExplorationResult?
    }

    /// The moment after these choices, and after the steps that leave no choice.
    /// - Parameter running: this thread then goes on as far as it can.
    public func moment(after choices: [Int], running: Int? = nil) throws -> Moment {
        try moment(.position(choices: choices, running: running))
    }

    /// The end of a schedule.
    public func end(of path: ExplorationReport.Path) throws -> Moment { try moment(.end(of: path)) }

    /// Whether an execution that begins with these choices can reach a goal.
    /// - Parameter steps: the number of steps of all executions after which the search gives up.
    public func reach(_ goal: SeatGoal, after choices: [Int], steps: Int) throws -> SeatReach {
        guard case .reach(let reach) = try ask(.canReach(goal, choices: choices, steps: steps)) else { return .unknown }
        return reach
    }

    private func moment(_ question: SeatQuestion) throws -> Moment {
        guard case .position(let position) = try ask(question) else { throw ExplainedError.interrupted }
        let index = places.index(for: position)
        var moment = Moment(
            choices: position.choices, open: position.open, preemptions: position.path.preemptions,
            token: ScheduleToken(fingerprint: source.fingerprint(entry), path: position.path).text, table: position.table(in: index),
            next: position.nextSteps(in: index))
        if let report = position.report {
            let result = ExplorationResult(report, of: source, entry: entry, entries: entries, program: program, seconds: 0)
            // (An endless loop is a refusal of the search, and here a failure.)
            if let refusal = report.refusal, result.report.findings.isEmpty { throw result.error(refusal) }
            moment.end = result
        }
        return moment
    }

    private func ask(_ question: SeatQuestion) throws -> SeatAnswer {
        let asked = try process ?? SeatProcess(program, entry: source.entries.firstIndex(of: entry) ?? 0, order)
        process = asked
        do {
            return try asked.answer(question)
        } catch {
            process = nil
            throw error
        }
    }
}

extension ExploredBuild {
    /// A seat in the program.
    /// - Parameters:
    ///   - result: of the search: it knows which accesses to memory are steps.
    ///   - path: a schedule that the player wants to begin with; it decides, if it is there.
    public func seat(_ entry: String, options: ExplorationOptions, result: ExplorationResult?, path: ExplorationReport.Path?) throws -> Seat
    {
        let known = result.map { $0.report.outcomes.map(\.path) + $0.report.findings.map(\.path) } ?? []
        return try Seat(self, entry: entry, options: options, steps: path ?? known.max { $0.places.count < $1.places.count })
    }
}
