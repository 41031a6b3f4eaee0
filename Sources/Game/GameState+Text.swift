import Schedules
import Words

/// A moment of a game as lines of text.
extension GameState {
    /// The number of choices and preemptions so far.
    public var heading: String {
        let par = rules.par.map { rules.isParExact ? " (the fewest that suffice: \($0))" : " (a known schedule: \($0))" } ?? ""
        return "\(program)   step \(steps)   preemptions \(preemptions)\(par)"
    }

    /// The latest rows of the steps so far.
    /// - Parameters:
    ///   - width: columns.
    ///   - most: lines at most, at least 3.
    public func history(width: Int, atMost most: Int) -> [String] {
        var count = table.rows.count
        while count > 0 {
            let lines = table.latest(count).lines(width: width).map { cutText($0, to: width) }
            if lines.count <= most { return lines }
            count -= max(1, min(count - 1, lines.count - most))
            if count == 1 { return Array(table.latest(1).lines(width: width).map { cutText($0, to: width) }.prefix(most)) }
        }
        return []
    }

    /// The next step of each thread, one line for each: its digit, name, line, source, and what it does.
    public func threads(width: Int) -> [String] {
        let names = next.map { cutText($0.thread, to: 20) }, numbers = next.map { "\(Self.digit(of: $0))" }
        let places = next.map { $0.line == 0 ? "" : hasFiles ? "\(Self.short($0.file)):\($0.line)" : "\($0.line)" }
        let name = names.map(displayWidth).max() ?? 0, number = numbers.map(\.count).max() ?? 1
        let place = places.map(displayWidth).max() ?? 0
        let left = 2 + number + 2 + name + 2 + place + 2, room = max(20, width - left)
        let words = next.map { displayWidth(Self.words($0)) }.max() ?? 0
        let source = min(next.map { displayWidth($0.source) }.max() ?? 0, max(room / 3, room - words - 2))
        return next.indices.map { index in
            let step = next[index]
            let sign = step.isRunning ? "▸ " : "  "
            let digit = step.isEnabled ? Self.left(numbers[index], number) : Self.left("-", number)
            let line = "\(sign)\(digit)  \(Self.padded(names[index], name))  \(Self.left(places[index], place))  "
            return cutText(line + Self.padded(cutText(step.source, to: source), source) + "  " + Self.words(step), to: width)
        }
    }

    /// The step in words, with its value; or why it cannot be made.
    static func words(_ step: NextStep) -> String {
        if !step.isEnabled { return step.wait.isEmpty ? "blocked" : "blocked: \(step.wait)" }
        var words = step.does
        if !step.variable.isEmpty { words += " \(short(step.variable))" }
        if !step.value.isEmpty, step.value != "?" { words += ", now \(step.value)" }
        return words
    }

    /// The lines of a whole state, for plain text.
    public func lines(width: Int) -> [String] {
        var lines = [heading]
        let history = history(width: width, atMost: 14)
        if !history.isEmpty { lines += [""] + history }
        if let end {
            lines += [""] + Self.filled(end.summary, width)
        } else {
            lines += ["", "Next steps:"] + threads(width: width)
        }
        if !message.isEmpty { lines += [""] + Self.filled(message, width) }
        return lines
    }

    private static func filled(_ text: String, _ width: Int) -> [String] {
        LineFilling.lines(of: text.split(separator: " "), width: width)
    }

    private var hasFiles: Bool { Set(next.map(\.file).filter { !$0.isEmpty }).count > 1 }

    /// "balance" of "Account.balance", and "bank.swift" of "folder/bank.swift".
    private static func short(_ name: String) -> String {
        name.hasSuffix(".swift")
            ? name.split(separator: "/").last.map(String.init) ?? name : name.split(separator: ".").last.map(String.init) ?? name
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - displayWidth(text)))
    }

    private static func left(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - displayWidth(text))) + text
    }
}

extension ScheduleTable {
    /// The last rows; the first of them says how many steps come before it.
    func latest(_ count: Int) -> ScheduleTable {
        guard count < rows.count else { return self }
        let first = rows.count - count
        var table = ScheduleTable(threads: threads, variables: variables, rows: Array(rows[first...]))
        table.skipped[0] = first + skipped.filter { $0.key <= first }.values.reduce(0, +)
        for (index, number) in skipped where index > first { table.skipped[index - first] = number }
        return table
    }
}
