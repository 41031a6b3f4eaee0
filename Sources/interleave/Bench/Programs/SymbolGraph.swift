import Words
import FoundationEssentials

/// The compiler's description of a module's public classes: the part of its symbol graph that a
/// sweep needs.
struct SymbolGraph: Decodable {
    /// A declaration: a class, a property, a method.
    struct Symbol: Decodable {
        struct Kind: Decodable { var identifier: String }
        struct Fragment: Decodable { var spelling: String }
        struct Parameter: Decodable {
            var name: String
            var declarationFragments: [Fragment]

            /// The text after the colon.
            var type: String {
                declarationFragments.map(\.spelling).joined().split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
            }
        }
        struct Signature: Decodable {
            var parameters: [Parameter]?
            var returns: [Fragment]?
        }
        struct Availability: Decodable { var isUnconditionallyUnavailable: Bool? }
        struct Generics: Decodable {}

        var kind: Kind
        var pathComponents: [String]
        var declarationFragments: [Fragment]
        var functionSignature: Signature?
        var availability: [Availability]?
        var swiftGenerics: Generics?

        var declaration: String { declarationFragments.map(\.spelling).joined() }
        var isThere: Bool { availability?.contains { $0.isUnconditionallyUnavailable == true } != true }
    }

    var symbols: [Symbol]

    /// Asks the compiler for the graph of a module.
    /// - Throws: `ExplainedError` if it does not answer.
    static func of(_ module: String, _ folder: borrowing BenchFolder) throws -> SymbolGraph {
        let path = "\(folder.path)/\(module).symbols"
        try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: path) }
        #if arch(x86_64)
            let target = "x86_64-unknown-linux-gnu"
        #else
            let target = "aarch64-unknown-linux-gnu"
        #endif
        let arguments = [
            "-module-name", module, "-target", target, "-output-dir", path, "-minimum-access-level", "public", "-skip-synthesized-members",
        ]
        let (ending, words) = try ComparedProgram.run("swift-symbolgraph-extract", arguments, patience: .seconds(120), folder)
        guard ending == .exited(code: 0), let bytes = FileManager.default.contents(atPath: "\(path)/\(module).symbols.json") else {
            throw ExplainedError(
                .usage, "The compiler does not describe the module \(module): \(words.prefix(200))",
                cure: "Make sure that swift-symbolgraph-extract, a part of the toolchain, is on the PATH.")
        }
        return try JSONDecoder().decode(SymbolGraph.self, from: bytes)
    }
}
