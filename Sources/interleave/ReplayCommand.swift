import ArgumentParser
import FoundationEssentials
import Glibc
import LabKit

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
            try show(report, trace)
            if !program.output.isEmpty { try StandardOutput.write("\nIt printed:\n\(program.output)") }
        }
        try ExploreCommand.end(report)
    }

    private func show(_ report: ExplorationReport, _ trace: String) throws {
        var arguments = [trace]
        if step { arguments.append("--step") }
        if page.plain || page.isLinear { arguments.append("--plain") }
        if page.ascii { arguments.append("--ascii") }
        if page.noColor { arguments.append("--no-color") }
        if let width = page.width { arguments += ["--width", "\(width)"] }
        var view = try ViewCommand.parse(arguments)
        try view.run()
        let outcome = report.distinctOutcomes.first.map { $0.outcome.isEmpty ? "" : "Outcome: \($0.outcome)" } ?? ""
        for finding in report.findings { try StandardOutput.line("\n\(finding.summary)") }
        if !outcome.isEmpty { try StandardOutput.line("\n\(outcome)") }
        if let refusal = report.refusal { try StandardOutput.line("\n\(refusal)") }
    }
}
