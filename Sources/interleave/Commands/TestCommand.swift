import ArgumentParser
import ExplorationRunner
import Explorer
import FoundationEssentials
import Packages
import System
import Words

/// `interleave test`: explores each test of a package.
struct TestCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Run each test of a package under every interleaving, and report the findings.",
        discussion: """
            The tests stay as they are: functions with `@Test` of Swift Testing. Each is explored in a process of its own, as `\(Invocation.interleave) explore` \
            explores a file. An issue, a data race, a trap or a deadlock in any interleaving is a finding.

            A test that cannot be explored is refused, with its line and the reason. Tests of XCTest are refused.

            Exit codes:
            0  each test passed in every interleaving
            1  a finding
            2  no finding, but a test was refused; or the package does not build
            3  no finding, but not every interleaving was run
            """)

    @Option(help: ArgumentHelp("A folder with a Package.swift.", valueName: "folder"))
    var package = "."

    @Option(help: ArgumentHelp("Explore only tests whose name matches this regular expression.", valueName: "regex"))
    var filter: String?

    @Option(help: ArgumentHelp("Stop the exploration of each test after this many executions. (default: 10000)", valueName: "count"))
    var budget = 10_000

    @Option(help: ArgumentHelp("How executions are chosen: exhaustive, pct or random.", valueName: "strategy"))
    var strategy = ExplorationOptions.Strategy.exhaustive

    @Option(
        help: ArgumentHelp(
            "See the accesses to memory of this module of a dependency, too. Can be repeated. (default: the package's own modules)",
            valueName: "module"))
    var instrument: [String] = []

    @Flag(help: "List the tests, and those that are refused, and explore none.")
    var list = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if budget < 1 { throw ValidationError("--budget must be at least 1.") }
        if strategy == .strictPriorities { throw ValidationError("--strategy must be exhaustive, pct or random.") }
        if let filter, (try? Regex(filter)) == nil { throw ValidationError("'\(filter)' is not a regular expression.") }
    }

    func run() throws {
        let line = ProgressLine()
        defer { line.clear() }
        let options = PackageOptions(path: package, instrumented: instrument)
        var found = try PackageTests.find(options) { line.say($0) }
        if let filter {
            let pattern = try Regex(filter)
            found.keep { $0.contains(pattern) }
        }
        line.clear()
        guard !found.tests.isEmpty || !found.refused.isEmpty else {
            throw CommandFailure(
                .usage, "\(package) has no test\(filter.map { " whose name matches \($0)" } ?? "").",
                cure: "List the tests: \(Invocation.interleave) test --package \(ShellWords.quoted(package)) --list")
        }
        var results = found.refused.map { TestResult(refused: $0) }
        if list {
            for (test, _) in found.tests { results.append(TestResult(test)) }
        } else {
            let interruption = InterruptCounter()
            defer { interruption.end() }
            if !json { for result in results { try StandardOutput.line(result.line) } }
            for (test, path) in found.tests {
                if interruption.count > 0 { break }
                let result = try explore(test, path, options, line)
                line.clear()
                if !json { try StandardOutput.line(result.line) }
                results.append(result)
            }
            if interruption.count > 0 { results.append(TestResult(interruptedIn: package)) }
        }
        if json { return try finish(results, with: TestPage(results).text()) }
        if list {
            for result in results { try StandardOutput.line(result.listed) }
            return
        }
        try tell(results)
        try finish(results, with: nil)
    }

    private func explore(_ test: TestScenario, _ path: String, _ options: PackageOptions, _ line: ProgressLine) throws -> TestResult {
        var result = TestResult(test)
        do {
            var source = try ExploredSource(program: [path], entry: nil, swiftVersion: 5, input: nil)
            line.say("\(test.name): compiling …")
            source.modules = try PackageBuild.modules(for: source.files, options: options) { line.say($0) }
            let build = try ExploredBuild.make(source)
            var how = ExplorationOptions()
            how.strategy = strategy
            let explored = try build.explore("scenario", budget: budget, options: how) { line.show($0) }
            let words = "\(ShellWords.quoted(path)) --package \(ShellWords.quoted(package))"
            result.take(explored, width: min(page.columns, 120)) { "\(Invocation.interleave) replay \($0) \(words) --step" }
        } catch let error as ExplorationError where error.code != .interrupted {
            result.refuse(error)
        }
        return result
    }

    private func tell(_ results: [TestResult]) throws {
        for result in results where result.status == .failed { try StandardOutput.line("\n\(result.report)") }
        try StandardOutput.line("\n\(TestPage(results).summary)")
    }

    private func finish(_ results: [TestResult], with text: String?) throws {
        if let text { try StandardOutput.line(text) }
        let code = list ? 0 : TestPage(results).exitCode
        if code != 0 { throw ExitCode(code) }
    }
}
