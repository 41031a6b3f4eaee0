import Words
import ArgumentParser
import ExplorationRunner

/// The explored files, and how they are compiled: the same options in `explore` and in `replay`.
struct ExploredFiles: ParsableArguments {
    @Option(help: ArgumentHelp("The function to explore. (default: the program's main, or scenario())", valueName: "name"))
    var entry: String?

    @Option(name: .customLong("swift-version"), help: ArgumentHelp("The language mode: 5 or 6.", valueName: "version"))
    var swiftVersion = 5

    @Option(
        name: .customLong("stdin"),
        help: ArgumentHelp("The file that the program reads as its standard input. (default: empty input)", valueName: "file"))
    var input: String?

    func validate() throws {
        if ![5, 6].contains(swiftVersion) { throw ValidationError("--swift-version must be 5 or 6.") }
    }

    func source(_ files: [String]) throws(ExplorationError) -> ExploredSource {
        try ExploredSource(program: files, entry: entry, swiftVersion: swiftVersion, input: input)
    }

    /// The files and these options, as words for a shell.
    func words(_ files: [String]) -> String {
        var words = files.map { $0.hasPrefix("-") ? "./\($0)" : $0 }.map(ShellWords.quoted)
        if let entry { words += ["--entry", ShellWords.quoted(entry)] }
        if swiftVersion != 5 { words += ["--swift-version", "\(swiftVersion)"] }
        if let input { words += ["--stdin", ShellWords.quoted(input)] }
        return words.joined(separator: " ")
    }
}
