import ArgumentParser
import Exploring
import Narration
import Terminal
import Timeline
import Trace

/// `interleave replay`: one schedule of an explored file again.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Run a file's scenario() once more, exactly as a token has it.",
        discussion: "The token comes from `interleave explore`. It fits the file as it was then: after a change it is refused.")

    @Argument(help: ArgumentHelp("A token that explore has printed.", valueName: "token"))
    var token: String

    @Argument(help: ArgumentHelp("The file that was explored.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The function that was explored.", valueName: "name"))
    var entry = "scenario"

    @Option(name: .customLong("swift-version"), help: ArgumentHelp("The language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Flag(help: "Tells the schedule step by step; in a terminal it waits for a key after each.")
    var step = false

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .customShort("o"), help: ArgumentHelp("Where the trace of the schedule goes.", valueName: "trace"))
    var output: String?

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if step && json { throw ValidationError("--step is for people and --json for scripts: give one of them.") }
    }

    func run() throws {
        let source = try ExploredSource(file, entries: [entry], swiftVersion: swiftVersion)
        let command = "interleave explore \(file)"
        // Before the compiler has its seconds.
        _ = try source.path(of: token, entry: entry, command: command)
        let build = try ExploredBuild.make(source)
        let result = try build.replay(token, of: entry, command: command)
        let trace = output ?? build.trace
        if let log = result.report.log { try result.write(log, to: trace) }
        if json {
            try StandardOutput.line(try result.json(isTimed: false))
        } else {
            try draw(trace)
            try StandardOutput.line()
            let words = result.replayText(width: min(page.columns, 120), subject: file) { "interleave replay \($0) \(file) --step" }
            try StandardOutput.line(words)
        }
        if result.report.verdict != .none { throw ExitCode(1) }
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
