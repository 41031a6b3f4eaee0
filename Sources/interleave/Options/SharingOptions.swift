import ArgumentParser
import ExplorationRunner
import System
import Words

/// The form and the file in which a verdict is handed on: the same options in `explore` and in `replay`.
struct SharingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Hand the verdict on in this form: trace, markdown, html, svg or gcc (lines that editors read). Without -o it is printed, and nothing else. (default: what the name after -o ends with: .md, .html or .svg; else trace)",
            valueName: "form"))
    var format: SharedForm?

    @Option(
        name: .customShort("o"),
        help: ArgumentHelp(
            "Write the first finding to this file: as a page (.html), as Markdown (.md), as a drawing (.svg), else as a trace.",
            valueName: "file"))
    var output: String?

    @Flag(help: "Replace the file of -o even if it is not such a file.")
    var force = false

    /// The way to the whole report, and to a file for others.
    static let more = "the same command with --all. To hand it on: -o failure.html"

    /// The form of the file, or of what is printed.
    var form: SharedForm { format ?? output.flatMap(SharedForm.init(nameOfFile:)) ?? .trace }

    /// The file for a trace; nil: none is asked for.
    var trace: String? { form == .trace ? output : nil }

    /// Whether the form is printed in place of the report.
    var isPrinted: Bool { format != nil && output == nil }

    func validate() throws {
        if format == .trace, output == nil { throw ValidationError("A trace is not text. Give it a file with -o FILE.") }
        if force, output == nil { throw ValidationError("--force is for the file of -o.") }
    }

    /// Refuses a file that must not be written, before the program is run.
    func check(against source: ExploredSource) throws {
        guard let output else { return }
        for file in source.files { try TraceFile.check(output, unlessItIs: file.name, "the source", force: force, replacing: form.kind) }
    }

    /// Says that there is nothing to hand on, and how to hand on another schedule.
    /// - Parameter words: the arguments that name the program.
    func tellNothingFound(_ words: String) {
        guard output != nil || isPrinted else { return }
        let file = output.map { " to \($0)" } ?? ""
        let option = output.map { "-o \(ShellWords.quoted($0))" } ?? "--format \(form.rawValue)"
        let thing = form == .trace ? "no trace" : "nothing"
        printError(
            """
            interleave: there is no finding, so \(thing) was written\(file). To get an outcome's trace, replay its token:
            \(Invocation.interleave) replay TOKEN \(words) \(option)
            """)
    }
}
