import Glibc

/// Reads a whole number and refuses one that lies outside of `range`: `@Option(help: "…", transform: within(1...64))`.
public func within(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            throw ValidationError("It must be a whole number from \(range.lowerBound) \(end).")
        }
        return number
    }
}

/// The options that every lab has.
struct SharedOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Which variant to run: a name from the list above, or all.", valueName: "name"))
    var variant = "all"

    @Flag(help: "Linear text, no questions and no colours; as when the output is no terminal.")
    var plain = false

    @Flag(help: "Tells the run event by event; in a terminal it waits for a key after each.")
    var step = false

    @Flag(help: "Only judges the claims, one line each; exit code 0 when all hold, 1 when one does not.")
    var check = false

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Runs each variant this many times (1 to 10000) and counts how often the bug appeared.", valueName: "n"),
        transform: within(1...10_000))
    var repetitions: Int?

    @Flag(
        help: "Runs a small form of each variant under every interleaving that can differ; exit code 0 when each brings what is documented."
    )
    var explore = false

    @Option(
        help: ArgumentHelp(
            "Shows one schedule that --explore found: with --variant, its timeline, or with --step its steps.", valueName: "token"))
    var replay: String?

    @Flag(help: "Shows the staging, too: what the lab does to make threads meet, which the timeline and the steps leave out.")
    var staging = false

    @Option(help: ArgumentHelp("Keeps the trace in this file (of several variants: one file each).", valueName: "file"))
    var record: String?

    @Flag(help: "Prints one JSON object with each claim and its figure, and nothing else.")
    var json = false

    @Flag(help: "Draws with plain ASCII characters.")
    var ascii = false

    @Flag(help: "No colours; so does the environment variable NO_COLOR.")
    var noColor = false

    @Option(help: ArgumentHelp("Columns to draw in, 40 to 400; else as wide as the terminal.", valueName: "n"), transform: within(40...400))
    var width: Int?

    @Option(
        help: ArgumentHelp("What is drawn by lot is drawn from this number, from 0 up.", valueName: "n"), transform: within(0...Int.max))
    var seed = 1

    func validate() throws {
        let forms = [(check, "--check"), (step, "--step"), (json, "--json")].filter(\.0).map(\.1)
        if forms.count > 1 { throw ValidationError("\(forms.joined(separator: " and ")) exclude each other: name one of them.") }
        if step && repetitions != nil { throw ValidationError("--step and --repeat exclude each other: name one of them.") }
        if explore && step { throw ValidationError("--step tells one schedule: name it with --replay TOKEN, which --explore prints.") }
        if explore && replay != nil { throw ValidationError("--explore and --replay exclude each other: name one of them.") }
        if replay != nil && variant == "all" { throw ValidationError("--replay shows one schedule: name its variant with --variant.") }
        if (explore || replay != nil) && (check || repetitions != nil) {
            throw ValidationError("--explore and --replay tell of interleavings, not of runs: leave out --check and --repeat.")
        }
        if record?.isEmpty == true { throw ValidationError("--record needs the name of a file.") }
        if record != nil, let repetitions, repetitions > 1 {
            throw ValidationError("--record keeps one run: leave out --repeat.")
        }
    }
}

/// The command line of a lab: its own parameters, then what all labs have.
struct LabCommand<Parameters: LabParameters>: ParsableCommand {
    static var configuration: CommandConfiguration { CommandLinePage.configuration.withLock { $0 } }

    /// What was typed, with a negative number (`--seed -1`) tied to its option: the parser would take it for an option of its own.
    static func arguments(_ typed: [String]) -> [String] {
        var arguments: [String] = []
        for word in typed {
            if let option = arguments.last, option.hasPrefix("--"), option.count > 2, !option.contains("="), Int(word) != nil,
                word.hasPrefix("-")
            {
                arguments[arguments.count - 1] = "\(option)=\(word)"
            } else {
                arguments.append(word)
            }
        }
        return arguments
    }

    @OptionGroup(title: "Parameters") var parameters: Parameters
    @OptionGroup var shared: SharedOptions
}
