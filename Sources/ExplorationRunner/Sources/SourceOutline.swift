import FoundationEssentials
import Words

/// The declarations of a Swift file outside of all types, from the compiler's own parser.
struct SourceOutline: Sendable {
    /// A function outside of all types.
    struct Function: Sendable {
        var name: String
        /// The labels of its parameters; empty for a parameter without a label.
        var labels: [String]
        var isAsync = false
        var isThrowing = false
        var isPrivate = false
        /// Whether it is declared to run on the main actor, or on another global actor.
        var isOnMainActor = false
        var isOnOtherActor = false
        /// The result type, as written; nil if there is none.
        var result: String?
    }

    /// The type with the attribute `@main`.
    struct MainType: Sendable {
        var name: String
        var isAsync = false
    }

    private(set) var functions: [Function] = []
    /// The names of the types that it declares, and of the modules that it imports.
    private(set) var types: Set<String> = []
    private(set) var imports: Set<String> = []
    /// The names that it declares outside of all types, for other files too: types, functions,
    /// operators, variables.
    private(set) var names: Set<String> = []
    /// The members that its extensions give to types.
    private(set) var extensions: [Extension] = []

    /// An extension of a type or of a protocol.
    struct Extension: Sendable {
        /// The type's name, as written.
        var type: String
        /// Its members' names. An initializer counts as the type's name.
        var members: Set<String>
    }
    /// The names of the protocols and of the type aliases that it declares: their extensions reach
    /// types of other modules.
    private(set) var reaching: Set<String> = []
    /// Whether it has statements outside of all functions, and whether it has variables there.
    private(set) var hasStatements = false
    private(set) var hasVariables = false
    /// Whether some of its top-level code awaits.
    private(set) var waitsAtTopLevel = false
    private(set) var main: MainType?
    /// The types that have an asynchronous `main()`.
    private(set) var asyncMains: Set<String> = []

    init() {}

    /// - Parameters:
    ///   - dump: the output of `swiftc -frontend -dump-parse -dump-ast-format json`. (Its form
    ///     depends on the compiler's version: what is missing counts as absent.)
    ///   - text: the file.
    /// - Returns: nil if the dump cannot be read.
    init?(dump: Data, text: String) {
        guard let file = ParserDump.decode(dump) else { return nil }
        let source = SourceBytes(text)
        for item in file.items { note(item, source) }
    }

    private mutating func note(_ item: SourceNode, _ source: SourceBytes) {
        if !item.name.isEmpty, !item.isPrivate { names.insert(item.name) }
        if item.kind.hasPrefix("protocol") || item.kind.hasPrefix("type") { reaching.insert(item.name) }
        if item.kind == "extension_decl", !item.isPrivate {
            let shared = item.members.filter { !$0.isPrivate }
            let members = shared.compactMap { $0.kind == "constructor_decl" ? item.extendedType : $0.name.isEmpty ? nil : $0.name }
            extensions.append(Extension(type: item.extendedType, members: Set(members)))
        }
        switch item.kind {
        case "import_decl": imports.formUnion(item.modules.prefix(1))
        case "func_decl": functions.append(Self.function(item, source))
        case "struct_decl", "class_decl", "enum_decl", "actor_decl", "typealias_decl", "type_alias", "protocol", "protocol_decl",
            "extension_decl":
            let name = item.kind == "extension_decl" ? item.extendedType : item.name
            if item.kind != "extension_decl" { types.insert(name) }
            let mains = item.members.filter { $0.kind == "func_decl" && $0.name == "main" && $0.isStatic }
            if mains.contains(where: { Self.function($0, source).isAsync }) { asyncMains.insert(name) }
            if item.attributes.contains(where: { $0.kind == "main_type_attr" }) { main = MainType(name: name) }
        case "top_level_code_decl":
            if item.elements.allSatisfy({ $0.hasPrefix("pattern_binding") }) { hasVariables = true } else { hasStatements = true }
            if item.waits || item.loops.contains(where: { source.words(from: $0, to: $0 + 24).prefix(3).contains("await") }) {
                waitsAtTopLevel = true
            }
        default: break
        }
    }

    private static func function(_ item: SourceNode, _ source: SourceBytes) -> Function {
        var function = Function(name: item.name, labels: item.parameters.indices.map { $0 < item.labels.count ? item.labels[$0] : "" })
        function.isPrivate = item.isPrivate
        for attribute in item.attributes {
            guard attribute.kind == "custom_attr", let start = attribute.range?.lowerBound else { continue }
            let name = source.word(at: start + 1)
            if name == "MainActor" { function.isOnMainActor = true } else if name != "Sendable" { function.isOnOtherActor = true }
        }
        guard let end = item.endOfParameters else { return function }
        let words = source.words(from: end + 1, to: item.startOfBody ?? item.range?.upperBound ?? end + 1)
        let arrow = words.firstIndex(of: "->") ?? words.endIndex
        function.isAsync = words[..<arrow].contains("async") || words[..<arrow].contains("reasync")
        function.isThrowing = words[..<arrow].contains("throws") || words[..<arrow].contains("rethrows")
        let result = words[arrow...].dropFirst().prefix { $0 != "where" }.joined()
        if !["", "()", "Void", "Swift.Void"].contains(result) { function.result = result }
        return function
    }
}

/// A file's bytes; the parser's places are byte offsets.
private struct SourceBytes {
    private let bytes: [UInt8]

    init(_ text: String) { bytes = Array(text.utf8) }

    /// The name that begins at a place.
    func word(at place: Int) -> String { words(from: place, to: place + 80).first ?? "" }

    /// Names, and signs, without comments.
    func words(from start: Int, to end: Int) -> [String] {
        if start >= end { return [] }
        let tokens = SwiftTokens(bytes, in: start..<end)
        return tokens.all.filter { ![.comment, .blank, .lineEnd].contains($0.kind) }.map(tokens.text)
    }
}
