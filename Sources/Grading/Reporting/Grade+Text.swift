import Words
import Diagnosis
import Schedules
import System

extension ScheduleTable {
    /// Whether all lines are those of the small test: then a reader could take them for lines of the attempt.
    var isOfTheChecks: Bool { rows.allSatisfy { Evidence.name(of: $0.file) == "Explored.swift" } }
}

extension Grade.CheckResult {
    /// The table of the interleaving that shows the mistake, drawn; empty if there is none.
    func tableLines(width: Int) -> [String] { table?.lines(width: width, namesFile: table?.isOfTheChecks == true) ?? [] }
}

extension Grade {
    /// The grade for people: a line for each check; for each failed check what happened, why,
    /// where, and what to try; and the checks that were not judged.
    /// - Parameter width: the number of columns, where words can be broken.
    public func text(width: Int = 100) -> String {
        var lines = [headline]
        if let trouble {
            lines += [""] + Self.indented(trouble.message, by: 2, width: status == .notCompiled ? .max : width)
            if gap == nil, status != .notStarted, status != .notCompiled { lines += [""] + unjudged(width) }
        } else {
            lines.append("")
            for check in checks where check.isJudged {
                let points = check.passed ? Self.count(check.maxPoints) : "0 of \(Self.count(check.maxPoints))"
                lines += Self.line(check.passed ? "✓" : "✗", check.name, points, width)
                if !check.passed { lines += Self.lines(of: check, width) }
            }
            lines += unjudged(width)
            for remark in allRemarks { lines += [""] + Self.indented(remark, by: 2, width: width) }
        }
        if !passed, !printed.isEmpty {
            let said = saidByItself
            let shown = said.prefix(12).map { "  | \($0.prefix(200))" }
            if !said.isEmpty { lines += ["", "Your program printed:"] + shown }
            if said.count > shown.count { lines.append("  | … and \(said.count - shown.count) more lines") }
        }
        if gap == nil, status != .notStarted, status != .notCompiled, let words = Self.openWords(Confinement.inForce) {
            lines += [""] + Self.indented(words, by: 2, width: width)
        }
        // The words of the attempt cannot change the terminal.
        return SafeText.lines(lines.joined(separator: "\n")) + "\n"
    }

    /// The mistake, the interleaving that shows it, and the advice.
    private static func lines(of check: CheckResult, _ width: Int) -> [String] {
        let end = check.message.firstRange(of: GradeFinding.advice)?.lowerBound ?? check.message.endIndex
        let drawing = check.tableLines(width: min(width, 120) - 4)
        let table = drawing.isEmpty ? [] : [""] + drawing.map { "    \($0)" } + [""]
        let advice = check.message[end...].drop { $0 == "\n" }
        return indented(String(check.message[..<end]), by: 4, width: width) + table
            + (advice.isEmpty ? [] : indented(String(advice), by: 4, width: width))
    }

    /// The harm that this machine could not keep the attempt from, in words; nil if there is none.
    static func openWords(_ confinement: [Confinement]) -> String? {
        var open: [String] = []
        if !confinement.contains(.files) { open.append("reading and changing your files") }
        if !confinement.contains(.systemCalls) { open.append("starting processes and using the network") }
        return open.isEmpty
            ? nil : "This machine could not keep the code from \(open.joined(separator: ", and from ")). See: interleave doctor"
    }

    /// The checks that could not be made: those with the same reason together.
    private func unjudged(_ width: Int) -> [String] {
        var reasons: [String] = []
        for check in checks where !check.isJudged && !reasons.contains(check.message) { reasons.append(check.message) }
        return reasons.flatMap { reason in
            checks.filter { !$0.isJudged && $0.message == reason }.flatMap { check in
                Self.line("–", check.name, "\(Self.count(check.maxPoints + check.unjudgedPoints)), not judged", width)
            }
                + Self.indented(reason, by: 4, width: width)
        }
    }

    /// The program's output, without Swift's message when it stops a program: the grade has its
    /// words and the line.
    var saidByItself: [Substring] {
        var said = printed.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            line != "Current stack trace:" && line.prefixMatch(of: #/[0-9]+ +\S+ +0x[0-9a-f]{16} /#) == nil
                && line.prefixMatch(of: #/\S+:[0-9]+: Fatal error/#) == nil
        }
        while said.last?.isEmpty == true { said.removeLast() }
        return said
    }

    var headline: String {
        if gap != nil { return "\(exercise): no grade." }
        return switch status {
        case .graded where passed && points < maxPoints: "\(exercise): passed, \(Self.number(points)) of \(Self.count(maxPoints))."
        case .graded where passed: "\(exercise): passed, \(Self.count(maxPoints))."
        case .graded where crash != nil: "\(exercise): not yet. It crashed in a run. \(Self.number(points)) of \(Self.count(maxPoints))."
        case .graded: "\(exercise): not yet. \(Self.number(points)) of \(Self.count(maxPoints))."
        case .notCompiled: "\(exercise): does not compile."
        case .timedOut: "\(exercise): did not finish."
        case .crashed: "\(exercise): crashed."
        case .refused: "\(exercise): refused."
        case .notStarted: "\(exercise): not started."
        }
    }

    static func number(_ points: Double) -> String { points == points.rounded() ? String(Int(points)) : String(points) }

    static func count(_ points: Double) -> String { "\(number(points)) point\(points == 1 ? "" : "s")" }

    /// A check with its points: on two lines if there is not enough room on one.
    private static func line(_ mark: String, _ name: String, _ points: String, _ width: Int) -> [String] {
        let line = "\(mark) \(name)  (\(points))"
        return line.count <= width ? [line] : ["\(mark) \(name)", "    (\(points))"]
    }

    /// Breaks each line of a text between words, and indents it.
    static func indented(_ text: String, by indent: Int, width: Int) -> [String] {
        let space = String(repeating: " ", count: indent)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            // A command must be copied as a whole.
            guard indent + paragraph.count > width, !paragraph.hasPrefix("  ") else { return [paragraph.isEmpty ? "" : space + paragraph] }
            var lines: [String] = []
            var line = ""
            for word in paragraph.split(separator: " ") {
                if !line.isEmpty, indent + line.count + 1 + word.count > width {
                    lines.append(space + line)
                    line = ""
                }
                line += (line.isEmpty ? "" : " ") + word
            }
            return lines + [space + line]
        }
    }
}
