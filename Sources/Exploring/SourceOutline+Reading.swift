import FoundationEssentials
import Recorder

extension SourceOutline {
    /// Asks the compiler's parser; a few hundredths of a second a file.
    /// - Parameter folder: has room for what the compiler prints.
    /// - Throws: `ExplorationError` with the compiler's words, where the file is no Swift; `ChildProcessError` where there is no compiler.
    static func read(_ file: ExploredSource.File, in folder: String, _ interruption: Interruption) throws -> SourceOutline {
        // The parser alone leaves out what stands between `#if` and `#endif`; then the compiler has to look at the types, too.
        let isConditional = file.text.contains("#if")
        let output = "\(folder)/outline", log = "\(folder)/words"
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .file(output)
        options.standardError = .file(log)
        options.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder]) { $1 }
        var child = try ChildProcess.spawn(
            "swiftc", arguments: ["-frontend", isConditional ? "-dump-ast" : "-dump-parse", "-dump-ast-format", "json", file.path],
            options: options)
        child.limit(work: .seconds(60))
        let ending = child.wait(endingFamilyAfter: .seconds(60)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplorationError.interrupted }
        let dump = FileManager.default.contents(atPath: output) ?? Data()
        if ending != .exited(code: 0) && !isConditional {
            var words = FileManager.default.contents(atPath: log).map { String(decoding: $0.prefix(1 << 16), as: UTF8.self) } ?? ""
            while words.hasSuffix("\n") { words.removeLast() }
            if words.contains(": error:") { throw ExplorationError.doesNotCompile(file.name, words) }
        }
        return SourceOutline(dump: dump, text: file.text)
    }
}

extension ExplorationError {
    static func doesNotCompile(_ name: String, _ words: String) -> ExplorationError {
        ExplorationError(.notCompiled, "\(name) does not compile.\n\(words)", cure: "Mend what the compiler names, then explore again.")
    }
}
