/// The line on which a learner answers a question: what is typed, byte by byte, until Enter.
///
/// A value without a terminal, so that tests type into it. Only printable ASCII characters get into the line. Arrow keys and other keys that
/// arrive as several bytes are passed over as a whole: none of their bytes counts as an answer.
struct AnswerLine: Equatable {
    /// What came of a byte.
    enum Result: Equatable {
        /// The line has changed: this shows the change on a terminal.
        case echo(String)
        /// The number of a choice, from 1.
        case answer(Int)
        /// Enter on an empty line: this question is skipped.
        case skip
        /// `q` and Enter, or Ctrl-D on an empty line: there are no more questions.
        case skipAll
        /// Enter behind something else: what was typed.
        case refused(String)
    }

    private enum State: Equatable { case plain, escape, sequence }

    /// How many choices there are.
    let choices: Int
    private(set) var text = ""
    private var state = State.plain
    /// A longer line is no answer; what is pasted beyond it is dropped.
    private static let longest = 40

    init(choices: Int) { self.choices = choices }

    /// Takes a byte; nil when nothing came of it.
    mutating func take(_ byte: UInt8) -> Result? {
        switch state {
        case .plain: return plain(byte)
        case .escape:
            state = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") ? .sequence : .plain
            return nil
        case .sequence:
            // Parameters, then the byte that ends the sequence.
            if !(0x20...0x3F).contains(byte) { state = .plain }
            return nil
        }
    }

    private mutating func plain(_ byte: UInt8) -> Result? {
        switch byte {
        case 10, 13: return entered()
        case 4: return text.isEmpty ? .skipAll : entered()
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
        if typed == "q" || typed == "Q" { return .skipAll }
        if let number = Int(typed), (1...choices).contains(number) { return .answer(number) }
        return .refused(typed)
    }
}
