import ExplorationRunner
import FoundationEssentials
import Glibc
import System
import Words

/// The tests of a package, each as a file that can be explored.
public struct PackageTests: Sendable {
    /// A test that cannot be explored, and the reason.
    public struct Refused: Sendable {
        public var name: String
        public var file: String
        public var line: Int
        public var reason: String
    }

    /// Tests of Swift Testing, with the files that run them.
    public private(set) var tests: [(test: TestScenario, path: String)] = []
    /// Tests of XCTest.
    public private(set) var refused: [Refused] = []

    /// Keeps the tests whose names, with the module, are wanted.
    public mutating func keep(_ isWanted: (String) -> Bool) {
        tests.removeAll { !isWanted("\($0.test.module).\($0.test.name)") }
        refused.removeAll { !isWanted($0.name) }
    }

    /// Builds the test targets of a package, and asks Swift Testing for their tests.
    /// - Parameter tell: called with what is done.
    /// - Throws: `ExplorationError` if they cannot be built.
    public static func find(_ options: PackageOptions, tell: (String) -> Void) throws -> PackageTests {
        let description = try PackageBuild.description(of: options, tell: tell)
        let store = try PackageStore.folder(for: description.path), folder = "\(store)/tests"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var found = PackageTests()
        for target in description.targets where target.kind == .test {
            guard let room = TemporaryFolder() else {
                throw ExplorationError(
                    .unreadable, "Cannot create a folder in \(TemporaryFolder.parent).",
                    cure: "Free some space there, or set TMPDIR to another folder.")
            }
            // A file that imports the tests, and lists them.
            let lister = "\(room.path)/list.swift"
            try write("import \(target.module)\n" + Self.listing, to: lister)
            let source = try ExploredSource(lister)
            let modules = try PackageBuild.modules(for: source.files, options: options, tell: tell)
            defer { modules.release() }
            tell("listing the tests of \(target.name) …")
            for test in try list(lister, room.path, modules, target.module) {
                let path = "\(folder)/\(test.fileName)"
                try write(test.text, to: path)
                found.tests.append((test, path))
            }
            for path in modules.sources.keys.sorted() where path.contains("/\(target.path)/") {
                guard let text = FileManager.default.contents(atPath: path) else { continue }
                found.refused += XCTestNames.of(String(decoding: text, as: UTF8.self), module: target.module).map {
                    Refused(
                        name: $0.name, file: path, line: $0.line,
                        reason: "it is a test of XCTest, which waits in a run loop that the explorer does not model")
                }
            }
        }
        return found
    }

    /// Writes a file if its contents are different.
    private static func write(_ text: String, to path: String) throws {
        if FileManager.default.contents(atPath: path) == Data(text.utf8) { return }
        let draft = "\(path).\(getpid())"
        guard FileManager.default.createFile(atPath: draft, contents: Data(text.utf8)), rename(draft, path) == 0 else {
            throw ExplorationError(.unreadable, "\(path) cannot be written.", cure: "Free some space there, or allow writing to it.")
        }
    }

    /// Compiles and runs the program that lists tests.
    private static func list(_ file: String, _ folder: String, _ modules: LinkedModules, _ module: String) throws -> [TestScenario] {
        let program = "\(folder)/list", words = "\(folder)/words", output = "\(folder)/records"
        var options = ChildProcess.Options()
        options.searchesPath = true
        options.ownGroup = true
        options.standardInput = .nothing
        options.standardOutput = .file(words)
        options.standardError = .file(words)
        let library = try ExploredBuild.explorerLibrary()
        var compiler = try ChildProcess.spawn(
            "swiftc",
            arguments: ["-parse-as-library", "-suppress-warnings", "-use-ld=lld", library] + modules.compilerArguments + [file, "-o", program]
                + modules.linkerArguments, options: options)
        let interruption = InterruptCounter()
        defer { interruption.end() }
        let compiled = compiler.wait(endingFamilyAfter: .seconds(300)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplorationError.interrupted }
        guard compiled == .exited(code: 0) else {
            let log = FileManager.default.contents(atPath: words) ?? Data()
            throw ExplorationError(
                .notCompiled, "The tests in \(module) cannot be linked.\n\(PrintableText.lines(String(decoding: log.prefix(1 << 14), as: UTF8.self)))",
                cure: "Check that `swift test` works in the package.")
        }
        options.standardOutput = .file(output)
        options.environment = ProcessInfo.processInfo.environment.merging(["LD_PRELOAD": ""]) { $1 }
        var lister = try ChildProcess.spawn(program, options: options)
        let ending = lister.wait(endingFamilyAfter: .seconds(60)) { interruption.count > 0 }.ending
        if interruption.count > 0 { throw ExplorationError.interrupted }
        guard ending == .exited(code: 0) else {
            throw ExplorationError(
                .notExplorable, "The tests in \(module) cannot be listed: the program that lists them has failed.",
                cure: "Check that `swift test list` works in the package.")
        }
        let records = FileManager.default.contents(atPath: output) ?? Data()
        let tests = records.split(separator: UInt8(ascii: "\n")).compactMap {
            (try? JSONDecoder().decode(TestRecord.self, from: Data($0)))?.scenario(of: module)
        }
        return tests.sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }
    }

    private static let listing = """
        import Testing

        @_silgen_name("swt_abiv0_getEntryPoint") private func interleaveEntryPoint() -> UnsafeRawPointer

        private typealias InterleaveEntryPoint =
            @convention(thin) @Sendable (
                _ configuration: UnsafeRawBufferPointer?, _ handler: @escaping @Sendable (_ record: UnsafeRawBufferPointer) -> Void
            ) async throws -> Bool

        @main private struct InterleaveListing {
            static func main() async throws {
                let entry = unsafeBitCast(interleaveEntryPoint(), to: InterleaveEntryPoint.self)
                let configuration = Array(#"{"verbosity":-10,"parallel":false,"listTests":true}"#.utf8)
                let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: configuration.count, alignment: 8)
                bytes.copyBytes(from: configuration)
                _ = try await entry(UnsafeRawBufferPointer(bytes)) { print(String(decoding: $0, as: UTF8.self)) }
            }
        }

        """
}

/// The tests of XCTest in a file, by their names: a class that inherits from XCTestCase, and its
/// functions whose names begin with "test".
enum XCTestNames {
    static func of(_ text: String, module: String) -> [(name: String, line: Int)] {
        var found: [(name: String, line: Int)] = [], current: String?
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let match = line.firstMatch(of: /class +(\w+) *:[^{]*XCTestCase/) { current = String(match.1) }
            if let name = current, let match = line.firstMatch(of: /^\s*(?!\/\/).*func +(test\w*) *\(\)/) {
                found.append(("\(module).\(name)/\(match.1)()", number + 1))
            }
        }
        return found
    }
}
