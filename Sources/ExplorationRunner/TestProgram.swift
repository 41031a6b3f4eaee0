import Words
import Explorer
import FoundationEssentials

/// A program of a package's tests: it runs a test as its test framework does, and explores its body.
public struct TestProgram: Sendable {
    /// A test in the program.
    public struct Test: Sendable, Hashable {
        /// Its number in the program.
        public var number: Int
        /// The module that it is in.
        public var module: String
        /// The name with its suites: "Accounts/neverNegative()".
        public var name: String
        /// The path of its file.
        public var file: String
        public var line: Int
        /// Whether it has arguments: it is then explored once for each of them.
        public var isParameterized: Bool
        /// Its name in its test framework.
        public var identity: String
        /// Whether it is a test of XCTest.
        public var isOfXCTest = false

        public init(
            number: Int, module: String, name: String, file: String, line: Int, isParameterized: Bool, identity: String,
            isOfXCTest: Bool = false
        ) {
            self.number = number
            self.module = module
            self.name = name
            self.file = file
            self.line = line
            self.isParameterized = isParameterized
            self.identity = identity
            self.isOfXCTest = isOfXCTest
        }

        /// The name with the module.
        public var fullName: String { "\(module).\(name)" }
    }

    /// How one test, with one of its arguments, has ended.
    public enum Ending: Sendable {
        /// Its body was explored.
        case explored(ExplorationResult)
        /// The test framework did not run the body; with the reason.
        case skipped(String)
        /// It has failed before the body began.
        case failed([String])
        /// There are no more arguments.
        case noMoreArguments
    }

    /// The outcome of an execution without a failure, and of one in which the test skips itself.
    public static let passed = "passed", skipped = "skipped"

    /// The program's file.
    public let path: String
    /// The package's modules in it.
    public let modules: LinkedModules
    /// Whether each `await` can let other tasks run first.
    public let suspendsAtEveryAwait: Bool
    /// Its tests of XCTest. (It can list the others itself.)
    private let ofXCTest: [Test]

    public init(path: String, modules: LinkedModules, suspendsAtEveryAwait: Bool, ofXCTest: [Test]) {
        self.ofXCTest = ofXCTest
        self.path = path
        self.modules = modules
        self.suspendsAtEveryAwait = suspendsAtEveryAwait
    }

    /// Its tests, sorted by their places.
    /// - Throws: `ExplainedError` if they cannot be listed.
    public func tests() throws -> [Test] {
        let (_, notices) = try ExploringProcess.run(path, arguments: ["list"], ExplorationRequest(), patience: nil) { _ in }
        let tests = notices.compactMap { notice -> Test? in
            guard notice.hasPrefix("test ") else { return nil }
            let words = notice.dropFirst(5).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard words.count == 7, let number = Int(words[0]), let line = Int(words[4]) else { return nil }
            return Test(
                number: number, module: words[1], name: words[2], file: words[3], line: line, isParameterized: words[5] == "cases",
                identity: words[6])
        }
        return (tests + ofXCTest).sorted { ($0.file, $0.line, $0.name) < ($1.file, $1.line, $1.name) }
    }

    /// Explores a test in a process of its own.
    /// - Parameters:
    ///   - argument: the number of its argument, from 0 on.
    ///   - budget: the number of executions after which it stops; nil: as `explore` has it.
    ///   - patience: the time after which it is asked for the results so far; nil: no limit.
    ///   - progress: called a few times a second.
    /// - Returns: how it has ended, and the argument in words.
    /// - Throws: `ExplainedError` if there is no result.
    public func explore(
        _ test: Test, argument: Int = 0, budget: Int?, patience: Duration?, options: ExplorationOptions,
        progress: (ExplorationSession.Progress) -> Void
    ) throws -> (ending: Ending, argument: String?) {
        var order = ExplorationRequest()
        order.options = options
        if let budget { order.options.executionLimit = budget } else { order.options.stepsAltogether = 30_000_000 }
        return try run(test, argument, order, patience, progress)
    }

    /// Replays the execution of a token.
    /// - Parameter command: the command that prints valid tokens.
    /// - Throws: `ExplainedError` if the token is not one of this test as it is now.
    public func replay(_ token: String, of test: Test, argument: Int, command: String) throws -> ExplorationResult? {
        let source = try source(of: test, argument), path = try source.path(of: token, entry: source.entries[0], command: command)
        var order = ExplorationRequest()
        order.path = path
        order.options.poolWidth = path.poolWidth
        order.options.wakesSpuriously = path.wakesSpuriously
        order.options.randomSeed = path.randomSeed
        guard case .explored(let result) = try run(test, argument, order, nil, { _ in }).ending else { return nil }
        return result
    }

    /// Whether a token belongs to a test, with one of its arguments.
    public func has(_ token: String, for test: Test, argument: Int) throws -> Bool {
        let source = try source(of: test, argument)
        return (try? source.path(of: token, entry: source.entries[0], command: "")) != nil
    }

    /// The test as a source: its file, and the modules in the program.
    private func source(of test: Test, _ argument: Int) throws(ExplainedError) -> ExploredSource {
        let function = test.name.split(separator: "/").last.map { String($0.prefix { $0 != "(" }) } ?? test.name
        var source = try ExploredSource(test.file, called: test.fullName, entries: [function])
        source.modules = modules
        source.isTest = true
        source.suspendsAtEveryAwait = suspendsAtEveryAwait
        // A token belongs to one test, with one of its arguments.
        source.ownFingerprint = source.fingerprint("\(test.fullName) \(argument)")
        return source
    }

    private func run(
        _ test: Test, _ argument: Int, _ order: ExplorationRequest, _ patience: Duration?, _ progress: (ExplorationSession.Progress) -> Void
    ) throws -> (ending: Ending, argument: String?) {
        let source = try source(of: test, argument), start = ContinuousClock.now
        var order = order
        order.options.suspendsAtEveryAwait = suspendsAtEveryAwait
        order.options.keepsFreedMemory = source.canUseFreedMemory
        let wanted =
            test.isOfXCTest ? ["xctest", "\(test.number)", test.identity] : ["\(test.number)", "\(argument)", test.identity]
        let (report, notices) = try ExploringProcess.run(path, arguments: wanted, order, patience: patience, progress: progress)
        let words = notices.first { $0.hasPrefix("argument ") }.map { String($0.dropFirst(9)) }
        guard let report else { return (Self.ending(notices, argument), words) }
        let result = ExplorationResult(
            report, of: source, entry: source.entries[0], isJudged: true, program: path,
            seconds: (ContinuousClock.now - start) / .seconds(1))
        if let refusal = report.refusal, result.report.findings.isEmpty { throw result.error(refusal) }
        return (.explored(result), words)
    }

    /// The words of the test framework about a test whose body it did not run.
    private static func ending(_ notices: [String], _ argument: Int) -> Ending {
        let events = notices.compactMap { notice in
            notice.hasPrefix("event ") ? try? JSONDecoder().decode(TestEvent.self, from: Data(notice.dropFirst(6).utf8)) : nil
        }
        let issues = events.filter(\.isFailure).map(\.words) + notices.filter { $0.hasPrefix("error ") }.map { String($0.dropFirst(6)) }
        if !issues.isEmpty { return .failed(issues) }
        if let skip = events.first(where: { $0.payload.kind != "issueRecorded" }) { return .skipped(skip.words) }
        return argument > 0 ? .noMoreArguments : .skipped("It has no arguments.")
    }
}

/// A line of Swift Testing's event stream.
private struct TestEvent: Decodable {
    struct Payload: Decodable {
        struct Issue: Decodable {
            var isKnown: Bool
            var isFailure: Bool?
        }
        struct Message: Decodable { var text: String }
        var kind: String
        var issue: Issue?
        var messages: [Message]?
    }
    var payload: Payload

    /// Whether it is an issue for which the test fails.
    var isFailure: Bool { payload.issue.map { !$0.isKnown && $0.isFailure != false } ?? false }
    /// Its words for people.
    var words: String { (payload.messages ?? []).map(\.text).joined(separator: " ") }
}
