import Glibc

/// Reads a whole number and rejects one outside `range`: `@Option(help: "…", transform:
/// within(1...64))`.
public func within(_ range: ClosedRange<Int>) -> @Sendable (String) throws -> Int {
    { text in
        guard let number = Int(text), range.contains(number) else {
            let end = range.upperBound == .max ? "up" : "to \(range.upperBound)"
            throw ValidationError("It must be a whole number from \(range.lowerBound) \(end).")
        }
        return number
    }
}

/// The options of every lab.
struct SharedOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The variant to run: a name from the list above, or all.", valueName: "name"))
    var variant = "all"

    @Option(help: ArgumentHelp("Begin with this variant, and go on with those after it.", valueName: "name"))
    var from: String?

    @Flag(help: "Print plain text, without questions and colors, as into a pipe.")
    var plain = false

    @Flag(help: "Leave out pictures and bars, for a screen reader: each event and each figure is a sentence.")
    var noPicture = false

    @Flag(help: "Show the run event by event. In a terminal, wait for a key after each event.")
    var step = false

    @Flag(help: "Print only the claims, one per line. Exit code: 0 if all hold, 1 if one does not.")
    var check = false

    @Option(
        name: .customLong("repeat"),
        help: ArgumentHelp("Run each variant this many times (1 to 10000) and count how often the bug appears.", valueName: "n"),
        transform: within(1...10_000))
    var repetitions: Int?

    @Flag(
        help: "Run a small version of each variant under every interleaving. Exit code 0 if each has its documented verdict."
    )
    var explore = false

    @Option(
        help: ArgumentHelp(
            "Show one schedule that --explore found, as a timeline, or with --step as steps. Needs --variant.", valueName: "token"))
    var replay: String?

    @Flag(help: "Play a variant, as `interleave play` does: you choose the thread that makes the next step. Needs --variant.")
    var play = false

    @Flag(help: "Show the staging too: the waits that force threads to overlap. The timeline and the steps leave them out.")
    var staging = false

    @Option(help: ArgumentHelp("Keep the trace in this file (for several variants, one file each).", valueName: "file"))
    var record: String?

    @Flag(help: "Replace the file of --record even if it is not a trace.")
    var force = false

    @Flag(help: "Print one JSON object with each claim and its figure, and nothing else.")
    var json = false

    @Flag(help: "Print one JSON object with the lab's title, its variants and their questions. Run nothing.")
    var describe = false

    @Flag(help: "Draw with plain ASCII characters.")
    var ascii = false

    @Flag(help: "Print no colors. The environment variable NO_COLOR does the same.")
    var noColor = false

    @Option(
        help: ArgumentHelp("Columns to draw in, 40 to 400 (default: the terminal's width).", valueName: "n"), transform: within(40...400))
    var width: Int?

    @Option(
        help: ArgumentHelp("Seed for random choices, from 0 up.", valueName: "n"), transform: within(0...Int.max))
    var seed = 1

    /// How the page is to look.
    var page: TextPage.Wishes { .init(width: width, isASCII: ascii, isPlain: plain, hasNoColours: noColor, hasNoPicture: noPicture) }

    func validate() throws {
        let forms = [(check, "--check"), (step, "--step"), (json, "--json"), (describe, "--describe")].filter(\.0).map(\.1)
        if forms.count > 1 { throw ValidationError("\(forms.joined(separator: " and ")) exclude each other: name one of them.") }
        if from != nil && variant != "all" { throw ValidationError("--from and --variant exclude each other: name one of them.") }
        if step && repetitions != nil { throw ValidationError("--step and --repeat exclude each other: name one of them.") }
        if explore && step { throw ValidationError("--step shows one schedule: name it with --replay TOKEN. --explore prints the tokens.") }
        if explore && replay != nil { throw ValidationError("--explore and --replay exclude each other: name one of them.") }
        if replay != nil && variant == "all" { throw ValidationError("--replay shows one schedule: name its variant with --variant.") }
        if play {
            let others = [
                (explore, "--explore"), (replay != nil, "--replay"), (check, "--check"), (step, "--step"), (repetitions != nil, "--repeat"),
                (record != nil, "--record"), (describe, "--describe"),
            ].filter(\.0).map(\.1)
            if let other = others.first { throw ValidationError("--play and \(other) exclude each other: name one of them.") }
            if variant == "all" { throw ValidationError("--play plays one variant: name it with --variant.") }
        }
        if (explore || replay != nil) && (check || repetitions != nil) {
            throw ValidationError("--explore and --replay show interleavings, not real runs: leave out --check and --repeat.")
        }
        if record?.isEmpty == true { throw ValidationError("--record needs the name of a file.") }
        if record != nil, let repetitions, repetitions > 1 {
            throw ValidationError("--record keeps one run: leave out --repeat.")
        }
    }
}

/// The command line of a lab: its own parameters, then the options of every lab.
struct LabCommand<Parameters: LabParameters>: ParsableCommand {
    static var configuration: CommandConfiguration { CommandLinePage.configuration.withLock { $0 } }

    /// The arguments, with a negative number joined to its option (`--seed=-1`). The parser would
    /// take "-1" for an option.
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
