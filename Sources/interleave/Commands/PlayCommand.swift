import ArgumentParser
import ExplorationRunner
import Explorer
import Game
import Glibc
import Grading
import System
import Terminal
import Words

/// `interleave play`: the scheduler's seat.
struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "play",
        abstract: "Be the scheduler: choose the thread that makes the next step, and break the program.",
        discussion: """
            The program runs under the explorer and is stopped before each choice. You see the next step of each thread, on its line and with its value. \
            You choose a thread by its number. Undo takes a choice back.

            Without an argument it lists the levels: small programs in the order of their ideas. A number plays that level.

            First, a search runs all interleavings that can differ, for a few seconds at most. So the game knows the fewest preemptions that suffice, \
            whether a schedule can still fail, and whether it is true that a program cannot be broken.

            Commands, one a line:
            \(GameCommand.list.joined(separator: "\n"))

            With --json, each line of standard output is one state of the game, as an object.

            Exit codes:
            0  the goal was reached, or the program cannot be broken and you have said so
            1  the goal was not reached
            2  the program does not compile, or makes a call that cannot be explored
            """)

    @Argument(help: ArgumentHelp("The number of a level, the files of a program, an exercise, or a lab (lab-barrier).", valueName: "file"))
    var files: [String] = []

    @Option(name: .customLong("from"), help: ArgumentHelp("Begin at the end of the schedule of this token.", valueName: "token"))
    var token: String?

    @Option(help: ArgumentHelp("For a lab: the variant to play. (default: the first one with a bug)", valueName: "name"))
    var variant: String?

    @Option(name: .customLong("find"), help: ArgumentHelp("The goal is this result, instead of a failure.", valueName: "result"))
    var wanted: String?

    @Option(help: ArgumentHelp("For an exercise: the file to play, if it is not yours in Exercises.", valueName: "file"))
    var attempt: String?

    @Flag(help: "For an exercise: play its solution.")
    var solution = false

    @OptionGroup var other: ExercisesOption

    @OptionGroup var program: ExploredFiles

    @OptionGroup var machine: ExplorationLimits

    @Flag(help: "One JSON object a state.")
    var json = false

    @OptionGroup(title: "Page") var page: PageOptions

    /// The most steps of the first search: a few seconds. A number of steps, and not a time: so the game knows the same on each machine.
    private static let searchSteps = 4_000_000
    /// For a program with slow steps.
    private static let patience = Duration.seconds(20)

    func validate() throws {
        if solution, attempt != nil { throw ValidationError("Use --solution or --attempt, not both.") }
        if files.isEmpty, token != nil || json { throw ValidationError("Give the number of a level, a file or an exercise.") }
        if variant != nil, !file.hasPrefix("lab-") {
            throw ValidationError("--variant is for labs, as in: play lab-barrier --variant NAME")
        }
        if isFile && (solution || attempt != nil) {
            throw ValidationError("--solution and --attempt are for exercises, but \(file) is a file.")
        }
    }

    var file: String { files.first ?? "" }

    /// Whether the argument is not an exercise.
    var isFile: Bool { files.count > 1 || file.hasSuffix(".swift") || file.contains("/") || access(file, F_OK) == 0 }

    func run() throws {
        if files.isEmpty { return try listLevels() }
        let progress = ProgressLine()
        defer { progress.clear() }
        var played = try subject(progress)
        if machine.suspendsAtEveryAwait { played.source.suspendsAtEveryAwait = true }
        let source = played.source
        let path = try token.map {
            try source.path(of: $0, entry: try source.entry(of: $0, command: played.command), command: played.command)
        }
        if let path {
            try machine.check(path)
            if path.hasStrictPriorities {
                throw ExplainedError(
                    .wrongToken, "On a processor with strict priorities there is nothing to choose.", cure: "Give another token.")
            }
            played.source.suspendsAtEveryAwait = path.suspendsAtEveryAwait
        }
        progress.say("compiling \(played.source.name) …")
        let build = try ExploredBuild.make(played.source)
        let (entry, result, options) = try search(build, played, path) { progress.show($0) }
        progress.clear()
        let seat = try build.seat(entry, options: options, result: result, path: path)
        let session = try GameSession(
            seat, result: result, program: played.title(entry), finding: wanted, from: path, lesson: played.lesson,
            score: wanted == nil ? played.keptScore(entry) : nil)
        try play(session)
        if !session.isWon { throw ExitCode(1) }
    }

    private func listLevels() throws {
        let catalogue = try LevelCatalogue()
        let lines = catalogue.progress.list(catalogue.levels) + ["", "Play a level: \(Invocation.interleave) play NUMBER"]
        try StandardOutput.page(lines.joined(separator: "\n"))
    }

    /// On the full screen, or as lines where there is none.
    private func play(_ session: GameSession) throws {
        if !json, !page.isLinear, isatty(STDIN_FILENO) == 1 {
            do {
                var screen = GameScreen(session, style: page.style)
                return try screen.show(style: page.style) { screen, style in screen.use(style) }
            } catch { printError("interleave: this is plain text, because \(error.reason).") }
        }
        try PlainGame(session: session, width: min(page.columns, 120), isJSON: json).play()
    }

    /// Searches the program. If there are several functions, the first one that fails is played.
    private func search(
        _ build: borrowing ExploredBuild, _ played: PlayedProgram, _ path: ExplorationReport.Path?,
        progress: (ExplorationSession.Progress) -> Void
    ) throws -> (entry: String, result: ExplorationResult, options: ExplorationOptions) {
        var options = ExplorationOptions()
        options.poolWidth = played.pool
        if machine.pool != nil { options.poolWidth = machine.pool }
        options.wakesSpuriously = machine.wakesSpuriously
        if let path {
            options.poolWidth = path.poolWidth
            options.wakesSpuriously = path.wakesSpuriously
            options.randomSeed = path.randomSeed
        }
        var entries = build.source.entries, first: (entry: String, result: ExplorationResult, options: ExplorationOptions)?
        if let token { entries = [try build.source.entry(of: token, command: played.command)] }
        if let own = played.entry { entries = [own] }
        for entry in entries {
            let result = try build.explore(
                entry, steps: Self.searchSteps, patience: Self.patience, options: options, progress: progress)
            if result.report.verdict != .none { return (entry, result, options) }
            if first == nil { first = (entry, result, options) }
        }
        guard let first else {
            throw ExplainedError(.usage, "There is no function to play.", cure: "Give a file with a function scenario().")
        }
        return first
    }
}
