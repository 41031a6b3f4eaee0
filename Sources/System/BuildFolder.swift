import Words
import FoundationEssentials
import Glibc
import Trace

/// The build folder of this executable. It also holds the labs and the libraries that are loaded
/// into programs.
public struct BuildFolder: Sendable {
    public var folder: String
    /// The name of this executable.
    private let program: String

    /// That of the running program.
    public static var current: BuildFolder {
        let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? CommandLine.arguments[0]
        return BuildFolder(folder: parent(of: path), program: path.split(separator: "/").last.map(String.init) ?? path)
    }

    /// The package whose build this is, or the installation: the nearest folder above that holds a Package.swift, or an installation's mark.
    public var package: String? {
        var folder = folder
        while folder.count > 1 {
            folder = Self.parent(of: folder)
            for name in ["Package.swift", Installation.markName] where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
                return folder
            }
        }
        return nil
    }

    /// The installation that this program belongs to; nil: it is in a build of the package.
    public var installation: Installation? { package.flatMap(Installation.init(of:)) }

    private static func parent(of path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }

    private var isRelease: Bool { folder.hasSuffix("/release") }

    /// The path of a file of the build; builds the product that makes it when it is not there, saying so on standard error.
    ///
    /// `swift run interleave` builds only this executable.
    /// - Parameter sources: folders of the package; when something in them has changed since, the product is built again.
    /// - Throws: `ExplainedError` when it cannot be built.
    public func locate(_ file: String, product: String, sources: [String] = []) throws(ExplainedError) -> String {
        let path = "\(folder)/\(file)"
        if installation != nil {
            guard FileManager.default.isReadableFile(atPath: path) else {
                throw .notBuilt(
                    "\(path) is missing in this installation.",
                    cure: "Install Interleave again. (Commands for the development of Interleave itself need its package.)")
            }
            return path
        }
        if !FileManager.default.isReadableFile(atPath: path) {
            try build(product, because: "is not built yet")
        } else if let package, let built = Self.modified(path),
            let changed = sources.compactMap({ Self.newest(in: "\(package)/\($0)") }).max(), changed > built
        {
            try build(product, because: "is older than its source")
            // A change of source that does not change the product leaves its date: set the date, so
            // that it counts as checked.
            utimes(path, nil)
        }
        guard FileManager.default.isReadableFile(atPath: path) else {
            throw .notBuilt("\(path) is missing.", cure: "Build it, in the package: \(command(product))")
        }
        return path
    }

    private static func modified(_ path: String) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: path))?[.modificationDate] as? Date
    }

    private static func newest(in folder: String) -> Date? {
        (try? FileManager.default.subpathsOfDirectory(atPath: folder))?.compactMap { modified("\(folder)/\($0)") }.max()
    }

    private func command(_ product: String) -> String { "swift build\(isRelease ? " -c release" : "") --product \(product)" }

    private func tell(_ words: String) { _ = words.withCString { write(STDERR_FILENO, $0, strlen($0)) } }

    private func build(_ product: String, because reason: String) throws(ExplainedError) {
        guard let package else {
            throw .notBuilt(
                "\(product) is not built, and the package that it belongs to is not known here.",
                cure: "In the package: \(command(product))")
        }
        // SwiftPM's line of progress may be there.
        tell("\(isatty(STDERR_FILENO) == 1 ? "\r\u{1B}[K" : "")\(program): \(product) \(reason). Building it: \(command(product))\n")
        var arguments = ["build", "--quiet", "--package-path", package, "--product", product] + (isRelease ? ["-c", "release"] : [])
        // As the last build was: another flag would have everything compiled again that is optimised as a whole.
        let isTerminal = isatty(STDERR_FILENO) == 1
        if isTerminal, wasBuiltWithColours == false { arguments.insert("--no-color-diagnostics", at: 1) }
        let ending =
            !isTerminal && wasBuiltWithColours == true
            ? try Self.runInTerminal("swift", arguments) { tell($0) } : try Self.run("swift", arguments)
        guard ending == .exited(code: 0) else {
            throw .notBuilt(
                "\(product) could not be built. The compiler's messages are above.", cure: "In the package: \(command(product))")
        }
    }

    private static func run(_ program: String, _ arguments: [String]) throws(ExplainedError) -> Trace.Ending {
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .descriptor(2)
        var child = try ChildProcess.spawn(program, arguments: arguments, options: options)
        return child.wait() ?? .unknown
    }
}
