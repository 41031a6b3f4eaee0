import Diagnosis
import Explorer

/// The form for people.
extension ExplorationResult {
    /// The page, wrapped to a width.
    /// - Parameters:
    ///   - subject: what was explored: a file's name.
    ///   - replay: the command that shows a token's schedule step by step.
    public func text(width: Int, subject: String, replay: (String) -> String) -> String {
        var lines = headline(subject)
        for (finding, words) in zip(report.findings, explanations) {
            lines.append("")
            lines += part(finding, words, width, replay)
        }
        if !report.outcomes.isEmpty || !withoutOutcome.isEmpty {
            lines.append("")
            lines += outcomes(width)
        }
        lines.append("")
        lines += (notes + extent).flatMap { Self.wrap($0, width, indent: "") }
        if let refusal = report.refusal { lines += Self.wrap("It ended there: \(error(refusal).message)", width, indent: "") }
        return lines.joined(separator: "\n")
    }

    /// What one execution came to.
    public func replayText(width: Int, subject: String, replay: (String) -> String) -> String {
        var lines = report.verdict == .none ? ["\(subject): nothing goes wrong in this interleaving."] : headline(subject)
        for (finding, words) in zip(report.findings, explanations) {
            lines.append("")
            lines += part(finding, words, width, replay)
        }
        if let outcome = report.outcomes.first {
            let text = outcome.text.isEmpty ? (printsOutcome ? "nothing" : "an empty result (\"\")") : ShownText.cell(outcome.text)
            let words = "\(printsOutcome ? "Printed" : "Outcome"): \(text)\(outcome.isAllowed ? "" : " (not allowed)")"
            lines += [""] + Self.wrap(words, width, indent: "", hanging: "  ")
        }
        return lines.joined(separator: "\n")
    }

    private func headline(_ subject: String) -> [String] {
        let verdict = report.verdict.rawValue
        if report.verdict != .none { return ["\(subject): \(verdict)"] }
        if report.isComplete { return ["\(subject): none. No interleaving goes wrong."] }
        if report.isCompleteWithinBound, let bound = report.extent.preemptionBound {
            return ["\(subject): none, as far as \(Self.count(bound, "preemption", "preemptions")) lead."]
        }
        return ["\(subject): none so far."]
    }

    /// One finding: what, why, where, what to try.
    private func part(
        _ finding: ExplorationReport.Finding, _ words: Explanation, _ width: Int, _ replay: (String) -> String
    ) -> [String] {
        var lines = Self.wrap(words.headline, width, indent: "")
        if !words.explanation.isEmpty { lines += Self.wrap(words.explanation, width, indent: "  ") }
        lines += places(words.locations, width)
        lines += Self.wrap("Try: \(words.hint)", width, indent: "  ")
        let switches =
            finding.path.preemptions == 0 ? "no task has to be stopped for it" : Self.count(finding.path.preemptions, "switch", "switches")
        let shortest = finding.path.isShortest && finding.path.preemptions > 0 ? ", and none is possible with fewer" : ""
        lines.append("  Schedule: \(switches)\(shortest). Step by step:")
        lines.append("    \(replay(token(finding.path)))")
        if let seeds = seeds(finding.randomSeeds) { lines.append("  With random \(seeds).") }
        var printed = ShownText.withoutAddresses(finding.output).split(separator: "\n", omittingEmptySubsequences: false)
        while printed.last?.isEmpty == true { printed.removeLast() }
        if !printed.isEmpty {
            lines.append("  It printed:")
            lines += printed.prefix(10).map { "    \(ShownText.printable(String($0)))" }
            if printed.count > 10 { lines.append("    … and \(Self.count(printed.count - 10, "more line", "more lines"))") }
        }
        return lines
    }

    private var extent: [String] {
        ExtentWords(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
}
