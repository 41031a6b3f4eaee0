/// Lines of Swift in pieces of one kind, for colour: keywords, strings, comments and numbers.
///
/// A text that is not Swift comes out as it is.
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
        let lines = Array(lines)
        if lines.isEmpty { return [] }
        let source = SwiftTokens(lines.joined(separator: "\n"))
        var result: [[Piece]] = [[]]
        for token in source.all {
            if token.kind == .lineEnd {
                result.append([])
                continue
            }
            let text = source.text(token), last = result.count - 1
            let kind = kind(of: token, text, after: result[last].last)
            if result[last].last?.kind == kind {
                result[last][result[last].count - 1].text += text
            } else {
                result[last].append(Piece(kind, text))
            }
        }
        return result
    }

    /// The lines without their comments.
    public static func withoutComments(_ lines: some Sequence<some StringProtocol>) -> [String] {
        pieces(of: lines).map { $0.filter { $0.kind != .comment }.map(\.text).joined() }
    }

    private static func kind(of token: SwiftTokens.Token, _ text: String, after last: Piece?) -> Kind {
        if token.isInString { return .string }
        switch token.kind {
        case .string: return .string
        case .comment: return .comment
        case .number: return .number
        case .sign, .blank, .lineEnd: return .plain
        case .name:
            let isKeyword = keywords.contains(text[...]) || (text.hasPrefix("#") || text.hasPrefix("@")) && text.count > 1
            // `.default` and `x.self` are members.
            let isMember = last?.kind == .plain && last?.text.last == "."
            return isKeyword && !isMember ? .keyword : .plain
        }
    }
}
