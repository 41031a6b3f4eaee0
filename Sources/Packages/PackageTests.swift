import Words
import ExplorationRunner
import FoundationEssentials

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
    /// The programs that run tests really, by the module of the tests.
    private var realPrograms: [String: TestProgram] = [:]

    /// The program that runs a test really; nil: it was not asked for.
    public func realProgram(of test: TestProgram.Test) -> TestProgram? { realPrograms[test.module] }

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
    /// - Parameters:
    ///   - withReal: whether tests will also run really.
    ///   - tell: called with what is done.
    /// - Throws: `ExplainedError` if they cannot be built.
    public static func find(_ options: PackageOptions, withReal: Bool = false, tell: (String) -> Void) throws -> PackageTests {
        let targets = try PackageBuild.tests(options, tell: tell) { target, built, modules, folder in
            let files = modules.sources.keys.filter { $0.contains("/\(target.path)/") }.sorted()
            let methods = XCTestMethods(module: target.module, objects: built?.objects ?? [], files: files)
            let builder = TestProgramBuild(module: target.module, modules: modules, folder: "\(folder)/tests", methods: methods)
            let (path, refused) = try builder.program { tell("linking the tests of \(target.name) …") }
            let program = TestProgram(
                path: path, modules: modules, suspendsAtEveryAwait: options.suspendsAtEveryAwait,
                ofXCTest: methods.tests(without: Set(refused.keys)))
            // (Tests of Swift Testing run really in the same program.)
            let real = withReal && refused.count < methods.all.count
            let realBuilder = real ? builder.forRealRuns : builder
            let realPath = try realBuilder.program { tell("linking the tests of \(target.name) for real runs …") }.path
            let realProgram = TestProgram(
                path: realPath, modules: modules, suspendsAtEveryAwait: options.suspendsAtEveryAwait, ofXCTest: [])
            return (target, program, methods, refused, realProgram)
        }
        var found = PackageTests()
        for (target, program, methods, refused, realProgram) in targets {
            tell("listing the tests of \(target.name) …")
            found.tests += try program.tests().map { (program, $0) }
            if withReal { found.realPrograms[target.module] = realProgram }
            found.refused += methods.all.enumerated().compactMap { number, test in
                refused[number].map {
                    Refused(name: "\(target.module).\(test.type)/\(test.name)()", file: test.file, line: test.line, reason: $0)
                }
            }
        }
        return found
    }
}
