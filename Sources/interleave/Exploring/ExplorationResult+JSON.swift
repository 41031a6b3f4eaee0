import Diagnosis
import Explorer
import FoundationEssentials

/// The form for scripts: its keys are a promise.
extension ExplorationResult {
    private struct Page: Encodable {
        var verdict: String
        var complete: Bool
        var executions: Int
        var blocked: Int
        var distinctOutcomes: [Outcome]
        var failure: Failure?
        var findings: [Failure]
        var seconds: Double?

        enum Key: String, CodingKey { case verdict, complete, executions, blocked, distinctOutcomes, failure, findings, seconds }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(verdict, forKey: .verdict)
            try container.encode(complete, forKey: .complete)
            try container.encode(executions, forKey: .executions)
            try container.encode(blocked, forKey: .blocked)
            try container.encode(distinctOutcomes, forKey: .distinctOutcomes)
            try container.encode(failure, forKey: .failure)
            try container.encode(findings, forKey: .findings)
            try container.encodeIfPresent(seconds, forKey: .seconds)
        }
    }

    private struct Outcome: Encodable {
        var outcome: String
        var executions: Int
        var token: String
        var allowed: Bool
    }

    private struct Failure: Encodable {
        var kind: String
        var summary: String
        var explanation: String
        var hint: String
        var token: String
        var preemptions: Int
        var steps: Int
        var locations: [Location]
        var output: String
    }

    private struct Location: Encodable {
        var task: String
        var file: String
        var line: Int
        var what: String
    }

    /// - Parameter isTimed: a replay says nothing of the time it took, so that it is the same each time.
    func json(isTimed: Bool) throws -> String {
        let findings = zip(report.findings, explanations).map { finding, words in
            Failure(
                kind: finding.verdict.rawValue, summary: words.summary, explanation: words.explanation, hint: words.hint,
                token: token(finding.path),
                preemptions: finding.path.preemptions, steps: finding.path.length,
                locations: words.locations.map { Location(task: $0.task, file: $0.file, line: $0.line, what: $0.what) },
                output: finding.output)
        }
        let page = Page(
            verdict: report.verdict.rawValue, complete: report.isComplete, executions: report.executions, blocked: report.blocked,
            distinctOutcomes: report.outcomes.map {
                Outcome(outcome: $0.text, executions: $0.executions, token: token($0.path), allowed: $0.isAllowed)
            },
            failure: findings.first, findings: findings, seconds: isTimed ? (seconds * 1000).rounded() / 1000 : nil)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(page), as: UTF8.self)
    }
}
