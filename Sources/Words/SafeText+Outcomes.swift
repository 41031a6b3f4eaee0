/// The outcomes and the output of a program in a report: safe on a screen, and the same in every run.
extension SafeText {
    /// A result inside a sentence: a number as it is, other text in quotes, so that its beginning
    /// and end are visible.
    public static func quoted(_ outcome: String) -> String {
        if outcome.isEmpty { return "an empty result (\"\")" }
        let text = cell(outcome)
        let isBare = Double(text) != nil || ["true", "false", "nil"].contains(text)
        return isBare ? text : "“\(text.count > 120 ? text.prefix(119) + "…" : text)”"
    }

    /// A result in one line.
    public static func cell(_ outcome: String) -> String {
        split(outcome.prefix(400)).map(line).joined(separator: " ⏎ ")
    }

    /// Texts cut to a number of columns; different texts stay different.
    public static func excerpts(_ texts: [String], width: Int) -> [String] {
        var shown = texts.map { $0.count > width ? $0.prefix(max(1, width - 1)) + "…" : $0 }
        let head = width / 4, room = width - head - 2
        guard room > 8 else { return shown }
        var groups = Array(Dictionary(grouping: texts.indices, by: { shown[$0] }).values)
        while let group = groups.popLast() {
            guard Set(group.map { texts[$0] }).count > 1 else { continue }
            let characters = group.map { Array(texts[$0]) }, shortest = characters.map(\.count).min() ?? 0
            let same = (0..<shortest).first { index in characters.contains { $0[index] != characters[0][index] } } ?? shortest
            let start = max(head, same - room / 2)
            for (index, text) in zip(group, characters) {
                let rest = String(text.dropFirst(start))
                shown[index] = String(text.prefix(head)) + "…" + (rest.count > room + 1 ? rest.prefix(room) + "…" : rest)
            }
            let parts = Dictionary(grouping: group, by: { shown[$0] }).values
            if parts.count > 1 { groups += parts.filter { $0.count > 1 } }
        }
        return shown
    }

    /// Removes the addresses from a message that Swift prints when it stops a program: they differ
    /// in every run.
    public static func withoutAddresses(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.contains("Fatal error: ") ? withoutAddresses(inLine: String(line)) : String(line)
        }.joined(separator: "\n")
    }

    private static func withoutAddresses(inLine line: String) -> String {
        var words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        for index in words.indices {
            guard words[index].hasPrefix("0x") else { continue }
            let digits = words[index].dropFirst(2).prefix { $0.isHexDigit }
            // No number that a program is likely to print has this many digits.
            guard digits.count > 8 else { continue }
            let rest = words[index].dropFirst(2 + digits.count)
            if index > 0 && words[index - 1] == "object" {
                words[index - 1] = "the object\(rest)"
                words[index] = ""
            } else {
                words[index] = "(an address)\(rest)"
            }
        }
        return words.enumerated().filter { $0.offset == 0 || !$0.element.isEmpty }.map(\.element).joined(separator: " ")
    }
}
