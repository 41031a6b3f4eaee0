import FoundationEssentials
import Glibc
import Recorder

/// Files compiled into a program that explores itself. Its folder is gone with this value.
public struct ExploredBuild: ~Copyable {
    public let source: ExploredSource
    /// What is explored of it.
    public let entries: ProgramEntries
    private let room: PassingFolder
    private var folder: String { room.path }

    /// The program: its first argument names the function to explore.
    var program: String { "\(folder)/program" }
    /// Room for a trace that is only looked at.
    public var trace: String { "\(folder)/trace" }
    /// Where a confined program may change files.
    var files: String { "\(folder)/files" }

    /// Compiles files: not optimised, with lines, and with a call at each access to memory.
    ///
    /// Takes seconds. Builds the explorer's library when that is not there or is older than its source, saying so on standard error.
    /// - Throws: `ExplorationError` with the compiler's words, where they do not compile; `ChildProcessError` where there is no compiler.
    public static func make(_ source: ExploredSource) throws -> ExploredBuild {
        let library = try BuildFolder.current.locate(
            "libInterleaveExplore.so", product: "InterleaveExplore",
            sources: ["Sources/Explorer", "Sources/ExplorerHost", "Sources/CInterposition"])
        guard let room = PassingFolder() else {
            throw ExplorationError(
                .unreadable, "No folder can be made in \(PassingFolder.parent).", cure: "Make room there, or set TMPDIR to another folder.")
        }
        let interruption = Interruption()
        defer { interruption.end() }
        let outlines = try source.outlines(in: room.path, interruption)
        let entries = try ProgramEntries(source, outlines: outlines)
        let build = ExploredBuild(source: source, entries: entries, room: room)
        try build.compile(library, interruption, module: source.module(importing: outlines[0].imports, isScript: entries.isScript))
        return build
    }

    /// What the lines are called that call the program: no file of the user's has this name.
    static let hostName = "interleave-host.swift"

    private init(source: ExploredSource, entries: ProgramEntries, room: consuming PassingFolder) {
        self.source = source
        self.entries = entries
        self.room = room
    }

    /// The file with the program's entries, as the compiler is to see it: with the lines at its end that call them. It keeps its own name.
    private func overlay() throws -> String {
        let file = source.files[entries.file], added = "\(folder)/added", overlay = "\(folder)/overlay"
        let roots = [Overlay.Root(type: "file", name: file.path, contents: added)]
        let description = try JSONEncoder().encode(Overlay(roots: roots))
        for (path, contents) in [(added, Data((file.text + entries.text + "\n" + source.atomicUpdates).utf8)), (overlay, description)] {
            guard FileManager.default.createFile(atPath: path, contents: contents) else {
                throw ExplorationError(.unreadable, "\(path) cannot be written.", cure: "Make room on that disk.")
            }
        }
        return overlay
    }

    /// LLVM's description of files that stand for others.
    private struct Overlay: Encodable {
        struct Root: Encodable {
            var type: String
            var name: String
            var contents: String
            private enum CodingKeys: String, CodingKey { case type, name, contents = "external-contents" }
        }
        var version = 0
        var sensitive = "true"
        var external = "false"
        var roots: [Root]
        private enum CodingKeys: String, CodingKey { case version, sensitive = "case-sensitive", external = "use-external-names", roots }
    }

    /// - Parameter keepsModules: whether compiled modules of the system are kept, as usual, in the user's cache for the next time.
    private func compile(_ library: String, _ interruption: Interruption, module: String, keepsModules: Bool = true) throws {
        let log = "\(folder)/words", overlay = try overlay()
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .file(log)
        options.standardError = .file(log)
        // What the compiler leaves behind when it is interrupted goes with the folder.
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
        // The library comes first, so that its symbols are found before those of the systems' own.
        let arguments =
            [
                "-swift-version", "\(source.swiftVersion)", "-vfsoverlay", overlay, "-Onone", "-g", "-wmo", "-Xfrontend",
                "-sanitize=thread",
                "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "interleave_own_main", "-suppress-warnings",
                // Files are told with their whole paths, wherever this is called from.
                "-file-compilation-dir", folder, "-module-name", module, library,
            ] + (source.suspendsAtEveryAwait ? ["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"] : [])
            + (entries.isScript ? [] : ["-parse-as-library"]) + (keepsModules ? [] : ["-module-cache-path", "\(folder)/modules"])
            + source.files.map(\.path) + ["-o", program]
        var child = try ChildProcess.spawn("swiftc", arguments: arguments, options: options)
        child.limit(work: .seconds(180))
        let (ending, timedOut) = child.wait(endingFamilyAfter: .seconds(120)) { interruption.count > 0 }
        if interruption.count > 0 { throw ExplorationError.interrupted }
        if ending == .exited(code: 0) { return }
        // On a full disk compilers and linkers die in many ways.
        var room = statvfs()
        if statvfs(folder, &room) == 0, UInt64(room.f_bavail) * UInt64(room.f_frsize) < 1 << 20 {
            throw ExplorationError(
                .unreadable, "There is no room on the disk of \(folder) for the compiled program.",
                cure: "Make room there, or set TMPDIR to another folder.")
        }
        var words = FileManager.default.contents(atPath: log).map { String(decoding: $0.prefix(1 << 16), as: UTF8.self) } ?? ""
        while words.hasSuffix("\n") { words.removeLast() }
        // (A home that cannot be written to has no room for them.)
        if keepsModules && words.contains("/ModuleCache/") && words.contains("unable to open output file") {
            return try compile(library, interruption, module: module, keepsModules: false)
        }
        if case .killed(let signal) = ending, !timedOut {
            throw ExplorationError(
                .unreadable, "The compiler was killed (signal \(signal)) before it was done with \(source.name).",
                cure: "Explore it again; if it happens again, look whether there is enough memory.")
        }
        if timedOut { words = "The compiler was still at it after 2 minutes: look for an expression that is hard to understand." }
        // Lines about the few that call the files would puzzle.
        let ofHost = words.contains("\(Self.hostName):") && !source.files.contains { words.contains("\($0.path):") }
        if ofHost { throw misfit(words) }
        throw ExplorationError.doesNotCompile(source.name, words)
    }

    /// The files compile, but their functions do not fit together.
    private func misfit(_ words: String) -> ExplorationError {
        let reason = words.split(separator: "\n").first { $0.contains("error:") }?.split(separator: ":", maxSplits: 4).last ?? ""
        return ExplorationError(
            .notCompiled, "\(source.name) compiles, but its functions cannot be called:\(reason).",
            cure:
                "`func \(source.entries[0])()` may return a value; `func allowed(_:) -> Bool` takes what it returns, or what `func outcome()` returns."
        )
    }
}
