import ExplorationRunner
import Explorer
import Trace
import Words

/// How soon fixed bugs of public packages are found, and that their fixed versions have none.
enum RealBugsBench {
    static var all: [(borrowing BenchFolder) throws -> ResultTable] { [bugs, fixed] }

    private static func bugs(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let budget = folder.isQuick ? 1_000 : 100_000, sampled = folder.isQuick ? 100 : 10_000, runs = folder.isQuick ? 3 : 100
        let seeds: ClosedRange<UInt64> = folder.isQuick ? 1...1 : 1...5
        var table = ResultTable(
            "Fixed bugs of public packages, before the fix: executions until the first failure, by the systematic search, by PCT and by random choice (the median of 5 seeds), and plain runs",
            columns: ["package", "fixed by", "bug", "found", "first", "s", "PCT", "random", "plain: failed", "first"])
        for bug in RealBug.all {
            let build = try bug.build(isFixed: false)
            let found = try first(build, ExplorationOptions(), budget), plain = try bug.runPlainly(runs, folder)
            let verdict = found?.verdict ?? .none
            table.rows.append([bug.package, bug.reference, bug.title, verdict.rawValue])
            table.rows[table.rows.count - 1] += [
                found.map { "\($0.executions)" } ?? "-", found.map { "\(($0.seconds * 100).rounded() / 100)" } ?? "-",
                try sample(build, .pct, seeds, sampled), try sample(build, .random, seeds, sampled),
                "\(plain.failed) of \(plain.runs)", plain.first.map { "\($0)" } ?? "-",
            ]
            if !bug.verdicts.contains(verdict) { table.failures.append("\(bug.folder): found \(verdict.rawValue), which is not its bug.") }
        }
        return table
    }

    private struct First {
        var executions: Int
        var seconds: Double
        var verdict: Verdict
    }

    /// The first failure: the smallest number of executions that finds one. The same options make the same executions.
    private static func first(_ build: borrowing ExploredBuild, _ options: ExplorationOptions, _ budget: Int) throws -> First? {
        var options = options
        options.stopsAtFailure = true
        var without = 0, found: First?, next = 1
        while without + 1 < found?.executions ?? budget + 1 {
            let result = try build.explore("scenario", budget: next, options: options), report = result.report
            if let verdict = report.findings.map(\.verdict).min() {
                found = First(executions: min(next, report.executionsAltogether), seconds: result.seconds, verdict: verdict)
            } else {
                without = next
                // (All interleavings have been run.)
                if report.executionsAltogether < next { return nil }
            }
            next = found.map { (without + $0.executions) / 2 } ?? min(next * 8, budget)
        }
        return found
    }

    /// Executions until the first failure: the median of several seeds; a dash if most of them find none.
    private static func sample(
        _ build: borrowing ExploredBuild, _ strategy: ExplorationOptions.Strategy, _ seeds: ClosedRange<UInt64>, _ budget: Int
    ) throws -> String {
        let counts = try seeds.map { seed in
            var options = ExplorationOptions()
            options.strategy = strategy
            options.seed = seed
            return try first(build, options, budget)?.executions ?? .max
        }
        let median = counts.sorted()[counts.count / 2]
        return median == .max ? "-" : "\(median)"
    }

    /// A finding here is a false alarm.
    private static func fixed(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "The same after the fix: executions in total, and the findings",
            columns: ["package", "fixed by", "executions", "s", "complete", "found"])
        for bug in RealBug.all {
            let result = try bug.build(isFixed: true).explore("scenario", budget: folder.isQuick ? 1_000 : 100_000)
            let report = result.report, found = report.findings.map(\.verdict.rawValue).joined(separator: ", ")
            table.rows.append([
                bug.package, bug.reference, "\(report.executionsAltogether)", "\((result.seconds * 100).rounded() / 100)",
                report.isComplete ? "yes" : "no", found.isEmpty ? "nothing" : found,
            ])
            if !found.isEmpty { table.failures.append("\(bug.folder), fixed: found \(found), but this program has no bug.") }
        }
        return table
    }
}
