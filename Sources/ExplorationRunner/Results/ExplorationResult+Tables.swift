import Words
import Diagnosis
import Explorer

/// The parts in columns: the places, and the outcomes.
extension ExplorationResult {
    /// The place of each thread: a table if there is room, else each place on its own lines.
    func places(_ locations: [Explanation.Location], _ width: Int) -> [String] {
        if locations.isEmpty { return [] }
        let rows = locations.map { place in
            (who: "\(place.task) \(place.what)", position: "\(place.file.split(separator: "/").last ?? ""):\(place.line)", place: place)
        }
        let longest = rows.map(\.who.count).max() ?? 0, widest = rows.map(\.position.count).max() ?? 0
        let hasRoom = rows.allSatisfy { 4 + longest + 2 + widest + 2 + $0.place.source.count <= width }
        var lines = ["  Where:"]
        for row in rows {
            if hasRoom {
                let gap = String(repeating: " ", count: longest - row.who.count + 2)
                let behind = String(repeating: " ", count: widest - row.position.count + 2)
                lines.append("    \(row.who)\(gap)\(row.position)\(row.place.source.isEmpty ? "" : behind + row.place.source)")
            } else {
                lines += Self.wrap(row.who, width, indent: "    ", hanging: "      ")
                lines += Self.wrap("\(row.position)  \(row.place.source)", width, indent: "      ", hanging: "        ")
            }
            if !row.place.callers.isEmpty {
                lines += Self.wrap("called from \(row.place.callers.joined(separator: ", "))", width, indent: "      ", hanging: "        ")
            }
        }
        return lines
    }

    /// The outcomes, the most frequent first: for each, the number of executions and a token; then
    /// the executions without an outcome.
    /// - Parameters:
    ///   - most: the rows at most.
    ///   - above: in the short form, the schedule that is shown above.
    func outcomes(_ width: Int, atMost most: Int = 20, above: ExplorationReport.Path? = nil) -> [String] {
        let shown = report.outcomes.prefix(most), failed = withoutOutcome
        func token(_ path: ExplorationReport.Path) -> String { path == above ? "shown above" : self.token(path) }
        let more = (further?.rows ?? []).prefix(20)
        let tokens =
            shown.map {
                (!$0.isTried ? "(not replayed)" : $0.isReproducible ? token($0.path) : "(not reproducible)")
                    + ($0.isAllowed ? "" : "  not allowed") + (seeds($0.randomSeeds).map { "  \($0)" } ?? "")
            }
            + failed.map { token($0.path) } + more.map { "\($0.token)\($0.isAllowed ? "" : "  not allowed")  \(FurtherSuspensions.mark)" }
        let longest = tokens.map(\.count).max() ?? 0
        // A token is never broken, because it is to be copied. If there is not enough room next to
        // it for the outcomes, it has a line of its own.
        let cells = shown.map { $0.text.isEmpty ? (printsOutcome ? "(nothing printed)" : "\"\"") : SafeText.cell($0.text) },
            names = failed.map(\.name) + more.map { $0.failure == nil ? SafeText.cell($0.text) : $0.text }
        let beside = width - 2 - 2 - 10 - 2 - longest, wanted = min(56, (cells + names).map(\.count).max() ?? 0)
        let isBeside = beside >= max(7, wanted)
        let texts = SafeText.excerpts(cells, width: max(16, min(56, isBeside ? beside : width - 14))) + names
        let counts = shown.map(\.executions) + failed.map(\.executions) + more.map(\.executions)
        let all = "of \(Wording.grouped(report.executionsAltogether))", number = above == nil ? 10 : all.count
        let column = max(7, texts.map(\.count).max() ?? 0)
        func row(_ first: String, _ second: String, _ third: String) -> [String] {
            let left = first + String(repeating: " ", count: column - first.count)
            let line = "  \(left)  \(String(repeating: " ", count: max(0, number - second.count)))\(second)"
            return isBeside ? ["\(line)  \(third)"] : [line, "    \(third)"]
        }
        var lines = row(printsOutcome ? "Printed" : "Outcome", above == nil ? "Executions" : all, "Token")
        for index in counts.indices { lines += row(texts[index], "\(counts[index])", tokens[index]) }
        if report.outcomes.count > shown.count {
            lines.append(
                "  … and \(report.outcomes.count - shown.count) more: \(most < 20 ? "--all and --json list them" : "--json lists them all")."
            )
        }
        return lines
    }

    /// If the program was explored with several random seeds: the seeds that led there.
    func seeds(_ seeds: [UInt64]) -> String? {
        guard report.coverage.randomSeeds.count > 1 else { return nil }
        return "\(seeds.count == 1 ? "seed" : "seeds") \(CoverageText.ranges(seeds))"
    }

    /// The executions without an outcome, because they failed before their end: for each failure
    /// the number of executions, and a token for one of them.
    var withoutOutcome: [(name: String, executions: Int, path: ExplorationReport.Path)] {
        report.findings.filter { $0.ends > 0 }.map { ("(\($0.verdict.rawValue))", $0.ends, $0.path) }
    }

    /// Lines of at most this many columns, broken between words. Lines after the first can be
    /// indented further.
    static func wrap(_ text: String, _ width: Int, indent: String, hanging: String? = nil) -> [String] {
        LineFilling.lines(
            of: text.split(separator: " ", omittingEmptySubsequences: false), width: width, indent: indent, hanging: hanging)
    }
}
