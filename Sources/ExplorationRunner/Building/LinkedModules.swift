import Words
import System

/// Modules that were compiled before, and that the explored files import: how the compiler and the
/// linker find them, and what the explorer sees of them.
public struct LinkedModules: Sendable {
    /// The name of their package, and its folder as the user named it.
    public var origin: String
    public var path: String
    /// The names that a file can import.
    public var names: [String]
    /// The modules in the program whose accesses to memory the explorer sees, and the others.
    public var seen: [String]
    public var unseen: [String]
    /// Those of the modules seen that the user did not want to see. Without their atomic variables
    /// the results would be wrong.
    public var kept: [String]
    /// Options with which the compiler finds the modules.
    public var compilerArguments: [String]
    /// Compiled files, and options for the linker.
    public var linkerArguments: [String]
    /// The source files whose lines are shown: their names, by the paths that the compiler knows.
    public var sources: [String: String]
    /// A hash of all that affects the program: a token is valid as long as it is the same.
    public var fingerprint: UInt64
    /// Whether their code uses memory that Swift does not keep alive for it.
    public var usesUnsafeMemory: Bool
    /// Called when the program is linked, or could not be: the compiled files can then change.
    public var release: @Sendable () -> Void

    public init(
        origin: String, path: String, names: [String], seen: [String], unseen: [String], kept: [String], compilerArguments: [String],
        linkerArguments: [String],
        sources: [String: String], fingerprint: UInt64, usesUnsafeMemory: Bool, release: @escaping @Sendable () -> Void
    ) {
        self.origin = origin
        self.path = path
        self.names = names
        self.seen = seen
        self.unseen = unseen
        self.kept = kept
        self.compilerArguments = compilerArguments
        self.linkerArguments = linkerArguments
        self.sources = sources
        self.fingerprint = fingerprint
        self.usesUnsafeMemory = usesUnsafeMemory
        self.release = release
    }

    /// Words that show memory which Swift does not keep alive.
    public static let unsafeWords = ["Unmanaged", "unowned(unsafe)", "Unsafe", "unsafeBitCast", "free("]
}

extension ExplainedError {
    /// A module that the files import is not there.
    /// - Parameter words: the compiler's.
    init?(missingModuleIn words: String, of modules: LinkedModules, file: String) {
        guard let match = words.firstMatch(of: /([^\n]*?):(\d+):\d+: error: no such module '([^']+)'/) else { return nil }
        let place = "\(match.1):\(match.2)", module = String(match.3)
        self.init(
            .notCompiled, "\(place): there is no module \(module) in the package \(modules.origin), in its dependencies or in the system.",
            cure: modules.names.isEmpty
                ? "Check the name in the import."
                : "The package's modules are: \(modules.names.sorted().joined(separator: ", ")).")
    }
}
