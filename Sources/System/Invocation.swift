import Words
import FoundationEssentials
import Glibc

/// How this program was called, so that the commands that it prints can be called the same way.
public struct Invocation: Sendable {
    /// This process's own call.
    public static let own = Invocation(CommandLine.arguments.first ?? "interleave", folder: FileManager.default.currentDirectoryPath)

    /// The command line tool, as it can be called from here.
    public static var interleave: String { own.command("interleave") }

    private let program: String
    private let here: String
    /// The folders of the program's path; for a path that `swift run` uses, the part before
    /// `.build`.
    private let parts: [Substring]
    private let package: String?

    /// - Parameters:
    ///   - program: the name by which the process was called.
    ///   - folder: the current folder.
    init(_ program: String, folder: String) {
        self.program = program
        here = folder
        parts = program.split(separator: "/", omittingEmptySubsequences: false)
        // `swift run` starts ".build/x86_64-unknown-linux-gnu/debug/program"; people leave the
        // second part out.
        let isStartedBySwift =
            parts.count >= 4 && !program.hasPrefix("/") && parts[parts.count - 4] == ".build"
            && parts[parts.count - 3].filter { $0 == "-" }.count >= 2
        package = isStartedBySwift ? parts.dropLast(4).joined(separator: "/") : nil
    }

    /// A program of the package as it can be called from here, as words for a shell.
    public func command(_ name: String) -> String {
        if let package { return swiftRun(name, package: package) }
        if parts.last.map(String.init) == name { return ShellWords.quoted(program) }
        let beside = path(of: name)
        if !program.contains("/") || access(beside, X_OK) == 0 { return ShellWords.quoted(beside) }
        return swiftRun(name, package: Self.package(above: (program.hasPrefix("/") ? "" : "\(here)/") + program) ?? "")
    }

    /// The path of a program in this program's folder, in the form by which this one was called.
    public func path(of name: String) -> String { (parts.dropLast() + [name[...]]).joined(separator: "/") }

    /// A text with commands of the form `swift run NAME …`, each rewritten to the form in which
    /// this program was called. A command that works from any folder is not said to belong in the folder of the package.
    public func adapted(_ text: String) -> String {
        // (A text is broken into lines anywhere, also within a command.)
        let commands = text.replacing(#/swift\s+run\s+([a-z][a-z-]*)/#) { command(String($0.1)) }
        let own = command("interleave"), isForAnyFolder = !own.hasPrefix("swift run ") || own.contains(" --package-path ")
        return isForAnyFolder ? commands.replacing(#/n\s+the\s+folder\s+of\s+the\s+package/#, with: "n your folder") : commands
    }

    private func swiftRun(_ name: String, package: String) -> String {
        let configuration = parts.count > 1 && parts[parts.count - 2] == "release" ? "-c release " : ""
        let folder = package.isEmpty ? "." : package
        let isHere = Self.real(Self.package(above: "\(here)/x")) == Self.real(folder.hasPrefix("/") ? folder : "\(here)/\(folder)")
        return "swift run \(configuration)\(isHere ? "" : "--package-path \(ShellWords.quoted(folder)) ")\(name)"
    }

    /// The nearest folder above a file that has a package manifest.
    private static func package(above file: String) -> String? {
        var folder = file[...]
        while let slash = folder.lastIndex(of: "/") {
            folder = folder[..<slash]
            if access("\(folder)/Package.swift", F_OK) == 0 { return folder.isEmpty ? "/" : String(folder) }
        }
        return nil
    }

    private static func real(_ path: String?) -> String? {
        guard let path, let found = realpath(path, nil) else { return path }
        defer { free(found) }
        return String(cString: found)
    }
}
