import FoundationEssentials
import Words

/// A tree that `./setup --install` made: programs, libraries and texts, without the sources that programs are built from.
///
/// A file in it marks it, and says what it was made from. The programs find everything else by that file, so the tree works wherever it is.
public struct Installation: Codable, Equatable, Sendable {
    /// The version: "0.9.0".
    public var version: String
    /// The commit that it was built from; nil: not known.
    public var commit: String?
    /// The version of the Swift toolchain that built it: "6.3.1".
    public var swift: String
    /// The processor that it was built for: "x86_64".
    public var processor: String
    /// "debug" or "release".
    public var build: String
    /// The folder of the package that it was built from. The debug information of the labs has paths in it.
    public var source: String

    /// The name of the file that marks such a tree.
    public static let markName = "installation.json"

    /// The path of a file here, for a path that was written down when the programs were built.
    /// - Parameter folder: the tree.
    public func found(_ path: String, in folder: String) -> String {
        path.hasPrefix("\(source)/") ? folder + path.dropFirst(source.count) : path
    }

    /// Refuses a toolchain whose programs cannot load the explorer's library.
    ///
    /// On Linux, the libraries of two versions of Swift do not fit together. Versions with the same first two numbers do.
    /// - Parameter toolchain: the learner's; nil: there is none, and the compiler's own error says so.
    /// - Throws: `ExplainedError` with both versions.
    public func check(_ toolchain: Toolchain?) throws(ExplainedError) {
        func series(_ version: String) -> [Substring] { Array(version.split(separator: ".").prefix(2)) }
        guard let toolchain, series(toolchain.version) != series(swift) else { return }
        throw .notBuilt(
            "This copy of Interleave was built with Swift \(swift), and the toolchain on your PATH is Swift \(toolchain.version). "
                + "A program of the one cannot load a library of the other.",
            cure: "Put Swift \(swift) first on the PATH, or install a copy of Interleave that was built with Swift \(toolchain.version).")
    }
}

extension Installation {
    /// That of a folder; nil: there is no mark, or it cannot be read.
    public init?(of folder: String) {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(Self.markName)"),
            let mark = try? JSONDecoder().decode(Self.self, from: bytes)
        else { return nil }
        self = mark
    }
}
