import Terminal

/// The line on which a learner answers a question. It takes the typed bytes one by one, until
/// Enter.
///
/// It needs no terminal, so tests can type into it. Only printable ASCII characters get into the
/// line. A key that sends several bytes counts as one key: none of its bytes is an answer.
struct AnswerLine: Equatable {
    /// The result of a byte.
    enum Result: Equatable {
        /// The line has changed. This text shows the change on a terminal.
        case echo(String)
        /// The number of a choice, from 1.
        case answer(Int)
        /// Enter on an empty line: this question is skipped.
        case skip
        /// `q` and Enter, or Ctrl-D on an empty line: the learner leaves.
        case leave
        /// `v` and Enter, where that is offered: the learner wants to see the run again.
        case look
        /// Enter after any other text; the value is that text.
        case refused(String)
    }

    /// The number of choices.
    let choices: Int
    /// Whether `v` shows the run.
    let canLook: Bool
    private var decoder = KeyDecoder()
    private var line = Self.empty
    /// More pasted characters are dropped, because a longer line is not an answer.
    private static let empty = LineEditor(longest: 40)

    init(choices: Int, canLook: Bool = false) {
        self.choices = choices
        self.canLook = canLook
    }

    var text: String { line.text }

    /// Takes a byte; nil if it has no effect.
    mutating func take(_ byte: UInt8) -> Result? { decoder.take(byte).compactMap { take($0) }.last }

    private mutating func take(_ key: Key) -> Result? {
        switch key {
        case .enter: return entered()
        case .control("d"): return text.isEmpty ? .leave : entered()
        case .character(let character) where !Self.isPlain(character): return nil
        case .paste(let text): return change(.paste(text.filter { Self.isPlain($0) || $0.isNewline }))
        default: return change(key)
        }
    }

    private static func isPlain(_ character: Character) -> Bool {
        character.asciiValue.map { 32..<127 ~= $0 } ?? false
    }

    /// Changes the line, and writes it again from its beginning.
    private mutating func change(_ key: Key) -> Result? {
        let old = line
        line.take(key)
        if line == old { return nil }
        func back(_ count: Int) -> String { String(repeating: "\u{8}", count: count) }
        if line.text == old.text + line.text.dropFirst(old.text.count), old.cursor == old.text.count, line.cursor == line.text.count {
            return .echo(String(line.text.dropFirst(old.text.count)))
        }
        let left = max(0, old.text.count - line.text.count)
        return .echo(back(old.cursor) + line.text + String(repeating: " ", count: left) + back(left + line.text.count - line.cursor))
    }

    private mutating func entered() -> Result {
        let typed = text.split(separator: " ").joined(separator: " ")
        line = Self.empty
        if typed.isEmpty { return .skip }
        if typed == "q" || typed == "Q" { return .leave }
        if canLook, typed == "v" || typed == "V" { return .look }
        if let number = Int(typed), (1...choices).contains(number) { return .answer(number) }
        return .refused(typed)
    }
}
