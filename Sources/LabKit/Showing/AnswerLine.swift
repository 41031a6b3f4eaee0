/// The line on which a learner answers a question. It takes the typed bytes one by one, until
/// Enter.
///
/// It needs no terminal, so tests can type into it. Only printable ASCII characters get into the
/// line. Arrow keys and other keys that send several bytes are ignored: none of their bytes counts
/// as an answer.
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
        /// Enter after any other text; the value is that text.
        case refused(String)
    }

    private enum State: Equatable { case plain, escape, sequence }

    /// The number of choices.
    let choices: Int
    private(set) var text = ""
    private var state = State.plain
    /// The maximum length. More pasted characters are dropped, because a longer line is not an
    /// answer.
    private static let longest = 40

    init(choices: Int) { self.choices = choices }

    /// Takes a byte; nil if it has no effect.
    mutating func take(_ byte: UInt8) -> Result? {
        switch state {
        case .plain: return plain(byte)
        case .escape:
            state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .plain
            return nil
        case .sequence:
            // Parameters come first, then the byte that ends the sequence.
            if !(0x20...0x3F).contains(byte) { state = .plain }
            return nil
        }
    }

    private mutating func plain(_ byte: UInt8) -> Result? {
        switch byte {
        case 10, 13: return entered()
        case 4: return text.isEmpty ? .leave : entered()
        case 8, 127:
            guard !text.isEmpty else { return nil }
            text.removeLast()
            return .echo("\u{8} \u{8}")
        case 21:
            defer { text = "" }
            return text.isEmpty ? nil : .echo(String(repeating: "\u{8} \u{8}", count: text.count))
        case 27:
            state = .escape
            return nil
        case 32..<127:
            guard text.count < Self.longest else { return nil }
            let character = String(UnicodeScalar(byte))
            text += character
            return .echo(character)
        default: return nil
        }
    }

    private mutating func entered() -> Result {
        let typed = text.split(separator: " ").joined(separator: " ")
        text = ""
        if typed.isEmpty { return .skip }
        if typed == "q" || typed == "Q" { return .leave }
        if let number = Int(typed), (1...choices).contains(number) { return .answer(number) }
        return .refused(typed)
    }
}
