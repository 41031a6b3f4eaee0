/// Lines and whole texts that a program or a tool has written.
extension SafeText {
    /// A line: tabs stay, a final carriage return (CR LF) is left out, and all else is spelt out as in `escaped`.
    public static func line(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard scalars.last == "\r" else { return escaped(text, keepsTabs: true) }
        return escaped(String(String.UnicodeScalarView(scalars.dropLast())), keepsTabs: true)
    }

    /// The same for each line of a text.
    public static func lines(_ text: String) -> String {
        split(text).map(line).joined(separator: "\n")
    }

    /// Lines end with LF or with CR LF, which is one `Character` in Swift.
    static func split(_ text: some StringProtocol) -> [String] {
        text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String(String.UnicodeScalarView($0)) }
    }

    /// A whole text for a terminal: its lines, tabs and our own colours stay, and all other control characters are replaced by their codes.
    ///
    /// It is the last safeguard: texts of others are made safe where they are read or reported, colours included.
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
}
