import Glibc

/// Where results go: whole texts, and a failure in words when they cannot be written.
enum StandardOutput {
    /// Writes a text as it is.
    static func write(_ text: String) throws(CommandFailure) {
        var text = text
        let reason: Int32 = text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + done, bytes.count - done)
                if count > 0 { done += count } else if count < 0, errno != EINTR, errno != EAGAIN { return errno }
            }
            return 0
        }
        if reason == 0 { return }
        // A reader that went away (`| head`) wants no more: that is no failure, and nobody is there to be told.
        if reason == EPIPE { exit(128 + SIGPIPE) }
        throw CommandFailure(
            .usage, "The results could not be written to standard output: \(String(cString: strerror(reason))).",
            cure: "Send them to a place with room for them.")
    }

    /// Writes a line.
    static func line(_ text: String = "") throws(CommandFailure) { try write(text + "\n") }

    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Columns of the terminal that it is; nil where it is none.
    static var terminalWidth: Int? {
        var size = winsize()
        guard isTerminal, ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return Int(size.ws_col)
    }
}

/// Where words about progress and errors go.
func printError(_ text: String, terminator: String = "\n") {
    var text = text + terminator
    text.withUTF8 { bytes in
        var done = 0
        while done < bytes.count {
            let count = write(STDERR_FILENO, bytes.baseAddress! + done, bytes.count - done)
            if count > 0 { done += count } else if count == 0 || errno != EINTR { return }
        }
    }
}
