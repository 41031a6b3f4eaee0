import Diagnosis
import Explorer
import Schedules
import Words

/// The short form for people: one screen, with the first failure as a table. The whole form has the rest.
extension ExplorationResult {
    /// The lines of a terminal of the usual size, without the one for the next command.
    private static let screenLines = 23

    /// How much the short form tells.
    private struct Measure {
        var sentences = 3
        var hints = 3
        var outcomes = 8
        var printed = 3
        var rows = 12
        var others = 4

        /// From much to little.
        static let all = [
            Measure(), Measure(hints: 2), Measure(hints: 2, outcomes: 4, printed: 1), Measure(hints: 2, outcomes: 4, printed: 0),
            Measure(sentences: 2, hints: 2, outcomes: 4, printed: 0), Measure(sentences: 2, hints: 2, outcomes: 3, printed: 0),
            Measure(sentences: 1, hints: 2, outcomes: 3, printed: 0, others: 3),
            Measure(sentences: 1, hints: 2, outcomes: 3, printed: 0, rows: 8, others: 2),
            Measure(sentences: 1, hints: 1, outcomes: 3, printed: 0, rows: 8, others: 2),
            Measure(sentences: 1, hints: 1, outcomes: 3, printed: 0, rows: 6, others: 1),
        ]
    }

    /// The page, wrapped to a width: as much as has room on a screen.
    /// - Parameters:
    ///   - subject: the explored file's name.
    ///   - more: the way to the whole form, if there is one.
    ///   - replay: the command that shows a token's schedule step by step.
    public func shortText(width: Int, subject: String, more: String? = nil, replay: (String) -> String) -> String {
        let end = ending(width)
        var lines: [String] = []
        for measure in Measure.all {
            lines = firstFinding(measure, width, more, replay) + otherFindings(measure, width) + shortOutcomes(measure, width)
            lines += pool(width, replay) + end
            if Self.hasRoom(lines) { break }
        }
        return (firstLine(subject, width) + lines).joined(separator: "\n")
    }

    /// The result of one execution.
    public func shortReplayText(width: Int, subject: String, more: String? = nil, replay: (String) -> String) -> String {
        let first = report.verdict == .none ? ["\(subject): this interleaving does not fail."] : firstLine(subject, width)
        var lines: [String] = []
        for measure in Measure.all {
            lines = firstFinding(measure, width, more, replay) + otherFindings(measure, width) + replayedOutcome(width)
            if Self.hasRoom(lines) { break }
        }
        return (first + lines).joined(separator: "\n")
    }

    /// Whether the lines after the first one have room on the screen.
    ///
    /// The first line and the command that steps through a schedule have names of files, so they can need two rows. The same report
    /// must not tell less for that: the first line counts as one row, and the command, which is never broken, as two.
    private static func hasRoom(_ lines: [String]) -> Bool {
        lines.reduce(1) { $0 + ($1.hasPrefix(Self.step) ? 2 : 1) } <= screenLines
    }

    private static let step = "  Step  "

    // MARK: the first failure

    /// The findings that have a part of their own: a data race that is the cause of another finding is told with that one.
    public var toldFindings: [(finding: ExplorationReport.Finding, words: Explanation)] {
        zip(report.findings, explanations).filter { _, words in !explanations.contains { $0.tells(of: words) } }
            .map { (finding: $0, words: $1) }
    }

    private func firstFinding(_ measure: Measure, _ width: Int, _ more: String?, _ replay: (String) -> String) -> [String] {
        guard let (finding, words) = toldFindings.first else { return [] }
        let race = explanations.first { words.tells(of: $0) }
        var lines = [""] + Self.wrap(words.shortHeadline(causedBy: race), width, indent: "")
        lines.append("")
        if words.table.isWorthShowing {
            lines += words.table(atMost: measure.rows).lines(width: width, namesFile: hasSeveralFiles) + [""]
            if let circle = words.circle { lines += circle.lines(width: width - 2).map { "  \($0)" } }
        }
        let sentences = words.shortSentences(
            atMost: measure.sentences, causedBy: race, hasOutcomes: report.log == nil && !report.outcomes.isEmpty)
        if !sentences.isEmpty { lines += Self.wrap(words.withoutShownCode(sentences.joined(separator: " ")), width, indent: "  ") }
        if !words.table.isWorthShowing && measure.sentences > 1 { lines += places(Array(words.locations.prefix(3)), width) }
        let hint = words.shortened(Explanation.sentences(of: words.hint(causedBy: race)).prefix(measure.hints).joined(separator: " "))
        if !hint.isEmpty { lines += Self.wrap("Try   \(hint)", width, indent: "  ", hanging: "        ") }
        if report.log == nil { lines.append("\(Self.step)\(replay(token(finding.path)))") }
        lines += printed(finding, atMost: measure.printed).map { cutText($0, to: width) }
        if let more { lines += Self.wrap("More  \(more)", width, indent: "  ", hanging: "        ") }
        return lines
    }

    /// The other failures, one line for each.
    private func otherFindings(_ measure: Measure, _ width: Int) -> [String] {
        let others = toldFindings.dropFirst()
        if others.isEmpty { return [] }
        let shown = others.prefix(measure.others)
        var lines = [""]
        for (finding, words) in shown {
            let token = report.log == nil ? "  \(self.token(finding.path))" : ""
            let line = words.shortened(words.summary)
            lines.append("  \(cutText(line, to: max(24, width - 2 - token.count)))\(token)")
        }
        if others.count > shown.count { lines.append("  … and \(Self.count(others.count - shown.count, "more failure", "more failures"))") }
        return lines
    }

    // MARK: the outcomes

    private func shortOutcomes(_ measure: Measure, _ width: Int) -> [String] {
        // (If there is one outcome, and it is allowed, the first line tells the same.)
        let isTold = report.outcomes.count < 2 && report.outcomes.allSatisfy(\.isAllowed) && withoutOutcome.count < 2
        if report.verdict != .none, isTold, further?.rows.isEmpty ?? true { return [] }
        if report.outcomes.isEmpty && withoutOutcome.isEmpty { return [] }
        return [""] + outcomes(width, atMost: measure.outcomes, above: toldFindings.first?.finding.path)
    }

    private func pool(_ width: Int, _ replay: (String) -> String) -> [String] {
        guard let pool = smallPool else { return [] }
        return [""] + Self.wrap(pool.warning, width, indent: "") + ["  \(replay(pool.token))"]
    }

    /// Remarks, and what was not run.
    private func ending(_ width: Int) -> [String] {
        var words = notes + CoverageText(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
        // (The first line says that every interleaving was run.)
        words.removeAll { $0.hasPrefix("Complete: ") }
        if let further, !(further.isComplete && further.rows.isEmpty) { words.append(further.note) }
        if let refusal = report.refusal { words.append("The search ended there: \(error(refusal).message)") }
        let lines = words.flatMap { Self.wrap($0, width, indent: "") }
        return lines.isEmpty ? [] : [""] + lines
    }

    private func replayedOutcome(_ width: Int) -> [String] {
        guard let outcome = report.outcomes.first else { return [] }
        let text = outcome.text.isEmpty ? (printsOutcome ? "nothing" : "an empty result (\"\")") : SafeText.cell(outcome.text)
        let words = "\(printsOutcome ? "Printed" : "Outcome"): \(text)\(outcome.isAllowed ? "" : " (not allowed)")"
        return [""] + Self.wrap(words, width, indent: "", hanging: "  ")
    }
}
