extension SwiftTokens {
    private static let importedKinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor"]

    /// The modules that the text imports, in the order of the imports; also those of imports between `#if` and `#endif`.
    public var importedModules: [String] {
        let tokens = all.filter { $0.kind != .blank && $0.kind != .comment }
        var found: [String] = []
        for (index, token) in tokens.enumerated() where token.kind == .name && text(token) == "import" {
            var next = index + 1
            if next < tokens.count, Self.importedKinds.contains(text(tokens[next])) { next += 1 }
            guard next < tokens.count, tokens[next].kind == .name else { continue }
            let name = text(tokens[next]).filter { $0 != "`" }
            if !found.contains(name) { found.append(name) }
        }
        return found
    }
}
