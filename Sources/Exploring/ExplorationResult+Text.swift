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
        if !report.outcomes.isEmpty {
            lines.append("")
            lines += outcomes
        }
        lines.append("")
        lines += extent.flatMap { Self.wrap($0, width, indent: "") }
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
            lines += ["", "Outcome: \(OutcomeWords(outcome.text))\(outcome.isAllowed ? "" : " (not allowed)")"]
        }
        return lines.joined(separator: "\n")
    }

    private func headline(_ subject: String) -> [String] {
        let verdict = report.verdict.rawValue
        if report.verdict != .none { return ["\(subject): \(verdict)"] }
        if report.isComplete { return ["\(subject): none. No interleaving goes wrong."] }
        if report.extent.isBoundComplete, let bound = report.extent.preemptionBound {
            return ["\(subject): none, as far as \(Self.count(bound, "preemption", "preemptions")) lead."]
        }
        return ["\(subject): none so far."]
    }

    /// One finding: what, why, where, what to try.
    private func part(
        _ finding: ExplorationReport.Finding, _ words: Explanation, _ width: Int, _ replay: (String) -> String
    ) -> [String] {
        var lines = Self.wrap(words.summary, width, indent: "")
        if !words.explanation.isEmpty { lines += Self.wrap(words.explanation, width, indent: "  ") }
        if !words.locations.isEmpty { lines.append("  Where:") }
        let longest = words.locations.map { "\($0.task) \($0.what)".count }.max() ?? 0
        for place in words.locations {
            let who = "\(place.task) \(place.what)"
            let position = "\(place.file.split(separator: "/").last ?? ""):\(place.line)"
            lines.append("    \(who)\(String(repeating: " ", count: longest - who.count))  \(position)  \(place.source)")
            if !place.callers.isEmpty { lines.append("      called from \(place.callers.joined(separator: ", "))") }
        }
        lines += Self.wrap("Try: \(words.hint)", width, indent: "  ")
        let switches =
            finding.path.preemptions == 0 ? "no task has to be stopped for it" : Self.count(finding.path.preemptions, "switch", "switches")
        let shortest = finding.path.isShortest && finding.path.preemptions > 0 ? ", and none is possible with fewer" : ""
        lines.append("  Schedule: \(Self.count(finding.path.length, "step", "steps")), \(switches)\(shortest). Step by step:")
        lines.append("    \(replay(token(finding.path)))")
        let printed = finding.output.split(separator: "\n", omittingEmptySubsequences: false).prefix(10)
        if !finding.output.isEmpty {
            lines.append("  It printed:")
            lines += printed.map { "    \(OutcomeWords.printable(String($0)))" }
        }
        return lines
    }

    private var outcomes: [String] {
        let shown = report.outcomes.prefix(20)
        let texts = shown.map { outcome in
            outcome.text.isEmpty ? "\"\"" : OutcomeWords(outcome.text, limit: 40).description
        }
        let width = max(7, texts.map(\.count).max() ?? 0)
        func row(_ first: String, _ second: String, _ third: String) -> String {
            let left = first + String(repeating: " ", count: width - first.count)
            return "  \(left)  \(String(repeating: " ", count: max(0, 10 - second.count)))\(second)  \(third)"
        }
        var lines = [row("Outcome", "Executions", "Token")]
        for (text, outcome) in zip(texts, shown) {
            lines.append(row(text, "\(outcome.executions)", token(outcome.path) + (outcome.isAllowed ? "" : "  not allowed")))
        }
        if report.outcomes.count > shown.count {
            lines.append("  … and \(report.outcomes.count - shown.count) more: --json tells them all.")
        }
        return lines
    }

    private var extent: [String] {
        ExtentWords(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }

    /// Lines of at most so many columns.
    static func wrap(_ text: String, _ width: Int, indent: String) -> [String] {
        var lines: [String] = [], line = indent
        for word in text.split(separator: " ") {
            if line.count > indent.count, line.count + 1 + word.count > width {
                lines.append(line)
                line = indent
            }
            line += (line.count > indent.count ? " " : "") + word
        }
        return line.count > indent.count ? lines + [line] : lines
    }
}
