import ExplorationRunner
import FoundationEssentials
import Glibc
import System
import Words

/// Links the compiled tests of a target with the file that runs them.
///
/// The program stays until one of its parts changes: then a run needs no compiler.
struct TestProgramBuild {
    let module: String
    let modules: LinkedModules
    /// The folder for programs.
    let folder: String
    /// Its tests of XCTest.
    let methods: XCTestMethods
    /// Whether the program runs the tests of XCTest really, and cannot explore them.
    var isReal = false

    /// The same for real runs.
    var forRealRuns: TestProgramBuild {
        var copy = self
        copy.isReal = true
        return copy
    }

    private var host: (name: String, text: String) {
        isReal ? (RealXCTestHostFile.name, RealXCTestHostFile.text) : (XCTestHostFile.name, XCTestHostFile.text)
    }

    /// The path of the program, and why its tests of XCTest are not in it; nil: they are.
    /// - Parameter tell: called if it has to be linked.
    /// - Throws: `ExplainedError` if it cannot be linked.
    func program(tell: () -> Void) throws -> (path: String, reason: String?) {
        let library = try ExploredBuild.explorerLibrary(), path = "\(folder)/\(module)-\(key(library))"
        let note = "\(path).reason"
        if access(path, X_OK) == 0 {
            return (path, FileManager.default.contents(atPath: note).map { String(decoding: $0, as: UTF8.self) })
        }
        tell()
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        removeOldPrograms()
        var files = [(TestHostFile.name, TestHostFile.text)]
        if !methods.all.isEmpty {
            files += [host, ("interleave-\(module)-list.swift", methods.list)]
        }
        for (name, text) in files {
            guard FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(text.utf8)) else { throw unwritable(name) }
        }
        // (A run that is interrupted leaves no half of a program.)
        let draft = "\(path).draft", paths = files.map { "\(folder)/\($0.0)" }
        var reason: String?
        if let words = try link(paths, library, to: draft) {
            guard words.contains("interleave-\(module)-list.swift") else { throw try unlinked(words) }
            // The tests of Swift Testing can be explored without those of XCTest.
            let error = words.split(separator: "\n").first { $0.contains("error:") }?.split(separator: ":", maxSplits: 4).last ?? ""
            reason = "the explorer cannot call it:\(error)"
            guard FileManager.default.createFile(atPath: note, contents: Data((reason ?? "").utf8)) else { throw unwritable(note) }
            if let words = try link([paths[0]], library, to: draft) { throw try unlinked(words) }
        }
        guard rename(draft, path) == 0 else { throw unwritable(path) }
        return (path, reason)
    }

    private func unwritable(_ name: String) -> ExplainedError {
        ExplainedError(.unreadable, "\(name) cannot be written.", cure: "Free some space in \(folder), or allow writing to it.")
    }

    private func unlinked(_ words: String) throws -> ExplainedError {
        try ExplainedError.checkSpace(in: folder)
        return ExplainedError(
            .notCompiled, "The tests in \(module) cannot be linked.\n\(SafeText.lines(String(words.prefix(1 << 14))))",
            cure: "Check that `swift test` works in the package.")
    }

    /// A hash of all parts. (Compiled files have changed when their dates have.)
    private func key(_ library: String) -> String {
        var key = Fingerprint()
        for text in [TestHostFile.text, host.text, methods.list] { key.addPart(text.utf8) }
        for word in [library] + modules.linkerArguments {
            key.addPart(word.utf8)
            var facts = stat()
            if word.hasPrefix("/"), stat(word, &facts) == 0 {
                key.addPart("\(facts.st_size) \(facts.st_mtim.tv_sec) \(facts.st_mtim.tv_nsec)".utf8)
            }
        }
        return key.text
    }

    /// Removes programs of more than a day ago: another run can still use a younger one.
    private func removeOldPrograms() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] where name.hasPrefix("\(module)-") {
            var facts = stat()
            if stat("\(folder)/\(name)", &facts) == 0, facts.st_mtim.tv_sec < time(nil) - 86_400 { unlink("\(folder)/\(name)") }
        }
    }

    /// - Returns: nil, or the words of the compiler if it fails.
    private func link(_ files: [String], _ library: String, to path: String) throws -> String? {
        let words = "\(path).words"
        defer { unlink(words) }
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .file(words)
        options.standardError = .file(words)
        let interruption = InterruptCounter()
        defer { interruption.end() }
        // The library comes first, so that its symbols are found before the system's.
        var arguments = [
            "-parse-as-library", "-Onone", "-enforce-exclusivity=unchecked", "-swift-version", "5", "-suppress-warnings", "-use-ld=lld",
            "-module-name", "InterleaveTestHost",
            library,
        ]
        if files.count > 1 { arguments += ["-D", "INTERLEAVE_XCTEST"] + modules.compilerArguments }
        var compiler = try ChildProcess.spawn(
            "swiftc", arguments: arguments + files + ["-o", path] + modules.linkerArguments, options: options)
        let ending = compiler.wait(endingFamilyAfter: .seconds(600)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplainedError.interrupted }
        if ending == .exited(code: 0) { return nil }
        return FileManager.default.contents(atPath: words).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
}
