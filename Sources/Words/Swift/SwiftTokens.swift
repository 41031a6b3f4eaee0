/// The one reader of Swift source: its tokens, with their places.
///
/// It knows the language's tokens and nothing of its grammar, so it reads any text: a text that is not Swift has tokens too. All that looks
/// at source uses it: colour (`SwiftCode`), declarations (`SwiftDeclarations`), and the names in a program. Only the functions that the
/// explorer calls come from the compiler's own parser (`SourceOutline`).
public struct SwiftTokens: Sendable {
    public enum Kind: Hashable, Sendable {
        /// A name, with the `@`, the `#` or the backticks that belong to it.
        case name
        case number
        /// A part of a string, or of a regular expression, that does not change.
        case string
        /// A comment, or the part of it in one line.
        case comment
        /// A bracket, a comma, a colon or a semicolon; or operator signs in a row.
        case sign
        case blank
        case lineEnd
    }

    public struct Token: Hashable, Sendable {
        public var kind: Kind
        /// The bytes, from the beginning of the text.
        public var range: Range<Int>
        /// Whether it is code in a string: `\(code)`.
        public var isInString: Bool
    }

    public private(set) var all: [Token] = []
    private let bytes: [UInt8]
    private let end: Int
    private var index: Int
    /// The strings whose code is read now. The innermost one is last.
    private var strings: [Literal] = []

    /// - Parameter range: the bytes that are read; nil: all. They must not begin in a comment or in a string.
    public init(_ text: some StringProtocol, in range: Range<Int>? = nil) { self.init(Array(text.utf8), in: range) }

    public init(_ bytes: [UInt8], in range: Range<Int>? = nil) {
        self.bytes = bytes
        index = min(range?.lowerBound ?? 0, bytes.count)
        end = max(index, min(range?.upperBound ?? bytes.count, bytes.count))
        while index < end { token() }
    }

    /// The text of a token.
    public func text(_ token: Token) -> String { String(decoding: bytes[token.range], as: UTF8.self) }

    /// The names and the operators, without those of comments and of the fixed parts of strings.
    public var words: [String] {
        all.compactMap { token in
            switch token.kind {
            case .name: text(token).filter { $0 != "`" && $0 != "@" && $0 != "#" }
            case .sign where !Self.isPunctuation(bytes[token.range.lowerBound]): text(token)
            default: nil
            }
        }.filter { !$0.isEmpty }
    }

    private struct Literal {
        var numberSigns: Int
        var quotes: Int
        var isOfSeveralLines: Bool { quotes == 3 }
    }
}

extension SwiftTokens {
    private mutating func add(_ kind: Kind, from start: Int) {
        guard start < index else { return }
        all.append(Token(kind: kind, range: start..<index, isInString: !strings.isEmpty))
    }

    private func byte(_ place: Int) -> UInt8 { place < end ? bytes[place] : 0 }

    private func has(_ sign: StaticString, at place: Int) -> Bool {
        guard place + sign.utf8CodeUnitCount <= end else { return false }
        return (0..<sign.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == sign.utf8Start[$0] }
    }

    private func count(of sign: UInt8, at place: Int) -> Int {
        place < end ? bytes[place..<end].prefix { $0 == sign }.count : 0
    }

    private mutating func token() {
        let start = index, first = bytes[index]
        if first == UInt8(ascii: "\n") {
            index += 1
            add(.lineEnd, from: start)
        } else if Self.isBlank(first) {
            while index < end, Self.isBlank(bytes[index]) { index += 1 }
            add(.blank, from: start)
        } else if has("//", at: index) {
            while index < end, bytes[index] != UInt8(ascii: "\n") { index += 1 }
            add(.comment, from: start)
        } else if has("/*", at: index) {
            comment()
        } else if let string = string(at: index) {
            index += string.numberSigns + string.quotes
            text(of: string, from: start)
        } else if first == UInt8(ascii: "#"), byte(index + count(of: first, at: index)) == UInt8(ascii: "/") {
            regularExpression()
        } else if Self.beginsName(first) || first == UInt8(ascii: "@") || first == UInt8(ascii: "#") {
            index += 1
            while index < end, Self.isOfName(bytes[index]) { index += 1 }
            add(.name, from: start)
        } else if Self.isDigit(first) {
            number()
        } else if Self.isPunctuation(first) || first == UInt8(ascii: "\"") {
            index += 1
            add(.sign, from: start)
        } else {
            index += 1
            while index < end, Self.isOperator(bytes[index]), !has("//", at: index), !has("/*", at: index) { index += 1 }
            add(.sign, from: start)
        }
    }

    private mutating func number() {
        let start = index
        func isPart(_ byte: UInt8) -> Bool { Self.isOfName(byte) && byte != UInt8(ascii: "`") }
        while index < end, isPart(bytes[index]) { index += 1 }
        if byte(index) == UInt8(ascii: "."), Self.isDigit(byte(index + 1)) {
            index += 1
            while index < end, isPart(bytes[index]) { index += 1 }
        }
        add(.number, from: start)
    }

    /// Comments nest.
    private mutating func comment() {
        var start = index, depth = 0
        repeat {
            if has("/*", at: index) || has("*/", at: index) {
                depth += bytes[index] == UInt8(ascii: "/") ? 1 : -1
                index += 2
            } else if bytes[index] == UInt8(ascii: "\n") {
                add(.comment, from: start)
                start = index
                index += 1
                add(.lineEnd, from: start)
                start = index
            } else {
                index += 1
            }
        } while depth > 0 && index < end
        add(.comment, from: start)
    }

    private func string(at place: Int) -> Literal? {
        let signs = count(of: UInt8(ascii: "#"), at: place), first = place + signs
        guard byte(first) == UInt8(ascii: "\"") else { return nil }
        let isOfSeveralLines = has("\"\"\"", at: first) && (signs == 0 || !endsInLine(after: first + 2, signs))
        return Literal(numberSigns: signs, quotes: isOfSeveralLines ? 3 : 1)
    }

    /// Whether a quote with number signs follows in the same line: then `#"""` begins a string of one line.
    private func endsInLine(after place: Int, _ signs: Int) -> Bool {
        (place..<max(place, end)).lazy.prefix { bytes[$0] != UInt8(ascii: "\n") }
            .contains { bytes[$0] == UInt8(ascii: "\"") && count(of: UInt8(ascii: "#"), at: $0 + 1) >= signs }
    }

    private func ends(_ string: Literal) -> Bool {
        guard count(of: UInt8(ascii: "\""), at: index) >= string.quotes else { return false }
        return count(of: UInt8(ascii: "#"), at: index + string.quotes) >= string.numberSigns
    }

    /// The rest of a string, and the code in it.
    private mutating func text(of string: Literal, from first: Int) {
        var start = first
        while index < end {
            if bytes[index] == UInt8(ascii: "\n") {
                add(.string, from: start)
                // A string of one line ends with it.
                guard string.isOfSeveralLines else { return }
                start = index
                index += 1
                add(.lineEnd, from: start)
                start = index
            } else if bytes[index] == UInt8(ascii: "\""), ends(string) {
                index += string.quotes + string.numberSigns
                return add(.string, from: start)
            } else if bytes[index] == UInt8(ascii: "\\"), count(of: UInt8(ascii: "#"), at: index + 1) >= string.numberSigns {
                index += 1 + string.numberSigns
                if byte(index) == UInt8(ascii: "(") {
                    index += 1
                    add(.string, from: start)
                    strings.append(string)
                    code()
                    strings.removeLast()
                    start = index
                } else if index < end, bytes[index] != UInt8(ascii: "\n") {
                    index += 1
                }
            } else {
                index += 1
            }
        }
        add(.string, from: start)
    }

    /// The code in a string, up to the bracket that ends it.
    private mutating func code() {
        var depth = 0
        while index < end {
            let next = bytes[index]
            if next == UInt8(ascii: "\n"), strings.last?.isOfSeveralLines == false { return }
            if next == UInt8(ascii: ")"), depth == 0 { return }
            depth += next == UInt8(ascii: "(") ? 1 : next == UInt8(ascii: ")") ? -1 : 0
            token()
        }
    }

    /// `#/…/#`
    private mutating func regularExpression() {
        let start = index, signs = count(of: UInt8(ascii: "#"), at: index)
        index += signs + 1
        while index < end, bytes[index] != UInt8(ascii: "\n") {
            if bytes[index] == UInt8(ascii: "/"), count(of: UInt8(ascii: "#"), at: index + 1) >= signs {
                index += 1 + signs
                break
            }
            index += bytes[index] == UInt8(ascii: "\\") && byte(index + 1) != UInt8(ascii: "\n") ? 2 : 1
        }
        index = min(index, end)
        add(.string, from: start)
    }
}

extension SwiftTokens {
    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

    private static func beginsName(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "_") || byte == UInt8(ascii: "`") || byte >= 128 || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 32
    }

    private static func isOfName(_ byte: UInt8) -> Bool { beginsName(byte) || isDigit(byte) }

    private static func isPunctuation(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"),
            UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
            true
        default: false
        }
    }

    private static func isOperator(_ byte: UInt8) -> Bool {
        !isBlank(byte) && byte != UInt8(ascii: "\n") && !isOfName(byte) && !isPunctuation(byte) && byte != UInt8(ascii: "\"")
            && byte != UInt8(ascii: "@") && byte != UInt8(ascii: "#")
    }
}
