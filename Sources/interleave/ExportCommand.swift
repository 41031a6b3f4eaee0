import ArgumentParser
import Export
import Trace

/// `interleave export`: a trace in another form, for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a trace in another form, for other programs.",
        discussion:
            "text: one fact or event a line, fields separated by tabs; lines that begin with # name the fields. Times in nanoseconds.")

    enum Format: String, ExpressibleByArgument, CaseIterable { case text }

    @Option(help: "The form: text.")
    var format: Format

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write; else standard output.", valueName: "file"))
    var output: String?

    @Argument(help: ArgumentHelp("The trace to read.", valueName: "trace"))
    var file: String

    func run() throws {
        let export = TextExport(try TraceReader.read(path: file))
        guard let output else {
            try Self.write(export) { text throws(CommandFailure) in try StandardOutput.write(text) }
            return
        }
        let target = try OutputFile(output, unlessItIs: file)
        try Self.write(export, target.write)
        try target.close()
    }

    /// Hands the text on until that fails; the failure then ends the command.
    private static func write(_ export: TextExport, _ write: (String) throws(CommandFailure) -> Void) throws(CommandFailure) {
        var failure: CommandFailure?
        export.write { text in
            guard failure == nil else { return }
            do throws(CommandFailure) { try write(text) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
