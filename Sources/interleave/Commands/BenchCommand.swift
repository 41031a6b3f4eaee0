import Words
import ArgumentParser
import FoundationEssentials
import LabKit

/// `interleave bench`: the cost of recording, drawing, starting and exploring, each compared with a
/// baseline measured in the same run; and how far the explorer can be trusted.
struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure the cost of recording, drawing and exploring, and check the explorer's results.",
        discussion: """
            Suites: \(Suite.all.map { "\($0.name) (\($0.about))" }.joined(separator: ", ")).
            Without --suite, every suite runs except \(Suite.all.filter(\.isOnlyByName).map(\.name).joined(separator: ", ")): they take minutes, or 1 GB on the disk. \
            Exit code 1 if a figure misses its target, or a check does not hold. Measure a release build, on an otherwise idle machine: \
            swift run -c release interleave bench
            """)

    @Option(help: ArgumentHelp("Run only this suite.", valueName: "name"))
    var suite: String?

    @Flag(help: "Print one JSON object and nothing else.")
    var json = false

    @Flag(help: "Do a hundredth of the work, once. This shows that everything runs. The figures are not judged.")
    var quick = false

    func run() throws {
        let suites = try chosen()
        let folder = try BenchFolder(isQuick: quick)
        // (Debug builds are what the suite weight measures.)
        if Self.isDebugBuild, suites.contains(where: { $0.name != "weight" }) {
            printError(
                "interleave: this is a debug build, so its figures mean little and are not judged. To measure: swift run -c release interleave bench"
            )
        }
        var results: [Result] = []
        for suite in suites {
            printError("measuring: \(suite.about) …")
            switch suite.content {
            case .figures(let measure): results.append(Result(suite: suite.name, figures: try measure(folder), tables: []))
            case .tables(let parts):
                results.append(Result(suite: suite.name, figures: [], tables: []))
                for part in parts {
                    let table = try part(folder)
                    results[results.count - 1].tables.append(table)
                    // Minutes of work: each result is shown as soon as it is there.
                    if !json { try StandardOutput.write((results[results.count - 1].tables.count > 1 ? "\n" : "") + table.text) }
                }
            }
        }
        let figures = results.flatMap(\.figures)
        if json { try StandardOutput.write(Self.json(results)) } else if !figures.isEmpty { try StandardOutput.write(Self.table(figures)) }
        let isFast = Self.isDebugBuild || quick || results.allSatisfy { $0.figures.allSatisfy(\.isReached) }
        if !isFast || !results.allSatisfy({ $0.tables.allSatisfy(\.failures.isEmpty) }) {
            throw ExitCode(ExitStatus.doesNotHold)
        }
    }

    private func chosen() throws -> [Suite] {
        guard let suite else { return Suite.usual }
        let names = Suite.all.map(\.name)
        let found = Suite.all.filter { $0.name == suite }
        guard !found.isEmpty else {
            let nearest = suite.nearest(among: names).map { " Did you mean '\($0)'?" } ?? ""
            throw ExplainedError(
                .usage, "There is no suite '\(suite)'.\(nearest)", cure: "The suites are: \(names.joined(separator: ", ")).")
        }
        return found
    }

    private struct Result: Encodable {
        var suite: String
        var figures: [Figure]
        var tables: [ResultTable]
    }

    private struct Report: Encodable {
        var build: String
        var suites: [Result]
    }

    private static func json(_ results: [Result]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let report = Report(build: isDebugBuild ? "debug" : "release", suites: results)
        return String(decoding: try encoder.encode(report), as: UTF8.self) + "\n"
    }

    static var isDebugBuild: Bool {
        #if DEBUG
            true
        #else
            false
        #endif
    }
}
