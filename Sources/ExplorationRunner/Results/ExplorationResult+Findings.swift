import Diagnosis
import Explorer
import Schedules
import Words

/// The findings in the whole form for people: what goes wrong, the steps as a table, why, where, and what to try.
extension ExplorationResult {
    /// All findings. A data race that is the cause of another finding is told with that one.
    func findings(_ width: Int, _ replay: (String) -> String) -> [String] {
        var lines: [String] = []
        for (finding, words) in zip(report.findings, explanations) where !explanations.contains(where: { $0.tells(of: words) }) {
            let race = explanations.first { words.tells(of: $0) }
            lines.append("")
            lines += part(finding, words, causedBy: race, width, replay)
        }
        return lines
    }

    /// Whether the reader gave several files, so that a line needs the name of its file.
    var hasSeveralFiles: Bool { source.files.count > 1 && source.modules == nil }

    /// One finding.
    private func part(
        _ finding: ExplorationReport.Finding, _ words: Explanation, causedBy race: Explanation?, _ width: Int, _ replay: (String) -> String
    ) -> [String] {
        var lines = Self.wrap(words.headline, width, indent: "")
        if words.table.isWorthShowing { lines += [""] + words.table.lines(width: width, namesFile: hasSeveralFiles) + [""] }
        // (The schedule that is shown is that of the failure, and not that of its data race.)
        let ofRace = Explanation.sentences(of: race?.explanation ?? "").filter { !$0.hasPrefix("The schedule below leads to") }
        let texts = [words.explanation, ofRace.joined(separator: " ")].filter { !$0.isEmpty }
        if !texts.isEmpty { lines += Self.wrap(texts.joined(separator: " "), width, indent: "  ") }
        lines += places(words.locations, width)
        lines += Self.wrap("Try: \(words.hint(causedBy: race))", width, indent: "  ")
        lines += schedule(finding, replay)
        lines += printed(finding)
        return lines
    }

    /// The command that shows the finding's schedule.
    private func schedule(_ finding: ExplorationReport.Finding, _ replay: (String) -> String) -> [String] {
        let switches =
            finding.path.hasStrictPriorities
            ? "strict priorities"
            : finding.path.preemptions == 0 ? "no preemption" : Self.count(finding.path.preemptions, "preemption", "preemptions")
        let shortest = finding.path.isShortest && finding.path.preemptions > 0 ? ", the fewest possible" : ""
        var lines = ["  Schedule: \(switches)\(shortest). Step by step:", "    \(replay(token(finding.path)))"]
        if let seeds = seeds(finding.randomSeeds) { lines.append("  With random \(seeds).") }
        return lines
    }

    /// The program's output in the finding's execution.
    func printed(_ finding: ExplorationReport.Finding, atMost most: Int = 10) -> [String] {
        var printed = SafeText.withoutAddresses(finding.output).split(separator: "\n", omittingEmptySubsequences: false)
        while printed.last?.isEmpty == true { printed.removeLast() }
        if printed.isEmpty || most == 0 { return [] }
        let more = printed.count > most ? ["    … and \(Self.count(printed.count - most, "more line", "more lines"))"] : []
        return ["  It printed:"] + printed.prefix(most).map { "    \(SafeText.line(String($0)))" } + more
    }
}
