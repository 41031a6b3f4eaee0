/// A text from the program in a form that is safe on a screen: no character of it controls the
/// terminal or hides another.
public enum SafeText {
    /// Control characters, invisible ones and those that turn the direction of writing are spelt out: `\n`, `\e`, `\u{202e}`.
    public static func escaped(_ text: String) -> String {
        if hasOnlyPlainColumns(text) { return text }
        var result = ""
        for character in text {
            let scalars = character.unicodeScalars
            let joins = scalars.count > 1 && scalars.first?.properties.isEmoji == true
            // A mark without a letter, or a heap of marks on one letter, would spill over its neighbours.
            let isAlone = displayWidth(character) == 0
            for (position, scalar) in scalars.enumerated() where position < 10 {
                if isAlone || (acts(scalar) && !(joins && scalar.value == 0x200D)) {
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

    private static func spelt(_ scalar: Unicode.Scalar) -> String {
        switch scalar.value {
        case 0x0A: "\\n"
        case 0x0D: "\\r"
        case 0x09: "\\t"
        case 0x1B: "\\e"
        default: "\\u{" + String(scalar.value, radix: 16) + "}"
        }
    }

    /// The text in ASCII. Signs and Latin letters get a replacement; every other character is spelt out, so that two names stay
    /// two names.
    /// - Parameter signs: replacements of its own that a text has, before all others.
    public static func ascii(_ text: String, signs: [Character: String] = [:]) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
        return text.reduce(into: "") { result, character in
            if let sign = signs[character] {
                result += sign
            } else if character.isASCII {
                result.append(character)
            } else if let replacement = replacements[character] {
                result += replacement
            } else {
                for scalar in character.unicodeScalars { result += ascii(scalar) }
            }
        }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> String {
        // Full-width letters and signs are in the order of ASCII.
        if 0xFF01...0xFF5E ~= scalar.value, let narrow = Unicode.Scalar(scalar.value - 0xFEE0) { return String(narrow) }
        return scalar.isASCII ? String(scalar) : spelt(scalar)
    }

    private static let replacements: [Character: String] = {
        var replacements: [Character: String] = [
            "µ": "u", "μ": "u", "→": "->", "×": "x", "…": "...", "–": "-", "—": "-", "−": "-", "·": "-", "“": "\"", "”": "\"", "’": "'",
            "‘": "'", "±": "+-", "≤": "<=", "≥": ">=", "≈": "~", "✓": "ok", "✗": "NOT", "⏎": "\\n", "─": "-", "│": "|", "╭": "+", "╰": "+",
            "⋯": "...", "⟲": "+",
            "\u{FFFD}": "?", "\u{3000}": " ", "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe",
            "Œ": "OE",
        ]
        let letters = """
            aàáâãäåāăą AÀÁÂÃÄÅĀĂĄ cçćĉċč CÇĆĈĊČ dďđð DĎĐÐ eèéêëēĕėęě EÈÉÊËĒĔĖĘĚ gĝğġģ GĜĞĠĢ hĥħ HĤĦ iìíîïĩīĭįı IÌÍÎÏĨĪĬĮİ jĵ JĴ kķ KĶ \
            lĺļľŀł LĹĻĽĿŁ nñńņňŋ NÑŃŅŇŊ oòóôõöøōŏő OÒÓÔÕÖØŌŎŐ rŕŗř RŔŖŘ sśŝşšș SŚŜŞŠȘ tţťŧț TŢŤŦȚ uùúûüũūŭůűų UÙÚÛÜŨŪŬŮŰŲ wŵ WŴ yýÿŷ YÝŸŶ \
            zźżž ZŹŻŽ
            """
        for family in letters.split(separator: " ") { for letter in family.dropFirst() { replacements[letter] = String(family.prefix(1)) } }
        return replacements
    }()
}
