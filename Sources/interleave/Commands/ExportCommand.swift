import Words
import ArgumentParser
import Export
import System
import Trace

/// `interleave export`: writes a trace in another format, for other programs and for other people.
struct ExportCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write a trace in another format, for other programs.",
        discussion: """
            html: a page of one file, with the timeline, the source and each step. It asks no network for anything.
            svg: the timeline as a drawing, for slides.
            text: one fact or event on each line, with fields separated by tabs. Lines that begin with # name the fields. Times are in nanoseconds.
            chrome: trace events in JSON, for the viewers of Perfetto (https://ui.perfetto.dev), Chrome and Firefox.
            """
    )

    /// A format, with the writer that makes it.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case html, svg, chrome, text

        /// Passes a trace on in pieces of text.
        func write(_ trace: Trace, _ sink: (String) -> Void) {
            switch self {
            case .text: TextExport(trace).write(sink)
            case .chrome: ChromeExport(trace).write(sink)
            case .html: sink(TimelineFile.page(trace))
            case .svg: sink(TimelineFile.drawing(trace, title: "A run of \(ShownPath.short(trace.program))"))
            }
        }

        /// The files that it replaces without a question.
        var kind: ReplacedFile.Kind {
            switch self {
            case .text: .exportedText
            case .html: .page
            case .svg: .drawing
            case .chrome: ReplacedFile.Kind("an exported trace", beginningWith: "{\"otherData\":{\"made by\":\"Interleave\"")
            }
        }
    }

    @Option(help: "The format: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
    var format: Format

    @Option(name: .shortAndLong, help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file of -o even if it is not an exported trace.")
    var force = false

    @Argument(help: ArgumentHelp("The trace to read.", valueName: "trace"))
    var file: String

    func run() throws {
        let trace = try TraceReader.read(path: file)
        guard let output else {
            try write(trace) { text throws(ExplainedError) in try StandardOutput.write(text) }
            return
        }
        let target = try OutputFile(output, unlessItIs: file, replacing: format.kind, force: force)
        try write(trace, target.write)
        try target.close()
    }

    /// Passes the text on until that fails; the failure then ends the command.
    private func write(_ trace: Trace, _ write: (String) throws(ExplainedError) -> Void) throws(ExplainedError) {
        var failure: ExplainedError?
        format.write(trace) { text in
            guard failure == nil else { return }
            do throws(ExplainedError) { try write(text) } catch { failure = error }
        }
        if let failure { throw failure }
    }
}
