import Words
import Diagnosis
import Explorer

/// The whole form for people.
extension ExplorationResult {
    /// The page, wrapped to a width.
    /// - Parameters:
    ///   - subject: the explored file's name.
    ///   - replay: the command that shows a token's schedule step by step.
    public func text(width: Int, subject: String, replay: (String) -> String) -> String {
        var lines = firstLine(subject, width)
        lines += findings(width, replay)
        if !report.outcomes.isEmpty || !withoutOutcome.isEmpty {
            lines.append("")
            lines += outcomes(width)
        }
        if let pool = smallPool {
            lines.append("")
            lines += Self.wrap(pool.warning, width, indent: "")
            lines.append("  \(replay(pool.token))")
        }
        lines.append("")
        lines += (notes + coverage + [further?.note].compactMap(\.self)).flatMap { Self.wrap($0, width, indent: "") }
        if let refusal = report.refusal { lines += Self.wrap("The search ended there: \(error(refusal).message)", width, indent: "") }
        return lines.joined(separator: "\n")
    }

    /// The result of one execution.
    public func replayText(width: Int, subject: String, replay: (String) -> String) -> String {
        var lines = report.verdict == .none ? ["\(subject): this interleaving does not fail."] : firstLine(subject, width)
        lines += findings(width, replay)
        if let outcome = report.outcomes.first {
            let text = outcome.text.isEmpty ? (printsOutcome ? "nothing" : "an empty result (\"\")") : SafeText.cell(outcome.text)
            let words = "\(printsOutcome ? "Printed" : "Outcome"): \(text)\(outcome.isAllowed ? "" : " (not allowed)")"
            lines += [""] + Self.wrap(words, width, indent: "", hanging: "  ")
        }
        return lines.joined(separator: "\n")
    }

    private var coverage: [String] {
        CoverageText(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
}
