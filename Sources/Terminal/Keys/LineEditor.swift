import Words
import Timeline
import Trace

/// A line of text that is typed: the text, the cursor in it, and what each key does, with the keys of a shell.
///
/// It is a value without a terminal. Each prompt of the screens has one.
public struct LineEditor: Equatable, Sendable {
    /// The text before the cursor, and after it. A mark that is typed joins the letter before it, as in any `String`.
    private var before: String
    private var after = ""
    /// The most characters that it takes.
    private let longest: Int

    public init(_ text: String = "", longest: Int = 100) {
        before = text
        self.longest = longest
    }

    public var text: String { before + after }
    /// How many characters are before the cursor.
    public var cursor: Int { before.count }

    /// The result of a key.
    public enum Outcome: Equatable, Sendable { case goesOn, entered, cancelled }

    /// Takes a key. A key that means nothing in a line of text changes nothing.
    @discardableResult public mutating func take(_ key: Key) -> Outcome {
        switch key {
        case .enter: return .entered
        case .escape, .control("g"): return .cancelled
        case .backspace where text.isEmpty, .control("d") where text.isEmpty: return .cancelled
        case .backspace: if !before.isEmpty { before.removeLast() }
        case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
        case .left, .control("b"): move(by: -1)
        case .right, .control("f"): move(by: 1)
        case .home, .control("a"): (before, after) = ("", text)
        case .end, .control("e"): (before, after) = (text, "")
        case .control("u"): before = ""
        case .control("k"): after = ""
        case .control("w"): removeWord()
        case .character(let character): insert(String(character))
        case .paste(let text): insert(Self.inOneLine(text))
        default: break
        }
        return .goesOn
    }

    private mutating func move(by distance: Int) {
        if distance < 0, let last = before.popLast() { after = String(last) + after }
        if distance > 0, !after.isEmpty { before.append(after.removeFirst()) }
    }

    /// The blanks before the cursor and the word before them.
    private mutating func removeWord() {
        while before.last?.isWhitespace == true { before.removeLast() }
        while let last = before.last, !last.isWhitespace { before.removeLast() }
    }

    private mutating func insert(_ new: String) {
        before += new.prefix(max(0, longest - text.count))
    }

    /// A pasted text: its line breaks and tabs are blanks, and the last line break is left out.
    private static func inOneLine(_ text: String) -> String {
        let words = text.split(whereSeparator: { $0.isNewline || $0 == "\t" }).joined(separator: " ")
        return words.filter { character in character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
    }

    /// The text with a sign at the cursor, in so many columns: where it is longer, the part around the cursor.
    func shown(columns: Int, _ style: Style) -> String {
        let sign = style.isASCII ? "_" : "▏"
        let before = before.shown(style), after = after.shown(style)
        let room = max(4, columns) - displayWidth(sign)
        if displayWidth(before) + displayWidth(after) <= room { return before + sign + after }
        let ahead = String(after.fitted(to: max(room / 4, room - displayWidth(before)), style))
        var start = before[...]
        while displayWidth(String(start)) + displayWidth(ahead) > room, !start.isEmpty { start.removeFirst() }
        return start + sign + ahead
    }
}
