/// Words put into lines.
///
/// (Stretches in several colours are put into lines by `StepLog.wrap` in `Narration`.)
public enum LineFilling {
    /// The words in lines of at most `width` columns, with a blank between two words. A longer word has a line of its own.
    /// - Parameters:
    ///   - indent: the begin of the first line.
    ///   - hanging: that of the others; nil: the same.
    ///   - columns: the columns that a text takes.
    public static func lines(
        of words: some Sequence<Substring>, width: Int, indent: String = "", hanging: String? = nil,
        columns: (Substring) -> Int = { $0.count }
    ) -> [String] {
        var lines: [String] = [], line = indent, used = columns(indent[...]), isFresh = true
        for word in words {
            let needed = columns(word)
            if !isFresh, used + 1 + needed > width {
                while line.last == " " { line.removeLast() }
                lines.append(line)
                line = hanging ?? indent
                used = columns(line[...])
                isFresh = true
            }
            line += (isFresh ? "" : " ") + word
            used += (isFresh ? 0 : 1) + needed
            isFresh = false
        }
        return lines + [line]
    }

    /// Breaks a line between words, so that no line is longer than `width`. A word that is longer
    /// is broken too.
    ///
    /// Text in back quotes counts as one word and is never broken, so that a command can be copied.
    public static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
        // (In a compiler's excerpt of a file, a sign points to a column.)
        if text.contains(#/^ *\d* +\| /#) { return [text] }
        let leading = String(text.prefix { $0 == " " })
        var lines: [String] = []
        var line = leading
        var isFresh = true
        let room = max(1, width - leading.count - hanging)
        for word in CodeSpans.words(of: text.dropFirst(leading.count)) {
            // The first word begins before the indentation of later lines, so it has more room.
            let longest = lines.isEmpty && isFresh ? max(1, width - leading.count) : room
            for (number, piece) in pieces(of: word, longest: longest).enumerated() {
                if !isFresh && line.count + (number == 0 ? 1 : 0) + piece.count > width {
                    lines.append(line)
                    line = leading + String(repeating: " ", count: hanging)
                    isFresh = true
                    if piece.isEmpty { continue }
                }
                line += (isFresh || number > 0 ? "" : " ") + piece
                isFresh = false
            }
        }
        return lines + [line]
    }

    /// A word in pieces of at most `longest` letters, broken after a punctuation sign if there is
    /// one.
    private static func pieces(of word: Substring, longest: Int) -> [Substring] {
        guard word.count > longest, !word.contains(" ") else { return [word] }
        let head = word.prefix(longest)
        let sign = head.lastIndex { !$0.isLetter && !$0.isNumber }
        let end = sign.map { word.index(after: $0) } ?? head.endIndex
        return [word[..<end]] + pieces(of: word[end...], longest: longest)
    }
}
