import ArgumentParser
import Course
import ExplorationRunner
import Explorer
import FoundationEssentials
import Narration
import System
import Terminal
import Trace
import Words

/// `interleave explore`: runs plain Swift files under every interleaving that can differ.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Run a program, or its function scenario(), under every interleaving, and report the findings.",
        discussion: """
            The program is a file of plain Swift, several files, or a folder of them. If it has top-level code or a type with `@main`, its main is run. \
            Its output is its outcome, and it ends when main ends, as a process does. Otherwise its function `scenario()` is run. The outcome is the value that it \
            returns, or its output if it returns nothing. `func outcome()`, if there is one, gives the outcome after \
            everything has finished. `func allowed(_ outcome: …) -> Bool` decides which outcomes are right. For printed text, its parameter is a String without \
            the last line break.

            A data race, a trap, an error, a deadlock or an outcome that is not allowed is a finding. Each has a token that replays its schedule: \
            \(Invocation.interleave) replay TOKEN FILE.

            If there are too many interleavings, --preemptions 2 runs only those with at most two preemptions. These find most \
            bugs. --strategy pct and --strategy random run random schedules until the budget is spent, and prove nothing.

            --strategy strict-priorities makes a single execution, on one simulated processor that always runs the ready thread with the highest \
            priority. It shows priority inversion. `-o` then writes its trace, with simulated time.

            Random numbers are the same in each execution. --random-seeds 8 explores the program eight times, each time with different numbers and \
            hashes. Each outcome is shown with the seeds that lead to it, and a token contains its seed. --budget applies to each seed.

            Exit codes:
            0  no finding, and every requested interleaving was run
            1  a finding
            2  the file does not compile, or makes a call that cannot be explored
            3  no finding, but not everything was run
            """)

    @Argument(help: ArgumentHelp("Files of plain Swift, or a folder of them.", valueName: "file"))
    var files: [String]

    @OptionGroup var program: ExploredFiles

    @Option(
        help: ArgumentHelp(
            "How executions are chosen: exhaustive (all that can differ), pct (random priorities), random (partial-order sampling), or strict-priorities (one execution on a simulated processor).",
            valueName: "strategy"))
    var strategy = ExplorationOptions.Strategy.exhaustive

    @Option(
        help: ArgumentHelp(
            "Stop after this many executions. (default: 1000000, or fewer if they have 30 million steps together)",
            valueName: "count"))
    var budget: Int?

    @Option(
        help: ArgumentHelp(
            "Only for exhaustive: run interleavings with at most this many preemptions.", valueName: "count"))
    var preemptions: Int?

    @Option(help: ArgumentHelp("Seed for random schedules: the same seed gives the same executions.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        name: .customLong("random-seeds"),
        help: ArgumentHelp(
            "Explore the program with this many random seeds, one after the other. Executions with the same seed use the same random numbers and hashes.",
            valueName: "count"))
    var randomSeeds = 1

    @Option(
        help: ArgumentHelp(
            "Do not explore. Run the program really, this many times, with a few delays where threads meet. For programs that cannot be explored.",
            valueName: "count"))
    var chaos: Int?

    @OptionGroup var machine: ExplorationLimits

    @Flag(
        help:
            "Print the whole report: each failure with each place, each sentence and each outcome. Without it, the report has room on a screen."
    )
    var all = false

    @Flag(help: "Print one JSON object.")
    var json = false

    @OptionGroup var sharing: SharingOptions

    @Flag(
        help:
            "Before the report, go through the first finding step by step, with your code and the values. In a terminal it waits for a key after each step."
    )
    var step = false

    @OptionGroup(title: "Page") var page: PageOptions

    /// For tests that no result depends on memory addresses.
    @Flag(
        name: .customLong("scatter-memory"), help: ArgumentHelp("Allocate memory at different addresses each time.", visibility: .private))
    var scattersMemory = false

    func validate() throws {
        if all && json { throw ValidationError("Use --all (for people) or --json (for scripts), not both.") }
        if sharing.isPrinted && (all || json || step) {
            throw ValidationError("--format without -o prints nothing else. Leave out --all, --json and --step, or add -o FILE.")
        }
        if step && json { throw ValidationError("--step with --json is for one schedule: replay TOKEN FILE --step --json.") }
        if !(1...1_000_000).contains(randomSeeds) { throw ValidationError("--random-seeds must be between 1 and 1000000.") }
        if let chaos {
            if !(1...100_000).contains(chaos) { throw ValidationError("--chaos must be between 1 and 100000.") }
            if strategy != .exhaustive || preemptions != nil || budget != nil || randomSeeds != 1 || step || all || sharing.form != .trace {
                throw ValidationError(
                    "--chaos explores nothing. Leave out --strategy, --preemptions, --budget, --random-seeds, --step, --all and --format.")
            }
        }
        if let budget, budget < 1 { throw ValidationError("--budget must be at least 1.") }
        if let preemptions {
            if preemptions < 0 { throw ValidationError("--preemptions must be at least 0.") }
            if strategy != .exhaustive { throw ValidationError("--preemptions needs --strategy exhaustive.") }
        }
    }

    func run() throws {
        if let chaos { return try shake(chaos) }
        var source = try program.source(files)
        source.suspendsAtEveryAwait = machine.suspendsAtEveryAwait
        let file = source.name, words = program.words(files)
        try sharing.check(against: source)
        let line = ProgressLine()
        defer { line.clear() }
        try program.addModules(to: &source) { line.say($0) }
        line.say("compiling \(file) …")
        let further = FurtherSuspensionSearch(source)
        defer { further?.drop() }
        let build = try ExploredBuild.make(source)
        // From now on there are results, and Ctrl-C prints those that there are.
        let interruption = InterruptCounter()
        defer { interruption.end() }
        var options = ExplorationOptions()
        options.strategy = strategy
        options.preemptionBound = preemptions
        options.seed = seed
        options.scattersMemory = scattersMemory
        machine.set(&options)
        var result = try build.explore(source.entries[0], budget: budget, options: options, randomSeeds: randomSeeds) { line.show($0) }
        if result.exitCode == 0 { result.add(build.smallPool(source.entries[0], options: options)) }
        result.add(further?.finish(beside: result, options: options))
        line.clear()
        let shown = result.report.findings.first?.log ?? (strategy == .strictPriorities ? result.report.log : nil)
        if let trace = sharing.trace, let shown { try result.write(shown, to: trace) }
        if step, let shown {
            // The stepper has the keys from now on.
            interruption.end()
            let trace = sharing.trace ?? build.trace
            if sharing.trace == nil { try result.write(shown, to: trace) }
            let layout = StepLog.Layout(width: page.columns, isASCII: page.style.isASCII)
            let path = result.report.findings.first?.path
            let ways = path.map { Ways.fromVerdict(result.token($0), of: program.arguments(files)) } ?? .fromVerdict
            StepLog(try TraceReader.read(path: trace)).step(layout: layout, look: .styled(page.style), ways: ways)
            try StandardOutput.line()
        }
        let isShared = try sharing.form != .trace && SharedVerdict(result, subject: file, words: words).share(sharing, unlessItIs: file)
        if json {
            try StandardOutput.line(try result.json(isTimed: true))
        } else if !sharing.isPrinted {
            let width = min(page.columns, 120)
            let replay = { (token: String) in "\(Invocation.interleave) replay \(token) \(words) --step" }
            let text =
                all
                ? result.text(width: width, subject: file, replay: replay)
                : result.shortText(width: width, subject: file, more: SharingOptions.more, replay: replay)
            try StandardOutput.page(text)
            remember(result, file, text)
        }
        if !isShared, shown == nil { sharing.tellNothingFound(words) }
        if result.exitCode != 0 { throw ExitCode(result.exitCode) }
    }
}

extension ExploreCommand {
    /// Notes the first failure in the journal, with the arguments that replay it.
    private func remember(_ result: ExplorationResult, _ subject: String, _ text: String) {
        guard JournalFile.isKept, let finding = result.report.findings.first else { return }
        let first = text.split(separator: "\n").first.map(String.init) ?? ""
        let sentence = first.hasPrefix("\(subject): ") ? String(first.dropFirst(subject.count + 2)) : first
        // (The report is there. A journal that cannot be written is told at the home.)
        _ = JournalFile().add(
            Journal.Entry(
                verdictOn: files.joined(separator: " "),
                command: ["replay", result.token(finding.path)] + program.arguments(files) + ["--step"],
                folder: FileManager.default.currentDirectoryPath, sentence: sentence))
    }
}

extension ExplorationOptions.Strategy: ExpressibleByArgument {}
