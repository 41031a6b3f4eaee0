import ArgumentParser
import Exploring
import Glibc
import Grading
import Narration
import Terminal
import Timeline
import Trace

/// `interleave replay`: one schedule of an explored file again.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run an explored program, or an attempt at an exercise, once more, exactly as a token has it.",
        discussion: """
            The token comes from `\(Invocation.interleave) explore`, or from `\(Invocation.interleave) grade`: then name the exercise in place of the \
            file. It fits the files and options that it was made with: after a change it is refused.
            """)

    @Argument(help: ArgumentHelp("A token that explore or grade has printed.", valueName: "token"))
    var token: String

    @Argument(help: ArgumentHelp("The files that were explored, or the exercise that was graded.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("Of an exercise: the file that was graded, unless it is yours in Exercises.", valueName: "file"))
    var attempt: String?

    @Flag(help: "Of an exercise: the solution was graded.")
    var solution = false

    @OptionGroup var program: ExploredFiles

    @OptionGroup var machine: ExploredMachine

    @Flag(help: "Tells the schedule step by step; in a terminal it waits for a key after each.")
    var step = false

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .customShort("o"), help: ArgumentHelp("Where the trace of the schedule goes.", valueName: "trace"))
    var output: String?

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if solution, attempt != nil { throw ValidationError("--solution and --attempt exclude each other.") }
        if isFile && (solution || attempt != nil) {
            throw ValidationError("--solution and --attempt are for exercises, and \(file) names a file.")
        }
        if step && json { throw ValidationError("--step is for people and --json for scripts: give one of them.") }
    }

    /// Whether it is no exercise that is named.
    private var isFile: Bool {
        files.count > 1 || file.hasSuffix(".swift") || file.contains("/") || access(file, F_OK) == 0
    }

    private var file: String { files.first ?? "" }

    func run() throws {
        var subject = try isFile ? explored() : graded()
        if let output, isFile {
            for file in subject.source.files { try TraceFile.check(output, unlessItIs: file.name, "the source") }
        }
        let path = try subject.source.path(of: token, entry: subject.entry, command: subject.command)
        try machine.check(path)
        subject.source.suspendsAtEveryAwait = path.suspendsAtEveryAwait
        let build = try ExploredBuild.make(subject.source)
        let result = try build.replay(token, of: subject.entry, command: subject.command)
        let trace = output ?? build.trace
        if let log = result.report.log { try result.write(log, to: trace) }
        if json {
            try StandardOutput.line(try result.json(isTimed: false))
        } else {
            // (A loop that never ends leaves nothing to draw.)
            if result.report.log != nil {
                try draw(trace)
                try StandardOutput.line()
            }
            let words = result.replayText(width: min(page.columns, 120), subject: file) {
                "\(Invocation.interleave) replay \($0) \(subject.words) --step"
            }
            try StandardOutput.line(words)
        }
        if result.report.verdict != .none { throw ExitCode(1) }
    }

    /// What a token is replayed of: the source and its function, the command that prints tokens for it, and the words that name it for this one.
    private typealias Subject = (source: ExploredSource, entry: String, command: String, words: String)

    /// A file, whose token is looked at before the compiler has its seconds.
    private func explored() throws -> Subject {
        let source = try program.source(files), words = program.words(files), entry = source.entries[0]
        let command = "\(Invocation.interleave) explore \(words)"
        _ = try source.path(of: token, entry: entry, command: command)
        return (source, entry, command, words)
    }

    /// An attempt at an exercise.
    private func graded() throws -> Subject {
        let catalogue = try ExerciseCatalogue()
        let exercise = try catalogue.exercise(named: file), folder = ExerciseFolder(exercise, in: catalogue.package)
        let words = exercise.name + (solution ? " --solution" : attempt.map { " --attempt \(ShellWords.quoted($0))" } ?? "")
        let command = "\(Invocation.interleave) grade \(words)"
        let source = try folder.exploredSource(of: solution ? folder.solutionPath : attempt ?? folder.ownPath)
        return (source, try source.entry(of: token, command: command), command, words)
    }

    /// The schedule as `interleave view` draws real runs.
    private func draw(_ file: String) throws {
        let trace = try TraceReader.read(path: file), style = page.style
        let layout = StepLog.Layout(width: page.columns, isASCII: page.ascii)
        if step {
            let look = style.colour == .none ? StepperLook(isASCII: page.ascii) : .coloured(isASCII: page.ascii)
            StepLog(trace).step(layout: layout, look: look)
            return
        }
        let lanes: LaneMode = trace.items.isEmpty ? .threads : .queues
        if !page.isLinear {
            do {
                return try Viewer.show([ViewerRun(title: token, summary: self.file, trace: trace, lanes: lanes)], style: style, window: nil)
            } catch { printError("interleave: as plain text, because \(error.reason).") }
        }
        var options = TimelineOptions(width: page.columns, lanes: lanes, style: style)
        options.title = "\(self.file), \(token)"
        try StandardOutput.line(TimelineDrawing(trace, options: options).text())
        try StandardOutput.line("\n" + Summary(trace).lines(layout).joined(separator: "\n"))
    }
}
