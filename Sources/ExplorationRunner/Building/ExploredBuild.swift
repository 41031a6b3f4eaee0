import Words
import Diagnosis
import FoundationEssentials
import Glibc
import System

/// Files compiled into a program that explores itself. Its folder is removed with this value.
public struct ExploredBuild: ~Copyable {
    public let source: ExploredSource
    /// The explored source.
    public let entries: ProgramEntries
    private let room: TemporaryFolder
    var folder: String { room.path }

    /// The program: its first argument names the function to explore.
    var program: String { "\(folder)/program" }
    /// The path for a trace that is only viewed.
    public var trace: String { "\(folder)/trace" }
    /// The folder in which a confined program can change files.
    var files: String { "\(folder)/files" }

    /// Compiles files: not optimized, with line information, and with a call at each memory access.
    ///
    /// Takes seconds. Builds the explorer's library if it is missing or older than its source, with
    /// a message on standard error.
    /// - Throws: `ExplainedError` with the compiler's words if they do not compile,
    ///   or if there is no compiler.
    public static func make(_ source: ExploredSource) throws -> ExploredBuild {
        defer { source.modules?.release() }
        let library = try explorerLibrary()
        let room = try TemporaryFolder.make()
        let interruption = InterruptCounter()
        defer { interruption.end() }
        let outlines = try source.outlines(in: room.path, interruption)
        let entries = try ProgramEntries(source, outlines: outlines)
        let build = ExploredBuild(source: source, entries: entries, room: room)
        try build.compile(library, interruption, module: source.module(importing: outlines[0].imports, isScript: entries.isScript))
        return build
    }

    /// The path of the library that programs are linked with; builds it if it is missing or older than
    /// its source, with a message on standard error.
    public static func explorerLibrary() throws(ExplainedError) -> String {
        try toolchainCheck.get()
        return try BuildFolder.current.locate(
            "libInterleaveExplore.so", product: "InterleaveExplore",
            sources: ["Sources/Explorer", "Sources/ExplorerRuntime", "Sources/TraceRecords", "Sources/CInterposition", "Sources/CProcess"])
    }

    /// In an installation: whether the programs that the toolchain compiles can load the explorer's library.
    private static let toolchainCheck = Result { () throws(ExplainedError) in
        try BuildFolder.current.installation?.check(Toolchain())
    }

    /// The file name of the lines that call the program: no user's file has this name.
    static let hostName = "interleave-host.swift"

    private init(source: ExploredSource, entries: ProgramEntries, room: consuming TemporaryFolder) {
        self.source = source
        self.entries = entries
        self.room = room
    }

    /// The file with the program's entries as the compiler sees it, with the calling lines at its
    /// end. It keeps its own name.
    private func overlay() throws -> String {
        let file = source.files[entries.file], added = "\(folder)/added", overlay = "\(folder)/overlay"
        let roots = [Overlay.Root(type: "file", name: file.path, contents: added)]
        let description = try JSONEncoder().encode(Overlay(roots: roots))
        for (path, contents) in [(added, Data((file.text + entries.text + "\n" + source.atomicUpdates).utf8)), (overlay, description)] {
            guard FileManager.default.createFile(atPath: path, contents: contents) else {
                throw ExplainedError(.unreadable, "\(path) cannot be written.", cure: "Free some space on that disk.")
            }
        }
        return overlay
    }

    /// LLVM's description of files that replace others.
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

    /// - Parameter keepsModules: whether compiled system modules stay in the user's cache for the
    ///   next time, as usual.
    private func compile(_ library: String, _ interruption: InterruptCounter, module: String, keepsModules: Bool = true) throws {
        let log = "\(folder)/words", overlay = try overlay()
        var options = ChildProcess.Options.tool(output: .file(log), errors: .file(log))
        // Files that an interrupted compiler leaves are removed with the folder.
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
        // The library comes first, so that its symbols are found before the system's.
        var arguments = [
            "-swift-version", "\(source.swiftVersion)", "-vfsoverlay", overlay, "-Onone", "-wmo", "-Xfrontend",
            "-sanitize=thread",
            "-Xfrontend", "-entry-point-function-name", "-Xfrontend", "interleave_own_main", "-suppress-warnings",
            "-module-name", module, library,
        ]
        // Only the frontend hears of the debug information: for it, the driver would also make a module for the debugger. And LLVM's linker is
        // the fastest. Together that halves the time.
        // File names are absolute, wherever this is called from.
        let debugging = [
            "-g", "-debug-info-format=dwarf", "-dwarf-version=4", "-enable-anonymous-context-mangled-names", "-file-compilation-dir",
            folder,
        ]
        arguments += debugging.flatMap { ["-Xfrontend", $0] } + ["-use-ld=lld"]
        // (One by one: Swift 6.2 cannot check the type of one expression for all.)
        if source.suspendsAtEveryAwait { arguments += ["-Xllvm", "-sil-disable-pass=optimize-hop-to-executor"] }
        if !entries.isScript { arguments.append("-parse-as-library") }
        if !keepsModules { arguments += ["-module-cache-path", "\(folder)/modules"] }
        arguments += source.modules?.compilerArguments ?? []
        arguments += source.files.map(\.path)
        arguments += ["-o", program]
        arguments += source.modules?.linkerArguments ?? []
        var child = try ChildProcess.spawn("swiftc", arguments: arguments, options: options)
        child.limit(work: .seconds(180))
        if source.isConfined { child.limit(memory: 4 << 30) }
        let (ending, timedOut) = child.wait(endingFamilyAfter: .seconds(120)) { interruption.count > 0 }
        if interruption.count > 0 { throw ExplainedError.interrupted }
        if ending == .exited(code: 0) { return }
        try ExplainedError.checkSpace(in: folder)
        var words =
            FileManager.default.contents(atPath: log).map { SafeText.lines(String(decoding: $0.prefix(1 << 16), as: UTF8.self)) } ?? ""
        while words.hasSuffix("\n") { words.removeLast() }
        // (A home folder that is not writable has no space for them.)
        if keepsModules && words.contains("/ModuleCache/") && words.contains("unable to open output file") {
            return try compile(library, interruption, module: module, keepsModules: false)
        }
        if case .killed(let signal) = ending, !timedOut {
            throw ExplainedError(
                .unreadable, "The compiler was killed (signal \(signal)) before it had finished with \(source.name).",
                cure: "Explore it again. If it happens again, check whether there is enough memory.")
        }
        if timedOut { words = "The compiler had not finished after 2 minutes. Look for an expression that is hard to type-check." }
        if let modules = source.modules, let error = ExplainedError(missingModuleIn: words, of: modules, file: source.name) {
            throw error
        }
        // Messages about the few calling lines would confuse.
        let ofHost = words.contains("\(Self.hostName):") && !source.files.contains { words.contains("\($0.path):") }
        if ofHost { throw misfit(words) }
        throw ExplainedError.doesNotCompile(source.name, words)
    }

    /// The files compile, but their functions do not fit together.
    private func misfit(_ words: String) -> ExplainedError {
        let reason = words.split(separator: "\n").first { $0.contains("error:") }?.split(separator: ":", maxSplits: 4).last ?? ""
        return ExplainedError(
            .notCompiled, "\(source.name) compiles, but its functions cannot be called:\(reason).",
            cure:
                "`func \(source.entries[0])()` can return a value. `func allowed(_:) -> Bool` takes that value, or the value of `func outcome()`."
        )
    }
}
