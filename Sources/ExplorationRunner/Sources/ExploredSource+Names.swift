import FoundationEssentials
import System
import Words

extension ExploredSource {
    /// The names of the first file that the other files could give another meaning: names that they
    /// declare too, or add to types that they do not declare.
    ///
    /// In Swift a module's own declarations come before those of the modules that it imports. So a
    /// file that declares its own `DispatchGroup` changes the meaning of that word in all files that
    /// are compiled with it. Takes some hundredths of a second for each file.
    /// - Parameter template: the path of a file; what it declares, the others may declare too.
    /// - Throws: `ExplainedError` if a file is not valid Swift.
    public func namesTakenOver(exceptThoseOf template: String) throws -> [String] {
        let room = try TemporaryFolder.make()
        let interruption = InterruptCounter()
        defer { interruption.end() }
        let given = try SourceOutline.read(try File(reading: template), in: room.path, interruption).names
        let tokens = SwiftTokens(files[0].text)
        let used = Set(tokens.words).union(Self.usedWithoutWords(tokens))
        var taken: Set<String> = []
        for file in files.dropFirst() {
            let outline = try SourceOutline.read(file, in: room.path, interruption)
            taken.formUnion(outline.names.intersection(used).subtracting(given))
            let own = outline.types.subtracting(outline.reaching)
            for part in outline.extensions where !own.contains(part.type.prefix { $0 != "." && $0 != "<" }.description) {
                taken.formUnion(part.members.intersection(used))
            }
        }
        return taken.sorted()
    }

    private static let ofLiterals: Set = [
        "IntegerLiteralType", "FloatLiteralType", "BooleanLiteralType", "StringLiteralType", "ExtendedGraphemeClusterType",
        "UnicodeScalarType", "~=",
    ]
    private static let ofTexts: Set = ["DefaultStringInterpolation", "StringInterpolation", "appendInterpolation", "appendLiteral"]

    /// Whether a name has no other use than to change what a literal, a pattern or a text with values means.
    public static func changesValues(_ name: String) -> Bool { ofLiterals.contains(name) || ofTexts.contains(name) }

    /// Names that the compiler uses although they are not written: the types of literals, the comparison with a pattern, and the
    /// functions behind `\\(value)`, `for` and `list[index]`.
    private static func usedWithoutWords(_ tokens: SwiftTokens) -> Set<String> {
        var names = ofLiterals
        var last: SwiftTokens.Token?
        for token in tokens.all {
            defer { last = token }
            // How a value becomes text, too: a type that has no description could get one.
            if token.isInString {
                names.formUnion(ofTexts.union(["description", "debugDescription", "customMirror", "write"]))
            }
            switch tokens.text(token) {
            case "for": names.formUnion(["makeIterator", "next"])
            // (Behind a blank, a bracket begins a list.)
            case "[": if let last, last.kind == .name || [")", "]", "?", "!"].contains(tokens.text(last)) { names.insert("subscript") }
            default: break
            }
        }
        return names
    }
}
