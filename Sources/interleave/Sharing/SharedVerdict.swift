import ExplorationRunner
import Export
import Schedules
import System
import Trace
import Words

/// A verdict that is handed on: printed, or written to a file.
struct SharedVerdict {
    let result: ExplorationResult
    let told: ToldSchedule

    /// - Parameters:
    ///   - subject: the explored file's name.
    ///   - words: the arguments that name the program, in the command that replays a schedule of it.
    init(_ result: ExplorationResult, subject: String, words: String) {
        self.result = result
        told = result.told(subject: subject) { "\(Invocation.interleave) replay \($0) \(words) --step" }
    }

    /// The verdict in a form; nil: there is nothing to show in this form.
    func text(_ form: SharedForm) throws -> String? {
        switch form {
        case .trace: nil
        case .markdown: MarkdownVerdict(told, versions: Versions.all()).text()
        }
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
