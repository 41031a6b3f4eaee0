import FoundationEssentials
import Glibc
import Recorder

/// A file compiled into a program that explores itself. Its folder is gone with this value.
struct ExploredBuild: ~Copyable {
    private let folder: String

    var program: String { "\(folder)/program" }
    /// Room for a trace that is only looked at.
    var trace: String { "\(folder)/trace" }

    /// Compiles a file: not optimised, with lines, and with a call at each access to memory.
    /// - Throws: `CommandFailure` with the compiler's words, where it does not compile.
    static func make(_ file: ExploredFile) throws -> ExploredBuild {
        try file.check()
        let library = try BuildFolder.current.locate("libInterleaveExplore.so", product: "InterleaveExplore", sources: "Sources/Explorer")
        let room = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(room)/interleave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw CommandFailure(.usage, "No folder can be made in \(room).", cure: "Make room there, or set TMPDIR to another folder.")
        }
        let build = ExploredBuild(folder: String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
        try compile(file, in: build.folder, library)
        return build
    }

    private init(folder: String) { self.folder = folder }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    private static func compile(_ file: ExploredFile, in folder: String, _ library: String) throws {
        let host = "\(folder)/host.swift", log = "\(folder)/words"
        guard FileManager.default.createFile(atPath: host, contents: Data(file.host.utf8)) else {
            throw CommandFailure(.usage, "\(host) cannot be written.", cure: "Make room on that disk.")
        }
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.standardInput = .nothing
        options.standardOutput = .file(log)
        options.standardError = .file(log)
        // The library comes first, so that its symbols are found before those of the systems' own.
        let arguments = [
            "-swift-version", "\(file.swiftVersion)", "-parse-as-library", "-Onone", "-g", "-Xfrontend", "-sanitize=thread", "-Xfrontend",
            "-entry-point-function-name", "-Xfrontend", "interleave_own_main", "-suppress-warnings", "-module-name", file.module, library,
            file.path,
            host, "-o", "\(folder)/program",
        ]
        var child = try ChildProcess.spawn("swiftc", arguments: arguments, options: options)
        let (ending, timedOut) = child.wait(killingAfter: .seconds(120))
        if ending == .exited(code: 0) { return }
        var words = FileManager.default.contents(atPath: log).map { String(decoding: $0.prefix(1 << 16), as: UTF8.self) } ?? ""
        while words.hasSuffix("\n") { words.removeLast() }
        if timedOut { words = "The compiler was still at it after 2 minutes: look for an expression that is hard to understand." }
        // Lines about the few that call the file would puzzle.
        let ofHost = words.contains("\(host):") && !words.contains("\(file.path):")
        if ofHost { throw misfit(file, words) }
        throw CommandFailure(.usage, "\(file.name) does not compile.\n\(words)", cure: "Mend what the compiler names, then explore again.")
    }

    /// The file compiles, but its functions do not fit together.
    private static func misfit(_ file: ExploredFile, _ words: String) -> CommandFailure {
        let reason = words.split(separator: "\n").first { $0.contains("error:") }?.split(separator: ":", maxSplits: 4).last ?? ""
        return CommandFailure(
            .usage, "\(file.name) compiles, but its functions cannot be called:\(reason).",
            cure:
                "`func \(file.entry)()` may return a value; `func allowed(_:) -> Bool` takes what it returns, or what `func outcome()` returns."
        )
    }
}
