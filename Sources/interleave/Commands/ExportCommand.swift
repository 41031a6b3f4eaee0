import Words
import ArgumentParser
import Export
import Trace

/// `interleave export`: writes a trace in another format, for other programs.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a trace in another format, for other programs.",
        discussion:
            "The format text has one fact or event on each line, with fields separated by tabs. Lines that begin with # name the fields. Times are in nanoseconds."
    )

    enum Format: String, ExpressibleByArgument, CaseIterable { case text }

    @Option(help: "The format: text.")
    var format: Format

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file of -o even if it is not an exported trace.")
    var force = false

    @Argument(help: ArgumentHelp("The trace to read.", valueName: "trace"))
    var file: String

    func run() throws {
        let export = TextExport(try TraceReader.read(path: file))
        guard let output else {
            try Self.write(export) { text throws(ExplainedError) in try StandardOutput.write(text) }
            return
        }
        let target = try OutputFile(output, unlessItIs: file, replacing: .exportedText, force: force)
        try Self.write(export, target.write)
        try target.close()
    }

    /// Passes the text on until that fails; the failure then ends the command.
    private static func write(_ export: TextExport, _ write: (String) throws(ExplainedError) -> Void) throws(ExplainedError) {
        var failure: ExplainedError?
        export.write { text in
            guard failure == nil else { return }
            do throws(ExplainedError) { try write(text) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
