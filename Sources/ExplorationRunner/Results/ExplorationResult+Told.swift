import Diagnosis
import Explorer
import Schedules
import Words

/// The result for files that are handed on: the first failure with all its parts, without a screen's limits.
extension ExplorationResult {
    /// The verdict, in words.
    /// - Parameters:
    ///   - subject: the explored file's name; its folders are left out.
    ///   - replay: the command that shows a token's schedule.
    public func told(subject: String, replay: (String) -> String) -> ToldSchedule {
        let isReplay = report.log != nil && report.coverage.strategy != .strictPriorities
        let name = subject.split(separator: "/").last.map(String.init) ?? subject
        let nothingFails = isReplay && report.verdict == .none
        var told = ToldSchedule(
            subject: name,
            verdict: nothingFails
                ? "\(name): this interleaving does not fail."
                : firstLine(name, .max).joined(separator: " ").replacing("   ", with: " "))
        told.executions = report.executionsAltogether
        told.outcomes = report.outcomes.map {
            .init(
                text: $0.text.isEmpty ? (printsOutcome ? "(nothing printed)" : "\"\"") : SafeText.cell($0.text), isAllowed: $0.isAllowed,
                executions: $0.executions, token: $0.isTried && $0.isReproducible ? token($0.path) : "")
        }
        if !isReplay {
            told.outcomes += withoutOutcome.map {
                .init(text: $0.name, isAllowed: false, executions: $0.executions, token: token($0.path))
            }
            told.remarks = notes + CoverageText(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
        }
        if let pool = smallPool { told.remarks.append("\(pool.warning) \(replay(pool.token))") }
        if let further, !(further.isComplete && further.rows.isEmpty) { told.remarks.append(further.note) }
        if let refusal = report.refusal { told.remarks.append("The search ended there: \(error(refusal).message)") }
        addFinding(to: &told, replay)
        return told
    }

    private func addFinding(to told: inout ToldSchedule, _ replay: (String) -> String) {
        let findings = toldFindings
        guard let (finding, words) = findings.first else { return }
        let race = explanations.first { words.tells(of: $0) }
        told.failure = words.shortHeadline(causedBy: race)
        if words.table.isWorthShowing { (told.table, told.circle, told.namesFile) = (words.table, words.circle, hasSeveralFiles) }
        told.reasons = words.shortSentences(atMost: 5, causedBy: race, hasOutcomes: report.log == nil && !report.outcomes.isEmpty)
            .map(words.withoutShownCode)
        if told.table.rows.isEmpty {
            told.places = words.locations.map {
                .init(
                    words: words.shortened("\($0.task) \($0.what)"), file: $0.file.split(separator: "/").last.map(String.init) ?? $0.file,
                    line: $0.line, source: $0.source)
            }
        }
        told.advice = words.shortened(words.hint(causedBy: race))
        told.token = token(finding.path)
        told.command = replay(token(finding.path))
        let count = finding.path.preemptions
        told.preemptions =
            finding.path.hasStrictPriorities
            ? "strict priorities" : count == 0 ? "no preemption" : Self.count(count, "preemption", "preemptions")
        if finding.path.isShortest, count > 0 { told.preemptions += ", the fewest possible" }
        told.printed = SafeText.withoutAddresses(finding.output).split(separator: "\n", omittingEmptySubsequences: false)
            .map { SafeText.line(String($0)) }
        while told.printed.last?.isEmpty == true { told.printed.removeLast() }
        told.others = findings.dropFirst().map { "\($1.shortened($1.summary)) \(report.log == nil ? token($0.path) : "")" }
    }
}
