import Explorer
import ExplorationRunner
import FoundationEssentials

/// Checks that the explorer's results are true: equal to the platform, to theory, to an exhaustive
/// search, and to its own next result.
enum TruthBench {
    static var all: [(borrowing BenchFolder) throws -> ResultTable] { [litmus, counts, reduction, determinism, SweepBench.measure] }

    private static func litmus(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let runs = folder.isQuick ? 20 : 20_000
        return try table(
            "Litmus programs: each run \(runs) times natively, and explored", ["program", "possible", "explored", "seen for real", ""],
            ["litmus", "\(runs)"], folder)
    }

    private static func counts(_ folder: borrowing BenchFolder) throws -> ResultTable {
        try table(
            "Programs with a known number of interleavings", ["program", "by theory", "executions", "also blocked", ""], ["counts"],
            folder)
    }

    /// Each subject in its own process, so that memory of unfinished executions does not add up.
    private static func reduction(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "Random programs: the reduced search finds the same outcomes and verdicts as a search through all interleavings. If there are too many, random schedules find nothing new.",
            columns: ["program", "all, or at random", "with reduction", "also blocked", ""])
        for subject in try ExploringWorkload().run(["subjects"], patience: .seconds(10), folder).lines.compactMap(\.first) {
            let isOfMemory = subject == "memory"
            let programs = folder.isQuick ? (isOfMemory ? 20 : 3) : (isOfMemory ? 500 : 100)
            let limit = folder.isQuick ? (isOfMemory ? 3000 : 500) : (isOfMemory ? 20_000 : 5000)
            printError("random programs: \(subject) …")
            let arguments = ["reduction", subject, "\(programs)", "\(limit)"]
            add(try ExploringWorkload().run(arguments, patience: .seconds(1800), folder).lines, to: &table)
        }
        return table
    }

    private static func table(
        _ title: String, _ columns: [String], _ arguments: [String], _ folder: borrowing BenchFolder
    ) throws -> ResultTable {
        var table = ResultTable(title, columns: columns)
        add(try ExploringWorkload().run(arguments, patience: .seconds(1800), folder).lines, to: &table)
        return table
    }

    private static func add(_ rows: [[String]], to table: inout ResultTable) {
        table.rows += rows
        for row in rows where row.last != "holds" { table.failures.append("\(row.first ?? ""): \(row.last ?? "")") }
        if rows.isEmpty { table.failures.append("Nothing was checked.") }
    }

    /// Each program is explored twice and each of its tokens replayed many times, all in separate
    /// processes. The reports must be the same, with places and traces, and each replay must show
    /// its token's failure.
    private static func determinism(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let replays = folder.isQuick ? 10 : 100, programs = folder.isQuick ? 3 : ComparedProgram.all.count
        var table = ResultTable(
            "Repeated in separate processes: each gives the same verdict, places and trace",
            columns: ["program", "explored", "tokens", "replayed", ""])
        for program in ComparedProgram.all.prefix(programs) {
            let build = try program.build()
            let first = try build.explore("scenario"), second = try build.explore("scenario")
            var words = try same([first.report, second.report]) ? [] : ["two explorations differ"]
            var tokens: [String: (inout Set<String>, ExplorationReport) -> Void] = [:]
            for outcome in first.report.outcomes {
                tokens[first.token(outcome.path)] = { words, report in
                    if report.outcomes.first?.text != outcome.text { words.insert("a replay ends with another outcome") }
                }
            }
            for finding in first.report.findings {
                tokens[first.token(finding.path)] = { words, report in
                    if !report.findings.contains(where: { $0.verdict == finding.verdict }) {
                        words.insert("a replay does not show the \(finding.verdict)")
                    }
                }
            }
            var wrong: Set<String> = []
            for (token, check) in tokens.sorted(by: { $0.key < $1.key }) {
                let all = try (0..<replays).map { _ in try build.replay(token, of: "scenario", command: "interleave explore").report }
                if try !same(all) { wrong.insert("replays of one token differ") }
                for report in all { check(&wrong, report) }
            }
            words += wrong.sorted()
            table.rows.append([
                program.title, "2 times", "\(tokens.count)", "\(replays) times each",
                words.isEmpty ? "holds" : words.joined(separator: "; "),
            ])
            if !words.isEmpty { table.failures.append("\(program.title): \(words.joined(separator: "; ")).") }
        }
        return table
    }

    private static func same(_ reports: [ExplorationReport]) throws -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return Set(try reports.map { try encoder.encode($0) }).count == 1
    }
}
