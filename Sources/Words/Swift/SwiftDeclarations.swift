/// The declarations of a source file. This is no parser: it looks for the words with which a declaration begins, and for the bracket with
/// which it ends.
public struct SwiftDeclarations: Sendable {
    private struct Declaration: Sendable {
        var names: [String]
        var isType: Bool
        var first: Int
        /// The index of the last line; nil: the file ends before.
        var last: Int?
        /// How many brackets are open where it begins.
        var depth: Int
    }

    /// The names of the types of the file.
    public var types: [String] { declarations.filter(\.isType).compactMap(\.names.last) }

    /// The pieces of each line.
    public let pieces: [[SwiftCode.Piece]]
    private var declarations: [Declaration] = []

    public init(_ text: String) {
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }.map(String.init)
        pieces = SwiftCode.pieces(of: lines)
        findDeclarations()
    }

    private mutating func findDeclarations() {
        var open: [Int] = []
        var depth = 0
        let code = pieces.map { line in line.filter { $0.kind != .comment && $0.kind != .string }.map(\.text).joined() }
        for (index, line) in code.enumerated() {
            if let (names, isType) = Self.declaration(in: line) {
                let outer = open.last.map { declarations[$0].names } ?? []
                open.append(declarations.count)
                declarations.append(Declaration(names: outer + names, isType: isType, first: index, depth: depth))
            }
            for character in line { depth += "{([".contains(character) ? 1 : "})]".contains(character) ? -1 : 0 }
            let goesOn = Self.goesOn(line, code[(index + 1)...].first { !$0.allSatisfy(\.isWhitespace) })
            while !goesOn, let last = open.last, depth <= declarations[last].depth {
                declarations[last].last = index
                open.removeLast()
            }
        }
    }

    /// Whether a declaration at the end of its brackets goes on in the next line.
    private static func goesOn(_ line: String, _ next: String?) -> Bool {
        let line = line.reversed().drop(while: \.isWhitespace).prefix(2)
        if line.first == "=" || line.first == "," || String(line.reversed()) == "->" { return true }
        guard let next = next?.drop(while: \.isWhitespace) else { return false }
        return ["{", ".", "->", "where ", "??", "&&", "||", "? ", ": "].contains { next.hasPrefix($0) }
    }

    private static let modifiers: Set<Substring> = [
        "public", "private", "fileprivate", "internal", "package", "open", "final", "static", "class", "mutating", "nonmutating",
        "nonisolated", "override", "lazy", "weak", "unowned", "required", "convenience", "indirect", "isolated",
    ]
    private static let introducers: Set<Substring> = [
        "func", "var", "let", "class", "struct", "enum", "actor", "protocol", "extension", "init", "deinit", "subscript", "typealias",
    ]
    private static let types: Set<Substring> = ["class", "struct", "enum", "actor"]

    /// The name that a line declares: ["add"], and ["Album", "Page"] for `extension Album.Page`; nil if it declares none.
    private static func declaration(in line: String) -> (names: [String], isType: Bool)? {
        let words = line.split(separator: " ")
        for (index, word) in words.enumerated() {
            let base = word.prefix { $0 != "(" && $0 != ":" && $0 != "?" && $0 != "<" }
            let next = index + 1 < words.count ? words[index + 1] : ""
            if introducers.contains(base), !(base == "class" && introducers.contains(next)) {
                if ["init", "deinit", "subscript"].contains(base) { return ([String(base)], false) }
                let name = next.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
                return name.isEmpty ? nil : (name.split(separator: ".").map(String.init), types.contains(base))
            }
            if !modifiers.contains(base), !base.hasPrefix("@") { return nil }
        }
        return nil
    }

    /// The lines of the declarations with these names, from the outermost type on, or with these names last. Functions can share a name.
    public func ranges(of names: [String], isWhole: Bool) -> [ClosedRange<Int>] {
        declarations.filter { isWhole ? $0.names == names : $0.names.suffix(names.count) == names[...] }
            .map { $0.first...($0.last ?? max($0.first, pieces.count - 1)) }
    }
}
