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
        let clean = SafeText.escaped(text)
        return clean.count <= limit ? clean : clean.prefix(limit - 1) + "…"
    }

    /// The text in ASCII.
    static func ascii(_ text: String) -> String { isPlain(text) ? text : SafeText.ascii(text) }

    /// Columns that a text takes in a terminal.
    static func columns(_ text: String) -> Int { isPlain(text) ? text.utf8.count : displayWidth(text) }

    static func columns(_ character: Character) -> Int { displayWidth(character) }
}
