import ExplorationRunner
import Export
import Narration
import Schedules
import System
import Trace
import Words

/// A verdict that is handed on: printed, or written to a file.
struct SharedVerdict {
    let result: ExplorationResult
    let told: ToldSchedule
    private let problems: EditorProblems

    /// - Parameters:
    ///   - subject: the explored file's name.
    ///   - words: the arguments that name the program, in the command that replays a schedule of it.
    init(_ result: ExplorationResult, subject: String, words: String) {
        self.result = result
        // (The path of this copy of the program says nothing to another reader.)
        told = result.told(subject: subject) { "interleave replay \($0) \(words) --step" }
        problems = EditorProblems(result, file: result.source.files[0].path) { "\(Invocation.interleave) replay \($0) \(words) --step" }
    }

    /// The verdict in a form; nil: there is nothing to show in this form.
    func text(_ form: SharedForm) throws -> String? {
        switch form {
        case .trace: nil
        case .markdown: MarkdownVerdict(told, versions: Versions.all()).text()
        case .html: try log().map { StoryPage(told, log: $0, versions: Versions.all(), source: source).html() }
        case .svg: try drawing()
        case .gcc: problems.text
        }
    }

    /// The table, or where there is none, the timeline of the execution.
    private func drawing() throws -> String? {
        if told.table.isWorthShowing { return SVGDrawing(told).text() }
        return try log().map { TimelineFile.drawing($0.trace, title: told.verdict) }
    }

    /// The steps of the first failure, or of the one execution.
    private func log() throws -> StepLog? {
        guard let record = result.report.log ?? result.report.findings.first?.log, let room = TemporaryFolder() else { return nil }
        try result.write(record, to: "\(room.path)/trace")
        return StepLog(try TraceReader.read(path: "\(room.path)/trace"))
    }

    private func source(_ path: String) -> String? {
        result.source.files.first { $0.path == path || $0.name == path }?.text ?? TimelineFile.source(path)
    }

    /// Prints the verdict, or writes it to the file that was asked for.
    /// - Parameter source: the explored file, which is never overwritten.
    /// - Returns: whether there was something to show in this form.
    func share(_ options: SharingOptions, unlessItIs source: String) throws -> Bool {
        guard let text = try text(options.form) else { return false }
        guard let output = options.output else {
            try StandardOutput.write(text)
            return true
        }
        let target = try OutputFile(output, unlessItIs: source, replacing: options.form.kind, force: options.force)
        try target.write(text)
        try target.close()
        return true
    }
}
