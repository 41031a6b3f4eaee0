/// A moment of a run as people type it after `g`: "12.5ms", "200us", "2s".
enum TypedMoment {
    private static let units: [(name: String, nanoseconds: Double)] = [("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]

    /// Whether a character can come next.
    static func takes(_ character: Character, after text: String) -> Bool {
        if character.isASCII, character.isNumber {
            return text.count < (text.contains(".") ? 16 : 9) && text.allSatisfy { $0.isNumber || $0 == "." }
        }
        return !text.isEmpty && text.count < 18 && ".nuµms".contains(character)
    }

    /// Nanoseconds since the start of the run; nil if the text is not a number with a unit.
    static func nanoseconds(_ text: String) -> Int64? {
        guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
        let digits = text.dropLast(unit.name.count)
        guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let number = Double(digits) else {
            return nil
        }
        let value = number * unit.nanoseconds
        return value < 9e18 ? Int64(value.rounded()) : nil
    }
}
