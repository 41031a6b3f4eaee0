import ArgumentParser
import Explorer
import Glibc

/// `interleave explore`: a file of plain Swift under every interleaving that can differ.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore", abstract: "Run a file's scenario() under every interleaving, and tell what can go wrong.",
        discussion: """
            The file is plain Swift with a function `scenario()`. What it returns is the outcome, or what `outcome()` returns once everything has \
            ended, where the file has that. `func allowed(_ outcome: …) -> Bool` says which outcomes are right. A data race, a trap, an error, a \
            deadlock or an outcome that is not allowed is a failure; each comes with a token that leads there again: interleave replay TOKEN FILE.

            Exit codes: 0 nothing goes wrong, and every interleaving was run; 1 something goes wrong; 2 the file does not compile, or calls \
            something that cannot be explored; 3 nothing was found, but not everything was run.
            """)

    @Argument(help: ArgumentHelp("A file of plain Swift.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The function to explore.", valueName: "name"))
    var entry = "scenario"

    @Option(name: .customLong("swift-version"), help: ArgumentHelp("The language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Option(help: ArgumentHelp("Executions after which it stops.", valueName: "count"))
    var budget = 1_000_000

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .customShort("o"), help: ArgumentHelp("Where the trace of the first failure goes.", valueName: "trace"))
    var output: String?

    func validate() throws {
        if ![5, 6].contains(swiftVersion) { throw ValidationError("--swift-version is 5 or 6.") }
        if budget < 1 { throw ValidationError("--budget is at least 1.") }
    }

    func run() throws {
        let start = ContinuousClock.now
        let file = try ExploredFile(file, entry: entry, swiftVersion: swiftVersion)
        let build = try ExploredBuild.make(file)
        var order = ExploringProcess.Order()
        order.executions = budget
        let line = ProgressLine()
        let outcome = try ExploringProcess.run(build, order) {
            line.show("explored \($0) executions, \($2) searches begun anew because of races")
        }
        line.clear()
        let report = try ExplorationFailure.report(of: outcome)
        let result = ExplorationResult(report, of: file, program: build.program, seconds: (ContinuousClock.now - start) / .seconds(1))
        try ExplorationFailure.refuse(result)
        if let output, let failure = report.findings.first {
            try failure.log.write(to: output, program: file.name, locations: result.locations)
        }
        if json {
            try StandardOutput.line(try result.json(isTimed: true))
        } else {
            try StandardOutput.line(result.text(width: min(StandardOutput.terminalWidth ?? 100, 120)))
        }
        if result.code != 0 { throw ExitCode(result.code) }
    }
}

/// A line that tells how far the search has come, in a terminal only.
final class ProgressLine {
    private var isShown = false

    func show(_ text: String) {
        guard isatty(STDERR_FILENO) == 1 else { return }
        isShown = true
        printError("\r\u{1B}[K\(text)", terminator: "")
    }

    func clear() {
        if isShown { printError("\r\u{1B}[K", terminator: "") }
        isShown = false
    }
}
