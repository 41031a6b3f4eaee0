import Words
import Diagnosis
import Glibc
import Grading
import System
import Terminal
import Trace

/// The destination of results: whole texts, and an error in words if they cannot be written.
enum StandardOutput {
    /// Writes a text. Control characters that could change the terminal, other than colours, are replaced by their codes.
    static func write(_ text: String) throws(ExplainedError) {
        var text = SafeText.forTerminal(text)
        let reason = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
        if reason == 0 { return }
        // A reader that has closed the pipe (`| head`) wants no more: that is not a failure, and
        // there is no one to report it to.
        if reason == EPIPE { exit(128 + SIGPIPE) }
        throw ExplainedError(
            .usage, "The results could not be written to standard output: \(String(cString: strerror(reason))).",
            cure: reason == EBADF
                ? "Standard output is closed: start this without `>&-`."
                : "Write them to a place that can be written to, and that has enough space.")
    }

    /// Writes words for people as a line.
    static func page(_ text: String) throws(ExplainedError) { try line(spelled(text)) }

    /// Words for people: in ASCII where the terminal or the language has nothing else.
    static func spelled(_ text: String) -> String { TerminalAbilities.own.isASCII ? SafeText.ascii(text) : text }

    /// Writes a line.
    static func line(_ text: String = "") throws(ExplainedError) { try write(text + "\n") }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// The columns of its terminal; nil if it is not a terminal.
    static var terminalWidth: Int? { columns(of: STDOUT_FILENO) }

    /// The columns that the variable COLUMNS asks for; nil if it asks for none.
    static var wantedWidth: Int? {
        getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? max($0, 20) : nil }
    }

    /// The columns of the terminal with this descriptor; nil if it is not a terminal.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// The destination of progress and errors. In a terminal, whole lines are broken between words.
///
/// Names of files and other foreign text cannot change the terminal: control characters of whole lines are replaced by their codes.
func printError(_ text: String, terminator: String = "\n") {
    var text = terminator == "\n" ? SafeText.lines(text) : text
    if terminator == "\n", let width = StandardOutput.columns(of: STDERR_FILENO) {
        text = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.count <= width ? String(line) : ExerciseText.broken(String(line), width).joined(separator: "\n")
        }.joined(separator: "\n")
    }
    text += terminator
    // (There is no one to report a failure to.)
    _ = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
}
