import Foundation

/// What `interleave explore` says about a program.
enum Exploration {
    /// - Parameter races: whether a data race is reported. These programs have none.
    case complete(outcomes: Set<String>, executions: Int, races: Bool)
    case skipped(reason: String)

    private struct Report: Decodable {
        struct Outcome: Decodable { var outcome: String }
        struct Finding: Decodable { var kind: String }

        var complete: Bool
        var executions: Int
        var distinctOutcomes: [Outcome]
        var findings: [Finding]
        var notRepeated: [String]
    }

    static func of(_ file: String, with interleave: String, in folder: String) -> Exploration {
        let child = ChildProcess.run(interleave, ["explore", file, "--json", "--budget", "20000"], seconds: 180, in: folder)
        if child.isTimedOut { return .skipped(reason: "exploring took more than 180 seconds") }
        guard let report = try? JSONDecoder().decode(Report.self, from: Data(child.output.utf8)) else {
            let words = child.errors.split(separator: "\n").first { $0.contains("error") || $0.contains("cannot") } ?? "no report"
            return .skipped(reason: "refused (exit code \(child.code)): \(words)")
        }
        guard report.complete else { return .skipped(reason: "not complete") }
        var outcomes = Set(report.distinctOutcomes.map(\.outcome))
        for finding in report.findings {
            switch finding.kind {
            case "deadlock", "lostWakeup", "leak", "livelock", "starvation", "poolExhaustion": outcomes.insert(Machine.hang)
            case "crash", "misuse", "assertion": outcomes.insert(Machine.crash)
            default: break
            }
        }
        return .complete(outcomes: outcomes, executions: report.executions, races: report.findings.contains { $0.kind == "race" })
    }
}
