import Glibc
import System
import Words

/// Cleans up when the learner presses Ctrl-C, whatever the lab is doing at that moment.
///
/// The handler can run between any two instructions. So it uses only data that is prepared here:
/// the child's process group, C strings of the files to remove, and the terminal's previous
/// settings. Only the main thread writes this data, before the handler can need it.
package enum CleanupOnSignal {
    /// Safe without a lock: one thread writes, and the handler reads words that are never half
    /// written.
    nonisolated(unsafe) private static var child: pid_t = 0
    nonisolated(unsafe) private static var terminal = termios()
    nonisolated(unsafe) private static var hasTerminal = false
    /// We own this memory. It is allocated once and never freed, because the handler can run as
    /// long as the process lives.
    nonisolated(unsafe) private static let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var pathCount = 0
    private static let capacity = 12
    private static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    /// The text that Ctrl-C prints.
    nonisolated(unsafe) private static var promised: UnsafeMutablePointer<CChar>?
    nonisolated(unsafe) private static let shownAgain = strdup("\u{1B}[0m\u{1B}[?25h\u{1B}[?2026l\u{1B}[?2004l")

    /// Saves the terminal's settings and installs the handler for the signals that end a program.
    package static func prepare() {
        hasTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0
        paths.initialize(repeating: nil, count: capacity)
        _ = shownAgain
        let action = sigaction { CleanupOnSignal.handle($0) }
        for number in ending + [SIGPIPE] { action.install(for: number) }
    }

    /// Runs `body` while these signals are blocked. So no signal can arrive after something is
    /// created and before it is recorded here.
    package static func held<Result: ~Copyable, Failure: Error>(during body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try SignalSet(ending).held(during: body)
    }

    static func watch(_ process: pid_t) { child = process }
    static func unwatch() { child = 0 }

    /// The last of the paths is the folder itself.
    static func willRemove(folder: String, files: [String]) {
        precondition(files.count < capacity)
        for (index, path) in (files.map { "\(folder)/\($0)" } + [folder]).enumerated() { paths[index] = strdup(path) }
        pathCount = files.count + 1
    }

    static func hasRemovedFolder() {
        let count = pathCount
        pathCount = 0
        for index in 0..<count { free(paths[index]) }
    }

    /// Ctrl-C prints this text; nil: nothing. The memory of earlier texts is not freed, because the
    /// handler can be reading it.
    static func promise(_ text: String?) { promised = text.flatMap { strdup($0) } }

    /// Restores the terminal after another process has died that used it.
    static func restoreTerminal() {
        guard hasTerminal else { return }
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
        if isatty(STDOUT_FILENO) == 1, let shownAgain { _ = write(STDOUT_FILENO, shownAgain, strlen(shownAgain)) }
    }

    private static func handle(_ number: Int32) {
        if child > 0 {
            kill(-child, SIGKILL)
            waitpid(child, nil, 0)  // Until the child has ended, it can write more files into its folder.
        }
        for index in 0..<pathCount {
            if index == pathCount - 1 { rmdir(paths[index]!) } else { unlink(paths[index]!) }
        }
        restoreTerminal()
        // A reader that goes away (`| head`) is not an error. End silently, as the system would do
        // it.
        if number == SIGPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)  // Blocked while this handler runs; delivered when it returns.
            return
        }
        if isatty(STDOUT_FILENO) == 1 {
            _ = write(STDOUT_FILENO, "\n", 1)
            if number == SIGINT, let promised { _ = write(STDOUT_FILENO, promised, strlen(promised)) }
        }
        _exit(number == SIGINT ? ExitStatus.interrupted : 128 + number)
    }
}
