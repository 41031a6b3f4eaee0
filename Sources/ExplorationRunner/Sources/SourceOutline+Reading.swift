import Words
import Diagnosis
import FoundationEssentials
import Glibc
import Synchronization
import System

extension SourceOutline {
    /// Runs the compiler's parser; a few hundredths of a second for a file.
    /// - Parameter folder: a folder with space for the compiler's output.
    /// - Throws: `ExplainedError` with the compiler's words if the file is not valid Swift,
    ///   or if there is no compiler.
    static func read(_ file: ExploredSource.File, in folder: String, _ interruption: InterruptCounter) throws -> SourceOutline {
        if let known = known.withLock({ $0[file.text] }) { return known }
        let outline = try parse(file, in: folder, interruption)
        known.withLock { known in
            if known.count >= 64 { known.removeAll() }
            known[file.text] = outline
        }
        return outline
    }

    /// The outlines that this process has read, by text: the files of an exercise come with every attempt of a class.
    private static let known = Mutex<[String: SourceOutline]>([:])

    private static func parse(_ file: ExploredSource.File, in folder: String, _ interruption: InterruptCounter) throws -> SourceOutline {
        // The parser alone leaves out code between `#if` and `#endif`; then the compiler has to
        // check the types, too.
        let isConditional = file.text.contains("#if")
        let output = "\(folder)/outline", log = "\(folder)/words"
        var options = ChildProcess.Options.tool(output: .file(output), errors: .file(log))
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
        var child = try ChildProcess.spawn(
            "swiftc", arguments: ["-frontend", isConditional ? "-dump-ast" : "-dump-parse", "-dump-ast-format", "json", file.path],
            options: options)
        child.limit(work: .seconds(60))
        let ending = child.wait(endingFamilyAfter: .seconds(60)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplainedError.interrupted }
        let dump = FileManager.default.contents(atPath: output) ?? Data()
        if ending != .exited(code: 0) { try ExplainedError.checkSpace(in: folder) }
        if ending != .exited(code: 0) && !isConditional {
            var words =
                FileManager.default.contents(atPath: log).map { SafeText.lines(String(decoding: $0.prefix(1 << 16), as: UTF8.self)) }
                ?? ""
            while words.hasSuffix("\n") { words.removeLast() }
            if words.contains(": error:") { throw ExplainedError.doesNotCompile(file.name, words) }
        }
        if let outline = SourceOutline(dump: dump, text: file.text) { return outline }
        // (A mistake in a file with `#if`: the build will report it.)
        if ending != .exited(code: 0) { return SourceOutline() }
        throw ExplainedError.cannotBeRead(file.name)
    }
}

extension ExplainedError {
    /// On a full disk, compilers and linkers fail in many ways. So this is asked after a failure.
    /// - Throws: `ExplainedError` if the disk of a folder has less than a megabyte left.
    public static func checkSpace(in folder: String) throws(ExplainedError) {
        var room = statvfs()
        guard statvfs(folder, &room) == 0, UInt64(room.f_bavail) * UInt64(room.f_frsize) < 1 << 20 else { return }
        throw ExplainedError(
            .unreadable, "The disk of \(folder) has no space for the compiled program.",
            cure: "Free some space there, or set TMPDIR to another folder.")
    }

    static func cannotBeRead(_ name: String) -> ExplainedError {
        ExplainedError(
            .notCompiled, "The compiler's description of \(name) cannot be read.",
            cure: "Move the declarations around `scenario()` to a file of their own, and explore both files.")
    }

    static func doesNotCompile(_ name: String, _ words: String) -> ExplainedError {
        ExplainedError(
            .notCompiled, "\(name) does not compile.\n\(words)", cure: "Fix the errors that the compiler reports, then try again.")
    }
}
