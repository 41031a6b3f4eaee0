/// Words put into lines. Every text that is broken between words is broken here.
///
/// Columns are those of a terminal. Blanks beside a break are left out, and all others stay.
public enum LineFilling {
    /// Fills lines with words, one after the other. This is the loop below all other functions here.
    /// - Parameters:
    ///   - room: the columns of a line for words; line 0 is the first.
    ///   - columns: the columns that a word takes.
    ///   - gap: the columns before a word that is not the first of its line.
    ///   - pieces: the parts of a word that can go on different lines, where a line has so many columns. No gap is between them.
    /// - Returns: for each line its words, each with the columns left free before it.
    public static func fill<Word>(
        _ words: some Sequence<Word>, room: (Int) -> Int, columns: (Word) -> Int, gap: (Word) -> Int = { _ in 1 },
        pieces: (Word, Int) -> [Word] = { word, _ in [word] }
    ) -> [[(gap: Int, word: Word)]] {
        var lines: [[(gap: Int, word: Word)]] = []
        var line: [(gap: Int, word: Word)] = [], used = 0
        for word in words {
            // A word that does not fit behind others goes to the next line, so its pieces get the room of that one.
            for (number, piece) in pieces(word, room(line.isEmpty ? lines.count : lines.count + 1)).enumerated() {
                var space = line.isEmpty || number > 0 ? 0 : gap(word)
                let needed = columns(piece)
                if !line.isEmpty, used + space + needed > room(lines.count) {
                    // (Two blanks in a row make a word without letters.)
                    if needed == 0 { continue }
                    lines.append(line)
                    (line, used, space) = ([], 0, 0)
                }
                line.append((space, piece))
                used += space + needed
            }
        }
        return lines + [line]
    }

    /// The words in lines of at most `width` columns, with a blank between two. A longer word has a line of its own.
    /// - Parameters:
    ///   - indent: the begin of the first line.
    ///   - hanging: that of the others; nil: the same.
    ///   - pieces: the parts of a word that can go on different lines, where a line has so many columns.
    public static func lines(
        of words: some Sequence<Substring>, width: Int, indent: String = "", hanging: String? = nil,
        pieces: (Substring, Int) -> [Substring] = { word, _ in [word] }
    ) -> [String] {
        let hanging = hanging ?? indent
        let first = width - displayWidth(indent), later = width - displayWidth(hanging)
        let lines = fill(words, room: { $0 == 0 ? first : later }, columns: { displayWidth(String($0)) }, pieces: pieces)
        return lines.enumerated().map { number, line in
            var text = line.reduce(number == 0 ? indent : hanging) { $0 + String(repeating: " ", count: $1.gap) + $1.word }
            while number < lines.count - 1, text.last == " " { text.removeLast() }
            return text
        }
    }

    /// Breaks a line between words, so that no line is longer than `width`. A word that is longer
    /// is broken too.
    ///
    /// Text in back quotes counts as one word and is never broken, so that a command can be copied.
    public static func wrap(_ text: String, width: Int, hanging: Int) -> [String] {
        // (In a compiler's excerpt of a file, a sign points to a column.)
        if text.contains(#/^ *\d* +\| /#) { return [text] }
        let leading = String(text.prefix { $0 == " " })
        return lines(
            of: CodeSpans.words(of: text.dropFirst(leading.count)), width: width, indent: leading,
            hanging: leading + String(repeating: " ", count: hanging), pieces: afterSigns)
    }

    /// A word in pieces of at most so many columns, broken after a punctuation sign if there is one.
    private static func afterSigns(_ word: Substring, _ columns: Int) -> [Substring] {
        guard displayWidth(String(word)) > columns, !word.contains(" ") else { return [word] }
        let head = self.head(of: word, columns: columns)
        if head.endIndex == word.endIndex { return [word] }
        let sign = head.lastIndex { !$0.isLetter && !$0.isNumber }
        let end = sign.map { word.index(after: $0) } ?? head.endIndex
        return [word[..<end]] + afterSigns(word[end...], columns)
    }

    /// A word in pieces of at most so many columns, broken at any letter.
    public static func anywhere(_ word: Substring, _ columns: Int) -> [Substring] {
        guard displayWidth(String(word)) > columns else { return [word] }
        let head = self.head(of: word, columns: columns)
        if head.endIndex == word.endIndex { return [word] }
        return [head] + anywhere(word[head.endIndex...], columns)
    }

    /// The begin of a word that fits into so many columns; at least one letter.
    private static func head(of word: Substring, columns: Int) -> Substring {
        var used = 0
        return word.prefix { character in
            let isFirst = used == 0
            used += displayWidth(character)
            return isFirst || used <= columns
        }
    }
}
