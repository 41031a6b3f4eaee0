import ExplorationRunner
import FoundationEssentials
import System
import Trace
import Words

/// How often real runs with a few delays find a bug, compared with plain repetition.
enum ChaosBench {
    static var all: [(borrowing BenchFolder) throws -> ResultTable] { [bugs, correct] }

    /// Ten programs, each with a bug.
    private static let programs: [ComparedProgram] =
        ComparedProgram.all.filter { !$0.verdicts.isEmpty } + [
            ComparedProgram(file: "Reentrancy", title: "actor reentrancy", verdicts: [.assertion]),
            ComparedProgram(file: "EarlyNotify", title: "group entered too late", verdicts: [.assertion]),
            ComparedProgram(file: "LostWakeup", title: "lost wake-up", verdicts: [.lostWakeup]),
            ComparedProgram(file: "Published", title: "flag set before the data", verdicts: [.race, .assertion]),
            ComparedProgram(file: "SharedCache", title: "cache looked up, then filled", verdicts: [.assertion]),
        ]

    private static func bugs(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let runs = folder.isQuick ? 3 : 100
        var table = ResultTable(
            "Ten programs with a bug: \(runs) plain runs, \(runs) runs with delays",
            columns: ["program", "plain: failed", "first", "chaos: failed", "first", "with a data race", "first", "s"])
        for program in programs {
            guard try program.compile([], folder) else { throw ExplainedError(.ours, "\(program.file).swift does not compile.") }
            var failed = 0, first: Int?
            for number in 1...runs
            where try ComparedProgram.run(folder.program, [], patience: .seconds(2), folder).ending != .exited(code: 0) {
                failed += 1
                first = first ?? number
            }
            let shaken = try shake(program, runs)
            let all = shaken.report.runs
            table.rows.append([program.title, "\(failed) of \(runs)", words(first)])
            table.rows[table.rows.count - 1] += ["\(shaken.failed) of \(all)", words(shaken.first)]
            table.rows[table.rows.count - 1] += ["\(shaken.races) of \(all)", words(shaken.firstRace)]
            table.rows[table.rows.count - 1].append("\((shaken.report.seconds * 10).rounded() / 10)")
            if shaken.report.findings.isEmpty, !folder.isQuick {
                table.failures.append("\(program.title): not found in \(shaken.report.runs) runs with delays.")
            }
        }
        return table
    }

    /// A correct program: a finding there is a false alarm.
    private static func correct(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let runs = folder.isQuick ? 3 : 100
        var table = ResultTable("Correct programs: findings in \(runs) runs with delays", columns: ["program", "found"])
        let album = ComparedProgram(file: "Album", title: "album, semaphore, group", verdicts: [])
        for program in ComparedProgram.all.filter({ $0.verdicts.isEmpty }) + [album] {
            let report = try shake(program, runs).report
            let found = report.findings.map(ChaosPage.title).joined(separator: ", ")
            table.rows.append([program.title, found.isEmpty ? "nothing" : found])
            if !report.findings.isEmpty { table.failures.append("\(program.title): a finding, but this program has no bug.") }
        }
        return table
    }

    private struct Shaken {
        var report: ChaosReport
        var failed: Int
        var first: Int?
        var races: Int
        var firstRace: Int?
    }

    private static func shake(_ program: ComparedProgram, _ runs: Int) throws -> Shaken {
        let build = try program.build(), room = try TemporaryFolder.make()
        let report = try build.shake("scenario", runs: runs, seed: 1, folder: room.path, inspect: { ChaosInspection.read($0, $1) })
        let failures = report.findings.filter { $0.verdict != .race }, races = report.findings.filter { $0.verdict == .race }
        return Shaken(
            report: report, failed: min(failures.reduce(0) { $0 + $1.runs }, report.runs), first: failures.map(\.first).min(),
            races: races.map(\.runs).max() ?? 0,
            firstRace: races.map(\.first).min())
    }

    private static func words(_ number: Int?) -> String { number.map { "\($0)" } ?? "-" }
}
