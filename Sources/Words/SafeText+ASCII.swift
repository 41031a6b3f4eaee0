extension SafeText {
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
