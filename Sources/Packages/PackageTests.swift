import ExplorationRunner
import FoundationEssentials
import Glibc
import Symbols
import System

/// The tests of a package, and the programs that explore them.
public struct PackageTests: Sendable {
    /// A test that cannot be explored, and the reason.
    public struct Refused: Sendable {
        public var name: String
        public var file: String
        public var line: Int
        public var reason: String
    }

    /// The tests that can be explored, each with its program.
    public private(set) var tests: [(program: TestProgram, test: TestProgram.Test)] = []
    public private(set) var refused: [Refused] = []

    /// Keeps the tests whose names, with the module, are wanted.
    public mutating func keep(_ isWanted: (String) -> Bool) {
        tests.removeAll { !isWanted($0.test.fullName) }
        refused.removeAll { !isWanted($0.name) }
    }

    /// Keeps part number `number` of `count` parts.
    public mutating func keep(part number: Int, of count: Int) {
        func part<Element>(_ list: [Element], after: Int) -> [Element] {
            list.enumerated().filter { ($0.offset + after) % count == number - 1 }.map(\.element)
        }
        let all = tests.count
        tests = part(tests, after: 0)
        refused = part(refused, after: all)
    }

    /// Builds the test targets of a package, and finds their tests.
    /// - Parameter tell: called with what is done.
    /// - Throws: `ExplorationError` if they cannot be built.
    public static func find(_ options: PackageOptions, tell: (String) -> Void) throws -> PackageTests {
        let programs = try PackageBuild.tests(options, tell: tell) { target, modules, folder in
            let builder = TestProgramBuild(module: target.module, modules: modules, folder: "\(folder)/tests")
            let path = try builder.program { tell("linking the tests of \(target.name) …") }
            let files = modules.sources.keys.filter { $0.contains("/\(target.path)/") }.sorted()
            return (target, TestProgram(path: path, modules: modules, suspendsAtEveryAwait: options.suspendsAtEveryAwait), files)
        }
        var found = PackageTests()
        for (target, program, files) in programs {
            tell("listing the tests of \(target.name) …")
            found.tests += try program.tests().map { (program, $0) }
            for path in files {
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
