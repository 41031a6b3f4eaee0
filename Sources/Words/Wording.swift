/// Numbers and lists as people write them.
public enum Wording {
    /// "1 item", "3,000 items".
    public static func count(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        "\(grouped(number)) \(noun(number, singular, plural))"
    }

    /// The form of a noun after a number: "item" after 1, "items" after any other.
    public static func noun(_ number: Int, _ singular: String, _ plural: String? = nil) -> String {
        number == 1 ? singular : plural ?? singular + "s"
    }

    /// "1st", "2nd", "3rd", "11th".
    public static func ordinal(_ number: Int) -> String {
        let isTeen = (11...13).contains(number % 100)
        return "\(number)" + (isTeen ? "th" : number % 10 == 1 ? "st" : number % 10 == 2 ? "nd" : number % 10 == 3 ? "rd" : "th")
    }

    /// "a", "a and b", "a, b and c".
    public static func list(_ words: [String], _ conjunction: String = "and") -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " \(conjunction) " + last
    }

    /// The same with at most `limit` parts: "a, b and 3 more".
    public static func shortList(_ words: [String], limit: Int = 3) -> String {
        if words.count <= max(limit, 1) { return list(words) }
        return words.prefix(limit - 1).joined(separator: ", ") + " and \(grouped(words.count - limit + 1)) more"
    }

    /// "12,793".
    public static func grouped(_ number: Int) -> String {
        let digits = String(number.magnitude)
        if digits.utf8.count <= 3 { return String(number) }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
            text.append(digit)
        }
        return number < 0 ? "-" + text : text
    }

    public static func grouped(_ number: some BinaryInteger) -> String {
        if let number = Int(exactly: number) { return grouped(number) }
        return String(number)
    }

    /// "812", "1.2k", "23k", "4.5M": a number where there is little room, never more than it is.
    public static func compact(_ number: Int) -> String {
        switch number {
        case ..<1_000: return String(number)
        case ..<1_000_000: return scaled(number, 1_000) + "k"
        default: return scaled(number, 1_000_000) + "M"
        }
    }

    private static func scaled(_ number: Int, _ unit: Int) -> String {
        let tenths = number / (unit / 10)
        return number >= 10 * unit || tenths % 10 == 0 ? grouped(number / unit) : "\(tenths / 10).\(tenths % 10)"
    }
}
