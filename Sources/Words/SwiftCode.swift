/// Lines of Swift in pieces of one kind, for colour: keywords, strings, comments and numbers.
///
/// It knows the language's tokens and nothing of its grammar. A text that is not Swift comes out as it is.
public enum SwiftCode {
    public enum Kind: Hashable, Sendable { case plain, keyword, string, comment, number }

    public struct Piece: Hashable, Sendable {
        public var kind: Kind
        public var text: String
        public init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    private static let keywords: Set<Substring> = [
        "Any", "Self", "actor", "any", "as", "associatedtype", "async", "await", "borrowing", "break", "case", "catch", "class", "consume",
        "consuming", "continue", "convenience", "copy", "default", "defer", "deinit", "didSet", "do", "else", "enum", "extension",
        "fallthrough",
        "false", "fileprivate", "final", "for", "func", "get", "guard", "if", "import", "in", "indirect", "init", "inout", "internal", "is",
        "isolated", "lazy", "let", "mutating", "nil", "nonisolated", "open", "operator", "override", "package", "precedencegroup",
        "private",
        "protocol", "public", "repeat", "rethrows", "return", "self", "sending", "set", "some", "static", "struct", "subscript", "super",
        "switch", "throw", "throws", "true", "try", "typealias", "unowned", "var", "weak", "where", "while", "willSet",
    ]

    /// The pieces of each line. A comment or a string of several lines goes on in the next one.
    public static func pieces(of lines: some Sequence<some StringProtocol>) -> [[Piece]] {
        var scanner = Scanner()
        return lines.map { scanner.pieces(of: Substring($0)) }
    }

    private struct Scanner {
        /// How many comments `/*` are open.
        private var comments = 0
        /// The end of the string that is open: `"""` and its number signs.
        private var end: String?
        private var pieces: [Piece] = []

        mutating func pieces(of line: Substring) -> [Piece] {
            pieces = []
            var rest = line
            while !rest.isEmpty {
                if comments > 0 {
                    comment(&rest)
                } else if let end {
                    string(&rest, until: end, isOfSeveralLines: true)
                } else {
                    token(&rest)
                }
            }
            return pieces
        }

        private mutating func add(_ kind: Kind, _ text: some StringProtocol) {
            if text.isEmpty { return }
            if pieces.last?.kind == kind {
                pieces[pieces.count - 1].text += text
            } else {
                pieces.append(Piece(kind, String(text)))
            }
        }

        private mutating func take(_ kind: Kind, _ count: Int, _ rest: inout Substring) {
            add(kind, rest.prefix(count))
            rest = rest.dropFirst(count)
        }

        private mutating func token(_ rest: inout Substring) {
            guard let first = rest.first else { return }
            if rest.hasPrefix("//") { return take(.comment, rest.count, &rest) }
            if rest.hasPrefix("/*") {
                comments = 1
                return take(.comment, 2, &rest)
            }
            let signs = rest.prefix { $0 == "#" }
            if rest.dropFirst(signs.count).first == "\"" {
                let isOfSeveralLines = rest.dropFirst(signs.count).hasPrefix("\"\"\"")
                let quotes = isOfSeveralLines ? "\"\"\"" : "\""
                take(.string, signs.count + quotes.count, &rest)
                return string(&rest, until: quotes + signs, isOfSeveralLines: isOfSeveralLines)
            }
            if first.isLetter || first == "_" || first == "@" || first == "#" || first == "`" {
                let word = rest.prefix(1) + rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
                let isKeyword = SwiftCode.keywords.contains(word) || (first == "#" || first == "@") && word.count > 1
                // `.default` and `x.self` are members.
                let isMember = pieces.last?.kind == .plain && pieces.last?.text.last == "."
                return take(isKeyword && !isMember ? .keyword : .plain, word.count, &rest)
            }
            if first.isASCII && first.isNumber {
                var count = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
                let after = rest.dropFirst(count)
                if after.first == ".", after.dropFirst().first?.isNumber == true {
                    count += 1 + after.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
                }
                return take(.number, count, &rest)
            }
            take(.plain, 1, &rest)
        }

        private mutating func comment(_ rest: inout Substring) {
            while !rest.isEmpty, comments > 0 {
                if rest.hasPrefix("*/") {
                    comments -= 1
                } else if rest.hasPrefix("/*") {
                    comments += 1
                } else {
                    take(.comment, 1, &rest)
                    continue
                }
                take(.comment, 2, &rest)
            }
        }

        private mutating func string(_ rest: inout Substring, until end: String, isOfSeveralLines: Bool) {
            let escape = "\\" + end.drop { $0 == "\"" }
            while !rest.isEmpty {
                if rest.hasPrefix(end) {
                    self.end = nil
                    return take(.string, end.count, &rest)
                }
                take(.string, rest.hasPrefix(escape) ? escape.count + 1 : 1, &rest)
            }
            // A string of one line ends with it.
            self.end = isOfSeveralLines ? end : nil
        }
    }
}
