import Foundation
import System
import Testing

/// The traced programs: compiled once a run, with the plain compiler, in a folder outside of this
/// package.
struct Programs {
    let folder: Folder
    var everything: String { folder.file("everything") }
    var faults: String { folder.file("faults") }
    /// A program with the Swift libraries inside.
    var staticLibraries: String { folder.file("static-libraries") }
    /// A program in C, optimized, with difficult cases for a recorder.
    var hostile: String { folder.file("hostile") }
    /// A program without a dynamic linker.
    var staticProgram: String { folder.file("static") }

    /// Writes its arguments and its environment.
    var arguments: String { folder.file("arguments") }
    /// Starts another program as only C can.
    var starts: String { folder.file("starts") }
    /// Tells which signals it gets.
    var signals: String { folder.file("signals") }
    /// Cancels operations and work items.
    var cancels: String { folder.file("cancels") }
    /// Does something of each kind that can be chosen.
    var choices: String { folder.file("choices") }
    /// Sets what Foundation guards; and the same optimised.
    var coders: String { folder.file("coders") }
    var optimisedCoders: String { folder.file("optimised-coders") }

    nonisolated(unsafe) private static let compiled = Result { try Programs() }  // made once, under the runtime's lock, and only read
    static func all() throws -> Programs { try compiled.get() }

    private init() throws {
        folder = try Folder()
        // A static value is never destroyed: its folder is removed when the process ends.
        atexit { if let programs = try? Programs.compiled.get() { programs.folder.remove() } }
        try compile("swiftc", ["-g", "Everything.swift", "-o", everything])
        try compile("swiftc", ["-g", "Faults.swift", "-o", faults])
        try compile("swiftc", ["-static-stdlib", "Minimal.swift", "-o", staticLibraries])
        let toolchain = try Self.toolchain()
        try compile(
            "clang",
            [
                "-O2", "-g", "-fblocks", "-Wno-everything", "-I", toolchain, "hostile.c", "-o", hostile, "-L", "\(toolchain)/linux",
                "-Wl,-rpath,\(toolchain)/linux", "-ldispatch", "-lBlocksRuntime", "-lpthread",
            ])
        try compile("clang", ["-static", "static.c", "-o", staticProgram])
        try compile("clang", ["arguments.c", "-o", arguments])
        try compile("clang", ["starts.c", "-o", starts])
        try compile("clang", ["signals.c", "-o", signals])
        try compile("swiftc", ["-g", "Cancels.swift", "-o", cancels])
        try compile("swiftc", ["-g", "Choices.swift", "-o", choices])
        try compile("swiftc", ["-g", "Coders.swift", "-o", coders])
        try compile("swiftc", ["-O", "Coders.swift", "-o", optimisedCoders])
    }

    /// The folder of the Swift toolchain in which libdispatch and its headers lie: beside the compiler that is on the path.
    private static func toolchain() throws -> String {
        for folder in (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":") {
            guard let compiler = realpath("\(folder)/swiftc", nil) else { continue }
            defer { free(compiler) }
            let root = URL(fileURLWithPath: String(cString: compiler)).deletingLastPathComponent().deletingLastPathComponent()
            return root.appendingPathComponent("lib/swift").path
        }
        throw Failure(description: "swiftc is not on the path")
    }

    private func compile(_ compiler: String, _ arguments: [String]) throws {
        let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Programs").path
        let words = arguments.map { $0.hasSuffix(".swift") || $0.hasSuffix(".c") ? "\(sources)/\($0)" : $0 }
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardOutput = .file(folder.file("compiler"))
        options.standardError = .file(folder.file("compiler"))
        var child = try ChildProcess.spawn(compiler, arguments: words, options: options)
        guard child.wait() == .exited(code: 0) else {
            throw Failure(description: (try? String(contentsOfFile: folder.file("compiler"), encoding: .utf8)) ?? "\(compiler) failed")
        }
    }

    struct Failure: Error, CustomStringConvertible { var description: String }
}
