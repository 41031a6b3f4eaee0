import ArgumentParser
import FoundationEssentials
import Glibc
import LabKit
import Narration
import Terminal
import Timeline
import Trace

/// `interleave replay TOKEN FILE.swift`: one schedule again, as a timeline and step by step.
struct ReplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "replay", abstract: "Show one schedule that `explore` found: its timeline, or its steps.",
        discussion: """
            The token and the file may stand in either order. Time counts steps. Exit codes: 0 the schedule ends well; 1 it shows a failure; 2 the token \
            belongs to another file or another version of it.
            """)

    @Argument(help: ArgumentHelp("The token, and the Swift file that it belongs to.", valueName: "token file"))
    var words: [String]

    @Option(help: ArgumentHelp("The function that was explored.", valueName: "name"))
    var entry = "scenario"

    @Option(help: ArgumentHelp("The Swift language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Flag(help: "Tells it step by step.")
    var step = false

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to keep the trace in.", valueName: "trace"))
    var output: String?

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if words.count != 2 { throw ValidationError("replay takes a token and the Swift file that it belongs to.") }
    }

    func run() throws {
        let token = words[0].hasSuffix(".swift") ? words[1] : words[0], file = words[0].hasSuffix(".swift") ? words[0] : words[1]
        var program = try ExploredProgram(ExploredSource(file, entries: [entry]), swiftVersion: swiftVersion)
        var template = Array("/tmp/interleave-replay-XXXXXX".utf8CString)
        let kept = mkstemp(&template)
        if kept >= 0 { close(kept) }
        let trace = output ?? String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        defer { unlink(String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)) }
        let report = try program.run(entry, token: token, trace: trace)
        if json {
            try StandardOutput.line(try ExploreCommand.page(report))
        } else {
            try show(report, trace, token: token)
            if !program.output.isEmpty { try StandardOutput.write("\nIt printed:\n\(program.output)") }
        }
        try ExploreCommand.end(report)
    }

    private func show(_ report: ExplorationReport, _ file: String, token: String) throws {
        let trace = try TraceReader.read(path: file), style = page.style
        let layout = StepLog.Layout(width: page.columns, isASCII: page.ascii)
        let lanes: LaneMode = trace.items.isEmpty ? .threads : .queues
        if step {
            StepLog(trace).step(
                layout: layout, look: style.colour == .none ? StepperLook(isASCII: page.ascii) : .coloured(isASCII: page.ascii))
        } else if page.isLinear || !open(trace, token, lanes) {
            var options = TimelineOptions(width: page.columns, lanes: lanes, style: style)
            options.title = "\(entry)(), \(token)"
            try StandardOutput.line(TimelineDrawing(trace, options: options).text())
            try StandardOutput.line("\n" + Summary(trace).lines(layout).joined(separator: "\n"))
        }
        for finding in report.findings { try StandardOutput.line("\n\(finding.summary)") }
        for outcome in report.distinctOutcomes where !outcome.outcome.isEmpty { try StandardOutput.line("\nOutcome: \(outcome.outcome)") }
        if let refusal = report.refusal { try StandardOutput.line("\n\(refusal)") }
    }

    /// The full screen; false, with a word on standard error, where the terminal cannot be drawn on.
    private func open(_ trace: Trace, _ token: String, _ lanes: LaneMode) -> Bool {
        do {
            try Viewer.show([ViewerRun(title: token, summary: "\(entry)()", trace: trace, lanes: lanes)], style: page.style, window: nil)
            return true
        } catch {
            printError("interleave: as plain text, because \(error.reason).")
            return false
        }
    }
}
