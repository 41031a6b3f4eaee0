/// The program's own output, made safe for a report: it cannot change the terminal, and is the same
/// in every run.
public enum PrintableText {
    /// Replaces control characters by their codes; a tab stays, and a final carriage return (CR LF) is left out.
    public static func printable(_ text: String) -> String {
        var result = ""
        let scalars = text.unicodeScalars
        for scalar in scalars.last == "\r" ? scalars.dropLast() : scalars[...] {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
            result += isControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        return result
    }

    /// The same for several lines.
    public static func lines(_ text: String) -> String {
        split(text).map(printable).joined(separator: "\n")
    }

    /// Lines end with LF or with CR LF, which is one `Character` in Swift.
    private static func split(_ text: some StringProtocol) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
    }

    /// A whole text for a terminal: its lines, tabs and our own colours stay, and all other control characters are replaced by their codes.
    ///
    /// It is the last safeguard: texts of others are made printable where they are read or reported, colours included.
    public static func forTerminal(_ text: String) -> String {
        var text = text
        let isClean = text.withUTF8 { bytes in
            var last: UInt8 = 0
            return bytes.allSatisfy { byte in
                defer { last = byte }
                if last == 13, byte != 10 { return false }
                // (C1 controls are two bytes in UTF-8.)
                return byte >= 0x20 && byte != 0x7F && !(last == 0xC2 && 0x80..<0xA0 ~= byte) || byte == 10 || byte == 9 || byte == 13
            }
        }
        if isClean { return text }
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var index = 0
        while index < scalars.count {
            if scalars[index] == "\u{1B}", let end = endOfColour(scalars, from: index) {
                result.append(contentsOf: scalars[index...end])
                index = end
            } else if scalars[index] == "\n" || scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n" {
                result.append(scalars[index])
            } else {
                result.append(contentsOf: code(scalars[index]).unicodeScalars)
            }
            index += 1
        }
        return String(result)
    }

    /// A control character as JSON writes it: the text may be JSON.
    private static func code(_ scalar: Unicode.Scalar) -> String {
        guard scalar.properties.generalCategory == .control, scalar != "\t" else { return String(scalar) }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }

    /// The last character of a change of colour (ESC [ numbers m) that begins here.
    private static func endOfColour(_ scalars: [Unicode.Scalar], from start: Int) -> Int? {
        guard start + 2 < scalars.count, scalars[start + 1] == "[" else { return nil }
        let end = scalars[(start + 2)...].firstIndex { $0 != ";" && !("0"..."9" ~= $0) }
        return end.flatMap { scalars[$0] == "m" ? $0 : nil }
    }

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
        split(outcome.prefix(400)).map(printable).joined(separator: " ⏎ ")
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
