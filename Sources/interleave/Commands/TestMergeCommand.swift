import ArgumentParser
import ExplorationRunner
import System
import Words

/// `interleave test merge FILE …`: one result from the parts that several machines have explored.
struct TestMergeCommand: ParsableCommand {
    /// `test` has options with the same names, so its parser would take them.
    static let name = "test-merge"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Merge the results of several parts of the tests into one.",
        usage: "interleave test merge <file> ... [--junit <file>] [--json]",
        discussion: """
            The files are those that `\(Invocation.interleave) test --shard K/N --json` has printed on several machines. Each failure is told once more, then a \
            sentence counts all tests. A part that is missing is named.

            Exit codes: as those of `test` for all parts together; 3 if a part is missing; 2 if a file has no results, or if a test has two.
            """, shouldDisplay: false)

    @Argument(help: ArgumentHelp("Files with results.", valueName: "file"))
    var files: [String]

    @Option(help: ArgumentHelp("Write the results to this file, in the form of JUnit.", valueName: "file"))
    var junit: String?

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() throws {
        let merged = try MergedTests(files: files), counts = TestCounts(merged.results)
        if let junit { try JUnitFile(path: junit, package: "package").write(merged.results) }
        if json {
            try StandardOutput.line(try merged.text())
        } else {
            for result in merged.results where result.status != .passed { try StandardOutput.line(result.line) }
            for result in merged.results where result.status == .failed { try StandardOutput.line("\n\(result.report)") }
            try StandardOutput.line("\n\(counts.summary)")
        }
        for shard in merged.missing { printError("interleave: part \(shard.number) of \(shard.count) is missing.") }
        let code = counts.exitCode == 0 && !merged.missing.isEmpty ? ExitStatus.notFinished : counts.exitCode
        if code != 0 { throw ExitCode(code) }
    }
}
