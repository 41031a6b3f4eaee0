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

    /// The path of the program.
    /// - Parameter tell: called if it has to be linked.
    /// - Throws: `ExplorationError` if it cannot be linked.
    func program(tell: () -> Void) throws -> String {
        let library = try ExploredBuild.explorerLibrary(), path = "\(folder)/\(module)-\(key(library))"
        if access(path, X_OK) == 0 { return path }
        tell()
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        removeOldPrograms()
        let host = "\(folder)/\(TestHostFile.name)"
        guard FileManager.default.createFile(atPath: host, contents: Data(TestHostFile.text.utf8)) else {
            throw ExplorationError(.unreadable, "\(host) cannot be written.", cure: "Free some space there, or allow writing to it.")
        }
        // (A run that is interrupted leaves no half of a program.)
        let draft = "\(path).draft"
        try link(host, library, to: draft)
        guard rename(draft, path) == 0 else {
            throw ExplorationError(.unreadable, "\(path) cannot be written.", cure: "Free some space there, or allow writing to it.")
        }
        return path
    }

    /// A hash of all parts. (Compiled files have changed when their dates have.)
    private func key(_ library: String) -> String {
        var key = Fingerprint()
        key.addPart(TestHostFile.text.utf8)
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

    private func link(_ host: String, _ library: String, to path: String) throws {
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
        var compiler = try ChildProcess.spawn(
            "swiftc",
            arguments: [
                "-parse-as-library", "-Onone", "-suppress-warnings", "-use-ld=lld", "-module-name", "InterleaveTestHost", library, host,
                "-o",
                path,
            ] + modules.linkerArguments, options: options)
        let ending = compiler.wait(endingFamilyAfter: .seconds(600)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplorationError.interrupted }
        if ending == .exited(code: 0) { return }
        try ExplorationError.checkSpace(in: folder)
        let log = FileManager.default.contents(atPath: words) ?? Data()
        throw ExplorationError(
            .notCompiled,
            "The tests in \(module) cannot be linked.\n\(PrintableText.lines(String(decoding: log.prefix(1 << 14), as: UTF8.self)))",
            cure: "Check that `swift test` works in the package.")
    }
}
