import Glibc
import Narration
import Trace

/// The terminal as a stepper's console: keys arrive one by one, unseen, and the terminal is
/// restored on every exit path.
///
/// While a `StepperTerminal` is open the terminal delivers each key immediately and does not echo
/// it. Interrupt and suspend keep their keys (Ctrl-C, Ctrl-Z) and arrive as signals. Whatever ends
/// the process - quitting, a signal, a trap - first restores the terminal: the handlers do nothing
/// but `tcsetattr` and `write`, which a signal handler can call, and then pass the signal to its
/// earlier handler.
public struct StepperTerminal: StepperConsole {
    private var buffer: [UInt8] = []
    private var position = 0
    private var isAfterPause = false

    /// Opens the terminal on standard input; nil when standard input or output is not a terminal.
    public init?() {
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1, TerminalMode.enter() else { return nil }
    }

    /// Drops what was typed before there was something to answer; does nothing where standard input is not a terminal.
    public static func discardTypedAhead() {
        if isatty(STDIN_FILENO) == 1 { tcflush(STDIN_FILENO, TCIFLUSH) }
    }

    /// Drops what was typed and has not been read yet, whether it is still in the terminal's buffer
    /// or was already read into ours.
    public mutating func discardTypedAhead() {
        buffer.removeAll()
        position = 0
        Self.discardTypedAhead()
    }

    /// Restores the terminal as it was found.
    public func close() { TerminalMode.leave() }

    public mutating func read() -> StepperInput {
        while true {
            if position < buffer.count {
                defer { position += 1 }
                return .byte(buffer[position])
            }
            // A lone ESC is a key, and the first byte of others.
            if buffer.last == 27, !isAfterPause {
                isAfterPause = true
                if !isReady(within: 50) { return .pause }
            }
            var bytes = [UInt8](repeating: 0, count: 256)
            let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
            if TerminalMode.takeContinued() {
                if count > 0 { (buffer, position) = (Array(bytes.prefix(count)), 0) }
                return .redraw
            }
            if count > 0 {
                (buffer, position, isAfterPause) = (Array(bytes.prefix(count)), 0, false)
            } else if count == 0 || errno != EINTR {
                return .end
            }
        }
    }

    private func isReady(within milliseconds: Int32) -> Bool {
        var request = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        return poll(&request, 1, milliseconds) > 0
    }

    public mutating func write(_ text: String) { StandardOutput.write(text) }

    public var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return (80, 24) }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}

extension StepLog {
    /// Steps through the log where a learner sits at a terminal; prints all of it otherwise, and says why where the terminal is too small.
    ///
    /// - Parameters:
    ///   - layout: for printing all; a terminal's own width counts while stepping.
    ///   - ownFile: the learner's own file, without its folders: stepping begins at the first event there.
    ///   - ways: where keys lead besides the steps.
    public func step(
        layout: Layout = Layout(), look: StepperLook = StepperLook(), ownFile: String? = nil, ways: Ways = Ways()
    ) {
        let reason = isatty(STDOUT_FILENO) == 1 ? Screen.whyTooSmall(for: "stepping") : nil
        if reason == nil, isatty(STDIN_FILENO) == 1, count > 0 {
            let program = ProgramHistory(self)
            // Where the terminal has no full screen, the sentences do.
            if program.isWorthShowing,
                (try? StepperScreen.show(self, program, style: look.style, first: firstShown(ownFile: ownFile), ways: ways)) != nil
            {
                return
            }
        }
        if reason == nil, let terminal = StepperTerminal() {
            var stepper = Stepper(self, look: look, ownFile: ownFile, console: terminal)
            stepper.run().close()
        } else {
            if let reason { StandardOutput.write("This is plain text, because \(reason).\n") }
            printSteps(layout, look: look) { StandardOutput.write($0) }
            // The reason is repeated at the end, because the beginning has long scrolled out of
            // such a terminal.
            if let reason { StandardOutput.write("This was plain text, because \(reason).\n") }
        }
    }
}

/// Standard output, written completely and without a buffer.
enum StandardOutput {
    /// False when the reader has gone.
    @discardableResult static func write(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var done = 0
            while done < bytes.count {
                let count = Glibc.write(STDOUT_FILENO, bytes.baseAddress! + done, bytes.count - done)
                if count > 0 { done += count } else if count < 0, errno != EINTR, errno != EAGAIN { return false }
            }
            return true
        }
    }
}
