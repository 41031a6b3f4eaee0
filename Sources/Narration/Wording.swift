import Trace

/// Numbers, durations and lists as people write them.
enum Wording {
    /// "1 item", "3 items".
    static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(number == 1 ? singular : plural ?? singular + "s")"
    }

    /// "12,793".
    static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    /// "850 ns", "31.2 µs", "0.31 ms", "500 ms", "1.2 s": three figures at most, without idle zeros.
    static func duration(_ nanoseconds: Int64, steps: Bool = false) -> String {
        if steps { return count(Int(nanoseconds), "step") }
        let value = max(0, nanoseconds)
        return switch value {
        case ..<1_000: "\(value) ns"
        case ..<99_950: figures(value, unit: 1_000) + " µs"
        case ..<999_500_000: figures(value, unit: 1_000_000) + " ms"
        case ..<120_000_000_000: figures(value, unit: 1_000_000_000) + " s"
        default: grouped(Int(value / 1_000_000_000)) + " s"
        }
    }

    private static func figures(_ value: Int64, unit: Int64) -> String {
        let whole = value / unit
        if whole >= 100 { return String((value + unit / 2) / unit) }
        // Hundredths below ten, tenths below a hundred.
        let scale: Int64 = whole >= 10 ? 10 : 100
        let scaled = (value * scale + unit / 2) / unit
        var fraction = String(scaled % scale + scale).dropFirst()
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return fraction.isEmpty ? String(scaled / scale) : "\(scaled / scale).\(fraction)"
    }

    /// "+1.204 ms": a moment, always in the same unit so that moments in a column can be compared.
    static func moment(_ nanoseconds: Int64, steps: Bool = false) -> String {
        if steps { return "step \(nanoseconds)" }
        let microseconds = max(0, nanoseconds) / 1_000
        let fraction = String(microseconds % 1_000 + 1_000).dropFirst()
        return "+\(grouped(Int(microseconds / 1_000))).\(fraction) ms"
    }

    /// "a", "a and b", "a, b and 3 more".
    static func list(_ names: [String], limit: Int = 3) -> String {
        switch names.count {
        case 0: return ""
        case 1: return names[0]
        case ...limit: return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
        default: return names.prefix(limit - 1).joined(separator: ", ") + " and \(grouped(names.count - limit + 1)) more"
        }
    }

    /// Whether every byte is ASCII, and not below the one given nor DEL: the fast path for most
    /// texts.
    private static func isPlain(_ text: String, from first: UInt8 = 0) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            for byte in bytes where byte >= 127 || byte < first { return false }
            return true
        }
    }

    /// A text from the program without characters that would control a terminal, cut to fit a line.
    static func harmless(_ text: String, limit: Int = 80) -> String {
        if text.utf8.count <= limit, isPlain(text, from: 32) { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: result.append("\u{FFFD}")
            default: result.append(scalar)
            }
        }
        let clean = String(result)
        return clean.count <= limit ? clean : clean.prefix(limit - 1) + "…"
    }

    /// The text in ASCII: characters with a replacement get it, all others become question marks.
    static func ascii(_ text: String) -> String {
        if isPlain(text) { return text }
        var result = ""
        for character in text {
            switch character {
            case "µ": result += "u"
            case "→": result += "->"
            case "×": result += "x"
            case "…": result += "..."
            case "–", "—": result += "-"
            case "“", "”": result += "\""
            case "’", "‘": result += "'"
            case "\u{FFFD}": result += "?"
            default: result += character.isASCII ? String(character) : "?"
            }
        }
        return result
    }

    /// Columns that a text takes in a terminal: wide characters take two, combining ones zero.
    static func columns(_ text: String) -> Int {
        if isPlain(text) { return text.utf8.count }
        return text.reduce(0) { $0 + columns($1) }
    }

    static func columns(_ character: Character) -> Int {
        guard let scalar = character.unicodeScalars.first else { return 0 }
        // Latin letters and signs, but for the soft hyphen, take one.
        if (0x20..<0x300).contains(scalar.value), scalar.value != 0xAD, !character.unicodeScalars.contains("\u{FE0F}") { return 1 }
        if scalar.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}") { return 2 }
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format, .control: return 0
        default: break
        }
        return switch scalar.value {
        case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
