import ExplorationRunner
import Words

/// The modules that a Swift file imports.
enum ImportedModules {
    private static let kinds: Set = ["typealias", "struct", "class", "enum", "protocol", "let", "var", "func", "actor"]

    /// Also those of imports between `#if` and `#endif`.
    static func of(_ text: String) -> [String] {
        let tokens = SwiftTokens(text), all = tokens.all.filter { $0.kind != .blank && $0.kind != .comment }
        var found: [String] = []
        for (index, token) in all.enumerated() where token.kind == .name && tokens.text(token) == "import" {
            var next = index + 1
            if next < all.count, kinds.contains(tokens.text(all[next])) { next += 1 }
            guard next < all.count, all[next].kind == .name else { continue }
            let name = tokens.text(all[next]).filter { $0 != "`" }
            if !found.contains(name) { found.append(name) }
        }
        return found
    }

    /// Whether a module comes with the compiler or with the system, as far as its name shows.
    static func isOfSystem(_ module: String) -> Bool {
        SystemModules.have(module)
    }
}
