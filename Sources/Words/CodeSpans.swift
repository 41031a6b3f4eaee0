/// Splits text with code between backticks into words that can go on different lines.
public enum CodeSpans {
    /// The words of a text. Code between backticks is one word, together with what touches it,
    /// however many spaces it has.
    public static func words(of text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start = text.startIndex
        var isCode = false
        for index in text.indices {
            if text[index] == "`" { isCode.toggle() }
            if text[index] == " ", !isCode {
                words.append(text[start..<index])
                start = text.index(after: index)
            }
        }
        // A single backtick does not start code.
        if isCode { return words + text[start...].split(separator: " ", omittingEmptySubsequences: false) }
        return words + [text[start...]]
    }
}
