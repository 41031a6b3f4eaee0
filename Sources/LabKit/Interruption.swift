import Glibc

/// What has to be put in order when the learner presses Ctrl-C, whatever the lab is doing at that moment.
///
/// The handler runs between any two instructions, so it touches only what lies ready here: the child's group, C strings of the files
/// to remove, the terminal's settings from before. All of it is written by the main thread alone, before the handler can need it.
enum Interruption {
    /// Safe without a lock: one thread writes, the handler reads words that are whole at every instant.
    nonisolated(unsafe) private static var child: pid_t = 0
    nonisolated(unsafe) private static var terminal = termios()
    nonisolated(unsafe) private static var hasTerminal = false
    /// Ours: allocated once, freed never, since a handler may come as long as the process lives.
    nonisolated(unsafe) private static let paths = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: capacity)
    nonisolated(unsafe) private static var pathCount = 0
    private static let capacity = 8
    nonisolated(unsafe) private static let shownAgain = strdup("\u{1B}[0m\u{1B}[?25h\u{1B}[?2026l")

    /// Remembers the terminal and takes over the signals that end a program.
    static func prepare() {
        hasTerminal = tcgetattr(STDIN_FILENO, &terminal) == 0
        paths.initialize(repeating: nil, count: capacity)
        _ = shownAgain
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { Interruption.handle($0) }
        for number in [SIGINT, SIGTERM, SIGHUP, SIGPIPE] { sigaction(number, &action, nil) }
    }

    /// Runs `body` with the ending signals held back, so that none comes between something being made and its being remembered here.
    static func held<Result: ~Copyable, Failure: Error>(during body: () throws(Failure) -> Result) throws(Failure) -> Result {
        var ending = sigset_t(), before = sigset_t()
        sigemptyset(&ending)
        for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&ending, number) }
        pthread_sigmask(SIG_BLOCK, &ending, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
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

    private static func handle(_ number: Int32) {
        if child > 0 {
            kill(-child, SIGKILL)
            waitpid(child, nil, 0)  // Only when it is gone does nothing come into its folder any more.
        }
        for index in 0..<pathCount {
            if index == pathCount - 1 { rmdir(paths[index]!) } else { unlink(paths[index]!) }
        }
        if hasTerminal {
            tcsetattr(STDIN_FILENO, TCSANOW, &terminal)
            if isatty(STDOUT_FILENO) == 1, let shownAgain { _ = write(STDOUT_FILENO, shownAgain, strlen(shownAgain)) }
        }
        // A reader that went away (`| head`) is no fault: end as the system ends such a program, without a word.
        if number == SIGPIPE {
            signal(SIGPIPE, SIG_DFL)
            raise(SIGPIPE)  // Held back while this handler runs; it strikes when it returns.
            return
        }
        if isatty(STDOUT_FILENO) == 1 { _ = write(STDOUT_FILENO, "\n", 1) }
        _exit(number == SIGINT ? ExitStatus.interrupted : 128 + number)
    }
}
