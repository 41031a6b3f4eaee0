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
            The tests stay as they are, and the package does too: it is built once more, in .build/interleave. Each test is explored in a process of its own, \
            as \(Invocation.interleave) explore explores a file. If it has arguments, it is explored once for each of them. \
            An issue, a data race, a trap, an error, a deadlock or a task that waits for ever, in any interleaving, is a finding.

            A test that cannot be explored is refused, with its line and the reason, and counted.

            With --fallback chaos, a test that cannot be explored is run really, many times, with a few delays where threads meet (--chaos). \
            Such a test was only shaken: without a failure this proves nothing, and the exit code is 3.

            Each finding has a token. To see its schedule step by step: \(Invocation.interleave) test --filter NAME --replay TOKEN.

            Exit codes:
            0  each test passed in every interleaving
            1  a finding
            2  no finding, but a test was refused; or the package does not build, or has no such test
            3  no finding, but not every interleaving was run

            To merge the results of several machines (--shard K/N --json): \(Invocation.interleave) test merge FILE ...
            """)

    @Option(help: ArgumentHelp("A folder with a Package.swift.", valueName: "folder"))
    var package = "."

    @Option(
        help: ArgumentHelp(
            "Only tests whose name, such as BankTests.Accounts/transfer(), matches this regular expression.", valueName: "regex"))
    var filter: String?

    @Option(
        help: ArgumentHelp(
            "Stop the exploration of each test after this many executions, or after a time, such as 30s or 5m. (default: 10000)",
            valueName: "count|time"))
    var budget: TestBudget = .executions(10_000)

    @Option(
        help: ArgumentHelp("How executions are chosen: exhaustive (all that can differ), pct or random.", valueName: "strategy"))
    var strategy = ExplorationOptions.Strategy.exhaustive

    @Option(
        help: ArgumentHelp(
            "Only for exhaustive: run interleavings with at most this many preemptions.", valueName: "count"))
    var preemptions: Int?

    @Option(help: ArgumentHelp("Seed for random schedules: the same seed gives the same executions.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        help: ArgumentHelp(
            "chaos: run a test really if it cannot be explored. refuse: do not.", valueName: "way"))
    var fallback = TestFallback.refuse

    @Option(
        help: ArgumentHelp(
            "How many real runs each test has with --fallback chaos (default: 20). Without --fallback, no test is explored: all are run really.",
            valueName: "count"))
    var chaos: Int?

    @OptionGroup var machine: ExplorationLimits

    @Option(
        help: ArgumentHelp(
            "See the accesses to memory of this module of a dependency, too. Can be repeated. (default: the package's own modules)",
            valueName: "module"))
    var instrument: [String] = []

    @Option(
        name: .customLong("no-instrument"),
        help: ArgumentHelp("Do not see the accesses to memory of this module. Can be repeated.", valueName: "module"))
    var noInstrument: [String] = []

    @Option(help: ArgumentHelp("How many tests are explored at the same time. (default: the number of cores)", valueName: "count"))
    var jobs: Int?

    @Option(help: ArgumentHelp("Only part K of N of the tests, for example 2/4: for several machines.", valueName: "k/n"))
    var shard: String?

    @Option(help: ArgumentHelp("Write the results to this file, in the form of JUnit.", valueName: "file"))
    var junit: String?

    @Option(help: ArgumentHelp("Run only the schedule of this token, step by step. It needs the --filter of its test.", valueName: "token"))
    var replay: String?

    @Flag(help: "List the tests, and those that are refused, and explore none.")
    var list = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @Option(help: "The form of the results: text, or gcc (lines that editors read).")
    var format = TestFormat.text

    @OptionGroup(title: "Page") var page: PageOptions

    func validate() throws {
        if strategy == .strictPriorities { throw ValidationError("--strategy must be exhaustive, pct or random.") }
        if let filter, (try? Regex(filter)) == nil { throw ValidationError("'\(filter)' is not a regular expression.") }
        if let preemptions {
            if preemptions < 0 { throw ValidationError("--preemptions must be at least 0.") }
            if strategy != .exhaustive { throw ValidationError("--preemptions needs --strategy exhaustive.") }
        }
        if let chaos, !(1...100_000).contains(chaos) { throw ValidationError("--chaos must be between 1 and 100000.") }
        if replay != nil, runsReally { throw ValidationError("--replay explores. Leave out --chaos and --fallback.") }
        if let jobs, !(1...256).contains(jobs) { throw ValidationError("--jobs must be between 1 and 256.") }
        if let shard, BatchGrading.Shard(shard) == nil { throw ValidationError("--shard must be K/N, with K from 1 to N, such as 2/4.") }
        if replay != nil, list || json || junit != nil || shard != nil {
            throw ValidationError("--replay shows one schedule. Leave out --list, --json, --junit and --shard.")
        }
        if format != .text, list || json || replay != nil {
            throw ValidationError("--format gcc prints nothing else. Leave out --list, --json and --replay.")
        }
        if list && junit != nil { throw ValidationError("--list explores no test, so it has no results for --junit.") }
    }

    func run() throws {
        let line = ProgressLine()
        defer { line.clear() }
        // (A package that does not build leaves no results of an earlier run.)
        let report = junit.map { JUnitFile(path: $0, package: package) }
        try report?.write([])
        let options = PackageOptions(
            path: package, instrumented: instrument, notInstrumented: noInstrument, suspendsAtEveryAwait: machine.suspendsAtEveryAwait)
        var found = try PackageTests.find(options, withReal: runsReally && !list) { line.say($0) }
        if let filter {
            let pattern = try Regex(filter)
            found.keep { $0.contains(pattern) }
        }
        line.clear()
        guard !found.tests.isEmpty || !found.refused.isEmpty else {
            throw ExplainedError(
                .usage, "The package \(package) has no test\(filter.map { " whose name matches \($0)" } ?? "").",
                cure: "List the tests: \(Invocation.interleave) test --package \(ShellWords.quoted(package)) --list")
        }
        if let replay { return try TestReplay(command: self, token: replay).run(found.tests) }
        let part = shard.flatMap(BatchGrading.Shard.init).map { TestShard(number: $0.number, count: $0.count) }
        if let part { found.keep(part: part.number, of: part.count) }
        if list { return try show(found) }
        let (results, unwritten) = try TestRun(command: self, report: report, line: line).explore(found)
        line.clear()
        let all = TestCounts(results)
        if json {
            try StandardOutput.line(try TestPage(results, shard: part).text())
        } else if format == .text {
            for result in results where result.status == .failed { try StandardOutput.line("\n\(result.report)") }
            try StandardOutput.line("\n\(all.summary)")
        }
        if let unwritten { throw unwritten }
        if all.exitCode != 0 { throw ExitCode(all.exitCode) }
    }

    private func show(_ found: PackageTests) throws {
        let results = found.tests.map { TestResult($0.test, .listed) } + found.refused.map { TestResult(refused: $0) }
        if json { return try StandardOutput.line(try TestPage(results).text()) }
        for result in results { try StandardOutput.line(result.listed) }
    }

    /// Whether some tests, or all of them, run really.
    var runsReally: Bool { fallback == .chaos || chaos != nil }
    /// Whether no test is explored.
    var exploresNone: Bool { chaos != nil && fallback == .refuse }

    /// The options of each exploration.
    var exploration: ExplorationOptions {
        var options = ExplorationOptions()
        options.strategy = strategy
        options.preemptionBound = preemptions
        options.seed = seed
        machine.set(&options)
        return options
    }

    /// The words that replay a token of a test.
    func replaying(_ token: String, of name: String) -> String {
        let pattern = "^" + name.map { $0.isLetter || $0.isNumber || "_/".contains($0) ? "\($0)" : "\\\($0)" }.joined() + "$"
        var words = "\(Invocation.interleave) test"
        if package != "." { words += " --package \(ShellWords.quoted(package))" }
        for module in instrument { words += " --instrument \(module)" }
        for module in noInstrument { words += " --no-instrument \(module)" }
        if machine.suspendsAtEveryAwait { words += " --every-suspension" }
        return "\(words) --filter \(ShellWords.quoted(pattern)) --replay \(token)"
    }
}

/// The form in which results are printed.
enum TestFormat: String, ExpressibleByArgument, CaseIterable { case text, gcc }

/// What happens to a test that cannot be explored.
enum TestFallback: String, ExpressibleByArgument, CaseIterable { case refuse, chaos }

/// How much of each test is explored.
enum TestBudget: ExpressibleByArgument {
    case executions(Int)
    case time(Duration)

    init?(argument: String) {
        let units: [(name: String, seconds: Int)] = [("s", 1), ("m", 60), ("h", 3600)]
        if let unit = units.first(where: { argument.hasSuffix($0.name) }) {
            guard let number = Int(argument.dropLast()), (1...1_000_000).contains(number) else { return nil }
            self = .time(.seconds(number * unit.seconds))
        } else {
            guard let number = Int(argument), number > 0 else { return nil }
            self = .executions(number)
        }
    }

    var defaultValueDescription: String { "10000" }

    var executions: Int? { if case .executions(let count) = self { count } else { nil } }
    var time: Duration? { if case .time(let time) = self { time } else { nil } }
}
