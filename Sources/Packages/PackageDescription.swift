import FoundationEssentials

/// The targets and products of a package, from `swift package describe --type json`.
struct PackageDescription: Decodable {
    struct Target: Decodable {
        enum Kind: String {
            case library, executable, test, macro, plugin, binary, snippet
            case system = "system-target"
        }
        var name: String
        /// The name that a file imports.
        var module: String
        private var type: String
        /// Its folder, from the package's.
        var path: String

        private enum CodingKeys: String, CodingKey { case name, type, path, module = "c99name" }

        var kind: Kind? { Kind(rawValue: type) }
        /// Whether the explorer can see its accesses to memory.
        var canBeInstrumented: Bool { kind == .library || kind == .executable || kind == .test }
    }

    struct Product: Decodable {
        var name: String
        var targets: [String]
    }

    var targets: [Target]
    var products: [Product]
    var path: String

    func target(ofModule module: String) -> Target? { targets.first { $0.module == module } }
}
