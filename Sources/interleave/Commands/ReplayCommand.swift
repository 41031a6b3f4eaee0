import System
import Words
import ArgumentParser
import Course
import ExplorationRunner
import Glibc
import Grading
import Narration
import Terminal
import Timeline
import Trace

/// `interleave replay`: runs one schedule of an explored file again.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay",
        abstract: "Run an explored program, or an attempt at an exercise, once more with the exact schedule of a token.",
        discussion: """
            The token comes from `\(Invocation.interleave) explore`, or from `\(Invocation.interleave) grade`. For `grade`, give the exercise instead of the \
            file. A token is valid only for the files and options that it was made with. After a change it is refused.
            """)

    @Argument(help: ArgumentHelp("A token printed by explore or grade.", valueName: "token"))
    var token: String

    @Argument(help: ArgumentHelp("The explored files, or the graded exercise.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("For an exercise: the graded file, if it is not yours in Exercises.", valueName: "file"))
    var attempt: String?

    @Flag(help: "For an exercise: the solution was graded.")
    var solution = false

    @OptionGroup var other: ExercisesOption

    @OptionGroup var program: ExploredFiles

    @OptionGroup var machine: ExplorationLimits

    @Flag(help: "Print the schedule step by step. In a terminal it waits for a key after each step.")
    var step = false

    @Flag(help: "Leave out the picture, as for a screen reader: each step is a sentence.")
    var noPicture = false

    @Flag(help: "Print the whole report: each place and each sentence. Without it, the report has room on a screen.")
    var all = false

    @Flag(help: "Print one JSON object. With --step, it also has each step, with its line of source and the values after it.")
    var json = false

    @OptionGroup var sharing: SharingOptions

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if solution, attempt != nil { throw ValidationError("Use --solution or --attempt, not both.") }
        if isFile && (solution || attempt != nil) {
            throw ValidationError("--solution and --attempt are for exercises, but \(file) is a file.")
        }
        if sharing.isPrinted && (all || json || step || noPicture) {
            throw ValidationError(
                "--format without -o prints nothing else. Leave out --all, --json, --step and --no-picture, or add -o FILE.")
        }
        if noPicture && (step || json) { throw ValidationError("--no-picture prints sentences. Leave out --step and --json.") }
        if all && json { throw ValidationError("Use --all (for people) or --json (for scripts), not both.") }
    }

    /// Whether the argument is not an exercise.
    private var isFile: Bool {
        files.count > 1 || file.hasSuffix(".swift") || file.contains("/") || access(file, F_OK) == 0
    }

    private var file: String { files.first ?? "" }

    func run() throws {
        var subject = try isFile ? explored() : graded()
        if isFile { try sharing.check(against: subject.source) }
        let path = try subject.source.path(of: token, entry: subject.entry, command: subject.command)
        try machine.check(path)
        subject.source.suspendsAtEveryAwait = path.suspendsAtEveryAwait
        let build = try ExploredBuild.make(subject.source)
        var result = try build.replay(token, of: subject.entry, command: subject.command)
        if let cure = subject.cureForRaces { result.advise(onRaces: cure) }
        let trace = sharing.trace ?? build.trace
        if let log = result.report.log { try result.write(log, to: trace) }
        if sharing.form != .trace {
            _ = try SharedVerdict(result, subject: file, words: subject.words).share(sharing, unlessItIs: file)
        }
        if json {
            let steps = step && result.report.log != nil ? SteppedEvent.all(StepLog(try TraceReader.read(path: trace))) : []
            try StandardOutput.line(
                step ? try SteppedPage(page: result.page(isTimed: false), steps: steps).text() : try result.json(isTimed: false))
        } else if !sharing.isPrinted {
            // (An endless loop leaves nothing to draw.)
            if result.report.log != nil {
                try draw(trace, ownFile: subject.ownFile, subject.ways)
                try StandardOutput.line()
            }
            let width = min(page.columns, 120)
            let replay = { (token: String) in "\(Invocation.interleave) replay \(token) \(subject.words) --step" }
            let words =
                all
                ? result.replayText(width: width, subject: file, replay: replay)
                : result.shortReplayText(width: width, subject: file, more: SharingOptions.more, replay: replay)
            try StandardOutput.page(words)
        }
        if result.report.verdict != .none { throw ExitCode(1) }
    }

    /// The subject of a replay: the source and its function, the command that prints tokens for it,
    /// and the words that name it. For an exercise, also its advice against a data race.
    /// And the learner's own file, without its folders: the small test that calls it is not what they have written.
    private typealias Subject = (
        source: ExploredSource, entry: String, command: String, words: String, cureForRaces: String?, ownFile: String?, ways: Ways
    )

    /// A file. Its token is checked before seconds are spent on compiling.
    private func explored() throws -> Subject {
        var source = try program.source(files)
        let words = program.words(files), entry = source.entries[0]
        let line = ProgressLine()
        defer { line.clear() }
        try program.addModules(to: &source) { line.say($0) }
        let command = "\(Invocation.interleave) explore \(words)"
        let path = try source.path(of: token, entry: entry, command: command)
        if path.suspendsAtEveryAwait, source.modules != nil {
            // The package has to be built in another way, too.
            source.modules?.release()
            source.suspendsAtEveryAwait = true
            try program.addModules(to: &source) { line.say($0) }
        }
        let ways = path.hasStrictPriorities ? Ways.fromVerdict : .fromVerdict(token, of: program.arguments(files))
        return (source, entry, command, words, nil, nil, ways)
    }

    /// An attempt at an exercise.
    private func graded() throws -> Subject {
        let catalogue = try other.catalogue()
        let exercise = try catalogue.exercise(named: file), folder = ExerciseFolder(exercise, in: catalogue.package)
        let words = exercise.words + (solution ? " --solution" : attempt.map { " --attempt \(ShellWords.quoted($0))" } ?? "")
        let command = "\(Invocation.interleave) grade \(words)"
        let path = solution ? folder.solutionPath : attempt ?? folder.ownPath
        let source = try folder.exploredSource(of: path), own = path.split(separator: "/").last.map(String.init)
        var ways = exercise.home == nil ? Ways.from(exercise.name, Course(package: catalogue.package)) : .fromVerdict
        ways.game = ["play", exercise.name, "--from", token, solution ? "--solution" : "--attempt"] + (solution ? [] : [path])
        if let folder = other.given { ways.game += ["--exercises", folder] }
        return (source, try source.entry(of: token, command: command), command, words, exercise.cureForRaces, own, ways)
    }

    /// The schedule, drawn as `interleave view` draws real runs.
    private func draw(_ file: String, ownFile: String?, _ ways: Ways) throws {
        let trace = try TraceReader.read(path: file), style = page.style
        let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
        if step {
            let look = StepperLook.styled(style)
            var log = StepLog(trace)
            log.fold(showing: .attempt(ownFile))
            log.step(layout: layout, look: look, ownFile: ownFile, ways: ways)
            return
        }
        if noPicture {
            try StandardOutput.write("\(self.file), \(token)\n" + StepLog(trace).text(layout, look: .styled(style)))
            return try StandardOutput.line("\n" + Summary(trace).lines(layout).joined(separator: "\n"))
        }
        let lanes = LaneMode.usual(for: trace)
        if !page.isLinear {
            do {
                var run = ViewerRun(title: token, summary: self.file, trace: trace, lanes: lanes)
                run.ownFile = ownFile
                try Viewer.show([run], style: style, window: nil, ways: ways)
                return
            } catch { printError("interleave: this is plain text, because \(error.reason).") }
        }
        var options = TimelineOptions(width: page.columns, lanes: lanes, style: style)
        options.title = "\(self.file), \(token)"
        try StandardOutput.line(TimelineDrawing(trace, options: options).text())
        try StandardOutput.line("\n" + Summary(trace).lines(layout).joined(separator: "\n"))
    }
}
