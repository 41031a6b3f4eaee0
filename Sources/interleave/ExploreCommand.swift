import ArgumentParser
import Explorer
import Exploring

/// `interleave explore`: a file of plain Swift under every interleaving that can differ.
struct ExploreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explore",
        abstract: "Run a program, or its function scenario(), under every interleaving, and tell what can go wrong.",
        discussion: """
            The program is a file of plain Swift, several files, or a folder of them. Where it has top-level code or a type with `@main`, its main is run. \
            What it prints, line by line, is its outcome, and it ends when main ends, as a process does. Else its function `scenario()` is run. What that \
            returns is the outcome; where it returns nothing, what it prints. `func outcome()`, if there is one, is asked for the outcome once \
            everything has ended. `func allowed(_ outcome: …) -> Bool` says which outcomes are right: of printed text it takes a String, without the \
            end of the last line.

            A data race, a trap, an error, a deadlock or an outcome that is not allowed is a failure. Each comes with a token that leads there again: \
            \(Invocation.interleave) replay TOKEN FILE.

            Where there are too many interleavings, --preemptions 2 goes through those that stop a task at most twice, which are enough for most \
            bugs; --strategy pct and random run executions by chance until the budget is spent, and prove nothing.

            Random numbers are the same in each execution. --random-seeds 8 explores the program eight times, each time with other numbers and other \
            hashes. Each outcome is shown with the seeds that lead to it, and a token knows its seed. --budget counts for each seed.

            Exit codes: 0 nothing goes wrong, and every interleaving that was asked for was run; 1 something goes wrong; 2 the file does not \
            compile, or calls something that cannot be explored; 3 nothing was found, but not everything was run.
            """)

    @Argument(help: ArgumentHelp("Files of plain Swift, or a folder of them.", valueName: "file"))
    var files: [String]

    @OptionGroup var program: ExploredFiles

    @Option(
        help: ArgumentHelp(
            "How executions are chosen: exhaustive (all that can differ), pct (random priorities) or random (partial-order sampling).",
            valueName: "strategy"))
    var strategy = ExplorationOptions.Strategy.exhaustive

    @Option(
        help: ArgumentHelp(
            "Executions after which it stops. (default: 1000000, or fewer where each is long: so many as make 30 million steps)",
            valueName: "count"))
    var budget: Int?

    @Option(
        help: ArgumentHelp(
            "Of exhaustive: only interleavings that stop a task so often at most that could have gone on.", valueName: "count"))
    var preemptions: Int?

    @Option(help: ArgumentHelp("What executions at random begin with: the same seed, the same executions.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(
        name: .customLong("random-seeds"),
        help: ArgumentHelp(
            "Explores the program with this many random seeds, one after the other. The program's random numbers and hashes are the same in each execution of one seed.",
            valueName: "count"))
    var randomSeeds = 1

    @OptionGroup var machine: ExploredMachine

    @Flag(help: "Prints one JSON object.")
    var json = false

    @Option(name: .customShort("o"), help: ArgumentHelp("Where the trace of the first failure goes.", valueName: "trace"))
    var output: String?

    /// To show that nothing depends on where memory lies.
    @Flag(name: .customLong("scatter-memory"), help: ArgumentHelp("Gives out memory at other addresses each time.", visibility: .private))
    var scattersMemory = false

    func validate() throws {
        if !(1...1_000_000).contains(randomSeeds) { throw ValidationError("--random-seeds is between 1 and 1000000.") }
        if let budget, budget < 1 { throw ValidationError("--budget is at least 1.") }
        if let preemptions {
            if preemptions < 0 { throw ValidationError("--preemptions is at least 0.") }
            if strategy != .exhaustive { throw ValidationError("--preemptions belongs to --strategy exhaustive.") }
        }
    }

    func run() throws {
        var source = try program.source(files)
        source.suspendsAtEveryAwait = machine.suspendsAtEveryAwait
        let file = source.name, words = program.words(files)
        if let output { for file in source.files { try TraceFile.check(output, unlessItIs: file.name, "the source") } }
        let line = ProgressLine()
        line.say("compiling \(file) …")
        defer { line.clear() }
        let build = try ExploredBuild.make(source)
        var options = ExplorationOptions()
        options.strategy = strategy
        options.preemptionBound = preemptions
        options.seed = seed
        options.scattersMemory = scattersMemory
        machine.set(&options)
        let result = try build.explore(source.entries[0], budget: budget, options: options, randomSeeds: randomSeeds) { line.show($0) }
        line.clear()
        if let output, let failure = result.report.findings.first { try result.write(failure.log, to: output) }
        if json {
            try StandardOutput.line(try result.json(isTimed: true))
        } else {
            let width = min(StandardOutput.terminalWidth ?? 100, 120)
            try StandardOutput.line(result.text(width: width, subject: file) { "\(Invocation.interleave) replay \($0) \(words) --step" })
        }
        if let output, result.report.findings.isEmpty {
            printError(
                """
                interleave: nothing went wrong, so there is no failure's trace to write to \(output). An outcome's trace comes by its token:
                \(Invocation.interleave) replay TOKEN \(words) -o \(ShellWords.quoted(output))
                """)
        }
        if result.exitCode != 0 { throw ExitCode(result.exitCode) }
    }
}

extension ExplorationOptions.Strategy: ExpressibleByArgument {}
