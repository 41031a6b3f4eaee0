import ArgumentParser
import FoundationEssentials
import LabKit

/// `interleave explore FILE.swift`: plain Swift under every interleaving that can differ.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore", abstract: "Run a function under every interleaving that can differ, and say what goes wrong.",
        discussion: """
            The file is plain Swift with a function scenario(); what it returns is the outcome, an error that it throws a failure. With \
            func outcome() the outcome is what that returns when everything has ended; with func allowed(_:) -> Bool an outcome may be refused.
            Threads, locks, conditions, atomics, dispatch queues, groups, semaphores, work items, delays and memory are explored; whatever else it \
            calls to wait ends the exploration, with its name. Exit codes: 0 nothing goes wrong in any interleaving; 1 something does; 2 it cannot be \
            explored; 3 the budget ran out and nothing was found.
            """)

    @Argument(help: ArgumentHelp("The Swift file.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The function to explore.", valueName: "name"))
    var entry = "scenario"

    @Option(help: ArgumentHelp("The Swift language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Option(help: ArgumentHelp("Executions after which the search is given up, from 1.", valueName: "n"))
    var budget = 1_000_000

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write the first failure's trace to.", valueName: "trace"))
    var output: String?

    func validate() throws {
        if ![5, 6].contains(swiftVersion) { throw ValidationError("--swift-version is 5 or 6.") }
        if budget < 1 { throw ValidationError("--budget is a number of executions, from 1.") }
    }

    func run() throws {
        var program = try ExploredProgram(ExploredSource(file, entries: [entry]), swiftVersion: swiftVersion)
        let report = try program.run(entry, budget: budget, trace: output)
        if json {
            try StandardOutput.line(try Self.page(report))
        } else {
            let width = min(StandardOutput.terminalWidth ?? 100, 120)
            let options = entry == "scenario" ? "" : " --entry \(entry)"
            try StandardOutput.write(
                report.text(subject: "\(entry)() in \(file)", width: width, replay: "swift run interleave replay\(options) \(file)"))
        }
        try Self.end(report)
    }

    /// Ends with the exit code that the report means.
    static func end(_ report: ExplorationReport) throws {
        if report.failure != nil { throw ExitCode(CommandFailure.Code.doesNotHold.rawValue) }
        if report.refusal != nil { throw ExitCode(CommandFailure.Code.usage.rawValue) }
        if !report.complete { throw ExitCode(CommandFailure.Code.notFinished.rawValue) }
    }

    static func page(_ report: ExplorationReport) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(report), as: UTF8.self)
    }
}
