import enum Trace.Verdict
import Words
import Diagnosis
import Explorer

/// The form for people.
extension ExplorationResult {
    /// The page, wrapped to a width.
    /// - Parameters:
    ///   - subject: the explored file's name.
    ///   - replay: the command that shows a token's schedule step by step.
    public func text(width: Int, subject: String, replay: (String) -> String) -> String {
        var lines = headline(subject)
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
        var lines = report.verdict == .none ? ["\(subject): this interleaving does not fail."] : headline(subject)
        lines += findings(width, replay)
        if let outcome = report.outcomes.first {
            let text = outcome.text.isEmpty ? (printsOutcome ? "nothing" : "an empty result (\"\")") : PrintableText.cell(outcome.text)
            let words = "\(printsOutcome ? "Printed" : "Outcome"): \(text)\(outcome.isAllowed ? "" : " (not allowed)")"
            lines += [""] + Self.wrap(words, width, indent: "", hanging: "  ")
        }
        return lines.joined(separator: "\n")
    }

    private func headline(_ subject: String) -> [String] {
        let verdict = report.verdict.rawValue
        if report.verdict != .none { return ["\(subject): \(verdict)\(Self.meaning(report.verdict).map { " (\($0))" } ?? "")"] }
        if report.coverage.strategy == .strictPriorities {
            return ["\(subject): none. The execution under strict priorities does not fail."]
        }
        if report.isComplete && isUndecided {
            return ["\(subject): none, but the outcomes are not judged."]
        }
        if report.isComplete { return ["\(subject): none. No interleaving fails."] }
        if report.isCompleteWithinBound, let bound = report.coverage.preemptionBound {
            return ["\(subject): none with at most \(Self.count(bound, "preemption", "preemptions"))."]
        }
        return ["\(subject): none so far."]
    }

    /// The meaning of a verdict's name, if the name alone does not say it; nil if it does.
    private static func meaning(_ verdict: Verdict) -> String? {
        switch verdict {
        case .assertion: "a result that is not allowed, a trap, or an uncaught error"
        case .misuse: "a call that the library forbids"
        case .leak: "a task that is never resumed"
        case .lostWakeup: "a thread waits for ever for a signal"
        case .livelock: "threads run, but make no progress"
        case .poolExhaustion: "all threads of the pool are blocked"
        default: nil
        }
    }

    private var coverage: [String] {
        CoverageText(report).sentences(time: "in \((seconds * 100).rounded() / 100) s")
    }

    static func count(_ number: Int, _ one: String, _ many: String) -> String { "\(number) \(number == 1 ? one : many)" }
}
