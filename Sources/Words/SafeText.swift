/// Texts of others in a form that is safe on a screen: no character of them controls the terminal
/// or hides another.
public enum SafeText {
    /// Control characters, invisible ones and those that turn the direction of writing are spelt out as in Swift: `\n`, `\u{1B}`,
    /// `\u{202E}`.
    public static func escaped(_ text: String) -> String { escaped(text, keepsTabs: false) }

    static func escaped(_ text: String, keepsTabs: Bool) -> String {
        if hasOnlyPlainColumns(text) { return text }
        var result = ""
        for character in text {
            let scalars = character.unicodeScalars
            let joins = scalars.count > 1 && scalars.first?.properties.isEmoji == true
            // A mark without a letter, or a heap of marks on one letter, would spill over its neighbours.
            let isAlone = displayWidth(character) == 0
            for (position, scalar) in scalars.enumerated() where position < 10 {
                if keepsTabs, scalar == "\t" {
                    result.append("\t")
                } else if isAlone || (acts(scalar) && !(joins && scalar.value == 0x200D)) {
                    result += spelt(scalar)
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result
    }

    /// The same, cut to fit a line: at most `limit` characters.
    public static func inLine(_ text: String, limit: Int = 80) -> String {
        if text.utf8.count <= limit, hasOnlyPlainColumns(text) { return text }
        let clean = escaped(text)
        return clean.count <= limit ? clean : clean.prefix(limit - 1) + "…"
    }

    /// A text of one line: control characters, which could steer a terminal, are replaced, those for spaces and lines by a space.
    public static func replaced(_ text: String) -> String {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || (scalar.value >= 0x7F && scalar.value < 0xA0) }
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if !isControl(scalar) {
                result.append(scalar)
            } else {
                result.append(scalar == "\t" || scalar == "\n" || scalar == "\r" ? " " : "\u{FFFD}")
            }
        }
        return String(result)
    }

    private static func acts(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint && !scalar.properties.isVariationSelector
        }
    }

    static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        default: "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
        }
    }
}
