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

    /// The path of the program, and the tests of XCTest that are not in it: their numbers, with the reasons.
    /// - Parameter tell: called if it has to be linked.
    /// - Throws: `ExplainedError` if it cannot be linked.
    func program(tell: () -> Void) throws -> (path: String, refused: [Int: String]) {
        let library = try ExploredBuild.explorerLibrary(), path = "\(folder)/\(module)-\(key(library))"
        let note = "\(path).refused"
        if access(path, X_OK) == 0 {
            let refused = FileManager.default.contents(atPath: note).flatMap { try? JSONDecoder().decode([Int: String].self, from: $0) }
            return (path, refused ?? [:])
        }
        tell()
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        removeOldPrograms()
        // (A run that is interrupted leaves no half of a program.)
        let draft = "\(path).draft"
        var refused: [Int: String] = [:]
        // Without some tests, the compiler can find more that it cannot call.
        for attempt in 0... {
            guard let words = try link(try write(without: refused), library, to: draft) else { break }
            let found = attempt < 5 ? reasons(in: words).filter { refused[$0.key] == nil } : [:]
            refused.merge(found) { first, _ in first }
            if found.isEmpty {
                // The tests of Swift Testing can be explored without those of XCTest.
                guard words.contains(listName), refused.count < methods.all.count else { throw try unlinked(words) }
                for number in methods.all.indices where refused[number] == nil { refused[number] = Self.reason(Self.firstError(in: words)) }
            }
        }
        if !refused.isEmpty {
            guard let contents = try? JSONEncoder().encode(refused), FileManager.default.createFile(atPath: note, contents: contents) else {
                throw unwritable(note)
            }
        }
        guard rename(draft, path) == 0 else { throw unwritable(path) }
        return (path, refused)
    }

    private var listName: String { "interleave-\(module)-list.swift" }

    /// Writes the files that are compiled with the tests.
    /// - Returns: their paths.
    private func write(without refused: [Int: String]) throws -> [String] {
        var files = [(TestHostFile.name, TestHostFile.text)]
        if refused.count < methods.all.count { files += [host, (listName, methods.list(without: Set(refused.keys)))] }
        for (name, text) in files {
            guard FileManager.default.createFile(atPath: "\(folder)/\(name)", contents: Data(text.utf8)) else { throw unwritable(name) }
        }
        return files.map { "\(folder)/\($0.0)" }
    }

    /// The tests whose lines of the list have an error.
    private func reasons(in words: String) -> [Int: String] {
        var reasons: [Int: String] = [:]
        for line in words.split(separator: "\n") {
            guard let name = line.firstRange(of: "\(listName):"), line.contains(" error: ") else { continue }
            let number = Int(line[name.upperBound...].prefix { $0.isNumber }).map { $0 - XCTestMethods.firstLine }
            if let number, methods.all.indices.contains(number), reasons[number] == nil { reasons[number] = Self.reason(line) }
        }
        return reasons
    }

    private static func firstError(in words: String) -> Substring {
        words.split(separator: "\n").first { $0.contains("error:") } ?? "error: it cannot be compiled"
    }

    private static func reason(_ error: Substring) -> String {
        let words = error.firstRange(of: "error:").map { error[$0.upperBound...] } ?? error
        return "the explorer cannot call it:\(words)"
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
        for text in [TestHostFile.text, host.text, methods.list()] { key.addPart(text.utf8) }
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
