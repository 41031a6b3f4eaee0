import Words
import ExplorationRunner
import Explorer
import FoundationEssentials
import Trace

/// How soon bugs are found: six programs, compared with common tools, and a collection from the
/// literature.
enum BugsBench {
    static var all: [(borrowing BenchFolder) throws -> ResultTable] { [compared, knownBugs, correctedTwins] }

    // MARK: six programs

    private static func compared(_ folder: borrowing BenchFolder) throws -> ResultTable {
        let plain = folder.isQuick ? 2 : 100, checked = folder.isQuick ? 1 : 10
        var table = ResultTable(
            "Six programs: failed runs, and runs in which a tool reported a problem",
            columns: ["program", "run plainly", "ThreadSanitizer", "helgrind", "drd", "explored", "finds", "executions", "ms"])
        for program in ComparedProgram.all {
            guard try program.compile([], folder) else { throw ExplainedError(.ours, "\(program.file).swift does not compile.") }
            let wrong = try count(plain) {
                try ComparedProgram.run(folder.program, [], patience: .seconds(2), folder).ending != .exited(code: 0)
            }
            let helgrind = try valgrind("helgrind", checked, folder), drd = try valgrind("drd", checked, folder)
            let sanitizer = try sanitizer(program, checked, folder)
            let ours = try explore(program, checked)
            table.rows.append(
                [program.title, "\(wrong) of \(plain)", sanitizer, helgrind, drd, "\(ours.found) of \(checked)", ours.words] + [
                    "\(ours.executions)", ours.milliseconds,
                ])
            if ours.found != (program.verdicts.isEmpty ? 0 : checked) || !ours.isRight {
                table.failures.append("\(program.title): found \(ours.words) in \(ours.found) of \(checked) explorations.")
            }
        }
        return table
    }

    private static func count(_ runs: Int, _ isSo: () throws -> Bool) rethrows -> Int {
        var count = 0
        for _ in 0..<runs where try isSo() { count += 1 }
        return count
    }

    private static func valgrind(_ tool: String, _ runs: Int, _ folder: borrowing BenchFolder) throws -> String {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/valgrind") else { return "not installed" }
        let reported = try count(runs) {
            let arguments = ["--tool=\(tool)", "--error-exitcode=99", folder.program]
            return try ComparedProgram.run("valgrind", arguments, patience: .seconds(30), folder).words.contains("ERROR SUMMARY: 0 ")
                == false
        }
        return "\(reported) of \(runs)"
    }

    private static func sanitizer(_ program: ComparedProgram, _ runs: Int, _ folder: borrowing BenchFolder) throws -> String {
        guard try program.compile(["-sanitize=thread"], folder) else { return "not installed" }
        let reported = try count(runs) {
            try ComparedProgram.run(folder.program, [], patience: .seconds(5), folder).words.contains("WARNING: ThreadSanitizer")
        }
        return "\(reported) of \(runs)"
    }

    /// The result of exploring it this many times, each in its own process.
    private struct Explored {
        var found = 0
        /// Each time the whole search, with nothing else.
        var isRight = true
        var words = ""
        var executions = 0
        var milliseconds = ""
    }

    private static func explore(_ program: ComparedProgram, _ times: Int) throws -> Explored {
        let build = try program.build()
        var explored = Explored(), seconds: [Double] = []
        for _ in 0..<times {
            let result = try build.explore("scenario"), report = result.report
            seconds.append(result.seconds)
            let verdicts = report.findings.map(\.verdict)
            if !verdicts.isEmpty { explored.found += 1 }
            if Set(verdicts) != program.verdicts || !report.isComplete { explored.isRight = false }
            explored.words = verdicts.isEmpty ? "nothing" : verdicts.map(\.rawValue).joined(separator: ", ")
            explored.executions = report.executions + report.blocked
        }
        explored.milliseconds = "\(Int((seconds.median * 1000).rounded()))"
        return explored
    }

    // MARK: known bugs

    private static func knownBugs(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "Bugs of the SCTBench collection: executions until the first finding (first), in total (all), and until the first finding of random schedules (median of 5 seeds)",
            columns: ["program", "to find", "first", "ms", "all", "complete", "PCT", "random"])
        for line in try ExploringWorkload().run(["bugs", "\(folder.isQuick ? 2_000 : 1_000_000)"], patience: .seconds(600), folder).lines {
            guard line.count == 8 else { throw ExplainedError(.ours, "ExplorerWorkload said: \(line.joined(separator: " "))") }
            let milliseconds = Double(line[3]).map { "\(Int($0) / 1000).\(Int($0) / 100 % 10)" } ?? "-"
            table.rows.append([line[0], line[1], line[2], milliseconds, line[4], line[5] == "all" ? "yes" : "no", line[6], line[7]])
            if line[2] == "-" { table.failures.append("\(line[0]): its \(line[1]) was not found in \(line[4]) executions.") }
        }
        return table
    }

    private static func correctedTwins(_ folder: borrowing BenchFolder) throws -> ResultTable {
        var table = ResultTable(
            "Their corrected versions: executions in total, and the findings", columns: ["program", "all", "complete", "found"])
        for line in try ExploringWorkload().run(["twins", "\(folder.isQuick ? 2_000 : 1_000_000)"], patience: .seconds(600), folder).lines {
            guard line.count == 4 else { throw ExplainedError(.ours, "ExplorerWorkload said: \(line.joined(separator: " "))") }
            table.rows.append([line[0], line[1], line[2] == "all" ? "yes" : "no", line[3]])
            if line[3] != "nothing" { table.failures.append("\(line[0]), corrected: found \(line[3]), but this program has no bug.") }
        }
        return table
    }
}
