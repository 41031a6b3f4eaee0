extension ExplorationReport {
    /// The report for people.
    /// - Parameters:
    ///   - subject: what was explored: "scenario() in bank.swift".
    ///   - replay: the command that shows a token's schedule, without the token.
    public func text(subject: String, width: Int, replay: String) -> String {
        var lines: [String] = []
        func paragraph(_ text: String, indent: String = "") {
            lines += Self.wrapped(text, width: max(40, width - indent.count)).map { indent + $0 }
        }
        let cut = blocked > 0 ? " (and \(blocked) that would have repeated others)" : ""
        if complete {
            let all =
                executions == 1 ? "there is one execution, and no other that could differ" : "all \(executions) executions that can differ"
            paragraph("\(subject): \(all)\(cut).")
        } else {
            paragraph("\(subject): \(Self.counted(executions, "execution"))\(cut), and more that were not made.")
        }
        if let refusal {
            lines.append("")
            paragraph(refusal)
        }
        for finding in findings {
            lines.append("")
            paragraph("\(Self.title(finding.kind)): \(finding.summary)")
            for location in finding.locations where location.line > 0 {
                lines.append("    \(location.file):\(location.line)  \(location.task) \(location.what)")
            }
            paragraph(finding.explanation, indent: "  ")
            lines.append("  See it: \(replay) \(finding.token)")
        }
        if findings.isEmpty && complete {
            lines.append(executions == 1 ? "Nothing goes wrong in it." : "Nothing goes wrong in any of them.")
        }
        if !distinctOutcomes.isEmpty {
            lines.append("")
            lines.append(distinctOutcomes.count == 1 ? "One outcome:" : "\(distinctOutcomes.count) outcomes:")
            let digits = distinctOutcomes.map { "\($0.executions)".count }.max() ?? 1
            for outcome in distinctOutcomes.prefix(40) {
                let count = "\(outcome.executions)"
                let left = "  " + String(repeating: " ", count: digits - count.count) + count + " times  "
                lines.append(left + (outcome.outcome.isEmpty ? "(nothing returned)" : outcome.outcome) + "  " + outcome.token)
            }
            if distinctOutcomes.count > 40 { lines.append("  … and \(distinctOutcomes.count - 40) more: --json tells them all.") }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func title(_ kind: String) -> String {
        switch kind {
        case "race": "Data race"
        case "assertion": "Failure"
        case "crash": "Crash"
        case "deadlock": "Deadlock"
        case "lostWakeup": "Lost wake-up"
        case "livelock": "No end"
        case "misuse": "Misuse"
        default: kind
        }
    }

    private static func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

    /// Breaks a text between words.
    private static func wrapped(_ text: String, width: Int) -> [String] {
        var lines: [String] = [], line = ""
        for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
            if !line.isEmpty && line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return lines + [line]
    }
}
