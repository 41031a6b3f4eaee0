import Schedules
import Words

/// A verdict to paste into an issue, a chat or a report: Markdown that is also easy to read as it is.
public struct MarkdownVerdict: Sendable {
    private let told: ToldSchedule
    private let versions: [String]
    /// The columns of the table, which an issue shows without scrolling.
    private static let width = 92
    /// The first line, by which a file is known. A forge does not show it.
    private static let mark = "<!-- Interleave: a verdict -->"
    private static let mostRows = 40
    private static let mostOutcomes = 12

    /// - Parameter versions: the facts that the reader needs to repeat it: "Swift 6.3.1", "Linux 6.1".
    public init(_ told: ToldSchedule, versions: [String]) {
        self.told = told
        self.versions = versions
    }

    /// The whole text, with a newline at its end.
    public func text() -> String {
        var parts = [[Self.mark, "**\(MarkdownText.sentence(told.verdict))**"]]
        if !told.failure.isEmpty { parts.append([MarkdownText.sentence(told.failure)]) }
        parts += steps
        if !told.reasons.isEmpty { parts.append([MarkdownText.sentence(told.reasons.joined(separator: " "))]) }
        if !told.places.isEmpty { parts.append(told.places.map(place)) }
        if !told.advice.isEmpty { parts.append(["**Try:** \(MarkdownText.sentence(told.advice))"]) }
        if let command = told.command {
            let preemptions = told.preemptions.isEmpty ? "" : " (\(told.preemptions))"
            parts.append(["Replay this schedule\(preemptions):"])
            parts.append(MarkdownText.block([command], language: "sh"))
        }
        if !told.printed.isEmpty {
            parts.append(["It printed:"])
            parts.append(MarkdownText.block(shortened(told.printed)))
        }
        if !told.others.isEmpty {
            parts.append(["Other failures:"])
            parts.append(told.others.map { "- \(MarkdownText.sentence($0))" })
        }
        parts += outcomes
        if !told.remarks.isEmpty { parts.append([told.remarks.map(MarkdownText.sentence).joined(separator: " ")]) }
        if !versions.isEmpty { parts.append(["<sub>\(versions.map(MarkdownText.sentence).joined(separator: " · "))</sub>"]) }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var steps: [[String]] {
        guard told.table.isWorthShowing else { return [] }
        var lines = told.table.shortened(to: Self.mostRows).lines(width: Self.width, namesFile: told.namesFile)
        if let circle = told.circle { lines += [""] + circle.lines(width: Self.width) }
        return [MarkdownText.block(lines)]
    }

    private func place(_ place: ToldSchedule.Place) -> String {
        let source = place.source.isEmpty ? "" : ": \(MarkdownText.code(place.source))"
        return "- \(MarkdownText.sentence(place.words)), \(MarkdownText.code("\(place.file):\(place.line)"))\(source)"
    }

    private var outcomes: [[String]] {
        guard told.outcomes.count > 1 || !told.outcomes.allSatisfy(\.isAllowed) else { return [] }
        let count = told.executions > 1 ? " (of \(Wording.grouped(told.executions)))" : ""
        var rows = ["| Outcome | | Executions\(count) | Token |", "|---|---|--:|---|"]
        for outcome in told.outcomes.prefix(Self.mostOutcomes) {
            let token = outcome.token.isEmpty ? "" : MarkdownText.cell(outcome.token)
            let mark = outcome.isAllowed ? "" : "**not allowed**"
            rows.append("| \(MarkdownText.cell(outcome.text)) | \(mark) | \(outcome.executions) | \(token) |")
        }
        let more = told.outcomes.count - Self.mostOutcomes
        return more > 0 ? [rows, ["… and \(Wording.count(more, "more outcome"))."]] : [rows]
    }

    private func shortened(_ lines: [String]) -> [String] {
        lines.count <= 20 ? lines : lines.prefix(19) + ["… and \(Wording.count(lines.count - 19, "more line"))"]
    }
}
