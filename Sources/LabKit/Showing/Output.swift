import Words
// The C library declares its streams as variables. This code never sets them.
@preconcurrency import Glibc
import Synchronization

/// Standard output and standard error of a lab. Results go to standard output, errors to standard
/// error.
package enum Output {
    /// Prints a text. Control characters that could change the terminal, other than colours, are replaced by their codes.
    package static func put(_ text: String) { if fputs(SafeText.forTerminal(text), stdout) < 0 { note(errno) } }

    /// Prints our own words in the line of the cursor, in place of those there; the next output replaces them.
    static func putInPlace(_ words: String) {
        if fputs("\(SafeText.line(words))\u{1B}[K\r", stdout) < 0 { note(errno) }
    }

    /// Removes them.
    static func clearLine() { if fputs("\u{1B}[K", stdout) < 0 { note(errno) } }

    /// Prints an error. In a terminal its lines are broken between words.
    package static func complain(_ text: String) {
        let text = SafeText.lines(text)
        guard let width = TextPage.terminalWidth(of: STDERR_FILENO) else { fputs(text, stderr); return }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.isEmpty ? [""] : LineFilling.wrap(String(line), width: width, hanging: 2)
        }
        fputs(lines.joined(separator: "\n"), stderr)
    }

    /// Flushes the output. Returns the error number if this or earlier output could not be written,
    /// else 0.
    @discardableResult package static func flush() -> Int32 {
        if fflush(stdout) != 0 { note(errno) }
        return trouble.load(ordering: .relaxed)
    }

    /// The reason of the first write error. The stream itself forgets both the text and the reason.
    private static let trouble = Atomic<Int32>(0)

    private static func note(_ reason: Int32) { _ = trouble.compareExchange(expected: 0, desired: reason, ordering: .relaxed) }

    /// Buffers line by line from now on, so that the output of a process that dies is not lost.
    static func flushEachLine() { setvbuf(stdout, nil, Int32(_IOLBF), 0) }
}
