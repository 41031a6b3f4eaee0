/// What an execution came to, as part of a sentence: what cannot be seen is said, and nothing in it changes the terminal.
public struct OutcomeWords: CustomStringConvertible, Sendable {
    public let description: String

    /// The words for a result's text; a long one is cut.
    /// - Parameter limit: how many characters of it are shown.
    public init(_ text: String, limit: Int = 200) {
        if text.isEmpty {
            description = "an empty result (\"\")"
            return
        }
        var words = Self.printable(text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: " ⏎ "))
        if words.count > limit { words = "\(words.prefix(limit - 1))…" }
        // Blanks at its ends would be lost in the sentence.
        description = words.first == " " || words.last == " " ? "\"\(words)\"" : words
    }

    /// A text without what would change the terminal: characters that are no signs, as their codes.
    public static func printable(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control && scalar != "\t"
            result += isControl ? "\\u{\(String(scalar.value, radix: 16, uppercase: true))}" : String(scalar)
        }
        return result
    }
}
