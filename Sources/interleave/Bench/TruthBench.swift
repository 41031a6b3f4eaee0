import Explorer
import Exploring
import FoundationEssentials

/// What the explorer says is true: the same as the platform, as theory, as going through everything, and as it says itself the next time.
enum TruthBench {
    static var all: [(borrowing BenchFolder) throws -> ResultTable] { [litmus, counts, reduction, determinism, SweepBench.measure] }

    private static func litmus(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let runs = folder.isQuick ? 20 : 20_000
        return try table(
            "Litmus programs: each run \(runs) times for real, and explored", ["program", "possible", "explored", "seen for real", ""],
            ["litmus", "\(runs)"], folder)
    }

    private static func counts(_ folder: borrowing BenchFolder) throws -> ResultTable {
        try table(
            "Programs whose number of interleavings is known", ["program", "by theory", "executions", "blocked besides", ""], ["counts"],
            folder)
    }

    /// Each subject in a process of its own: what executions leave behind that come to no end must not add up.
    private static func reduction(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "Random programs: outcomes and verdicts are those of all interleavings, or those that as many by dice show are among them",
            columns: ["program", "all, or by dice", "with reduction", "blocked besides", ""])
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
        if rows.isEmpty { table.failures.append("Nothing was looked at.") }
    }

    /// Each program is explored twice and each of its tokens replayed many times, all in processes of their own: what is told is the same, places and
    /// traces included, and shows what the token was given for.
    private static func determinism(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let replays = folder.isQuick ? 10 : 100, programs = folder.isQuick ? 3 : ComparedProgram.all.count
        var table = ResultTable(
            "Repeated in processes of their own: the same verdict, places and trace",
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
