import Glibc
import Synchronization

/// The terminal's settings: key by key while a stepper or a screen is open, as they were found on every way out.
///
/// There is one terminal for the process, and signal handlers must reach its settings: hence one store, filled before the handlers are put
/// in place and only read by them. Handlers call nothing but `tcsetattr`, `write`, `sigaction`, `raise` and `_exit`, which POSIX allows there.
enum TerminalMode {
    /// Memory that lives as long as the process, so that a handler never meets freed memory.
    private struct Store: @unchecked Sendable {  // Written only while no handler is in place.
        let found = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        let keyByKey = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        let handlers = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    }
    private static let store = Store()
    private static let isEntered = Atomic<Bool>(false)
    private static let wasContinued = Atomic<Bool>(false)
    private static let isRegistered = Atomic<Bool>(false)
    private static let isFullScreen = Atomic<Bool>(false)

    /// What the terminal is used for.
    enum Use {
        /// Lines, and keys one by one.
        case lines
        /// All of it. ncurses sets it, and looks after Ctrl-Z; this sees to it that it is given back when the process dies.
        case fullScreen
    }

    /// Gives a full screen back: shown in one piece no more, colours, cursor, keypad, the screen from before.
    private static let givesBack: StaticString = "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1l\u{1B}>\u{1B}[?1049l"

    /// Signals that end the process, by whatever way.
    private static let endings = [
        SIGTERM, SIGHUP, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2,
    ]

    /// Takes the terminal for a use; false when it cannot be set.
    static func enter(_ use: Use = .lines) -> Bool {
        guard !isEntered.load(ordering: .acquiring), tcgetattr(STDIN_FILENO, store.found) == 0 else { return false }
        store.keyByKey.pointee = store.found.pointee
        store.keyByKey.pointee.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &store.keyByKey.pointee.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // What the handlers need is there before they are.
        _ = givesBack.utf8CodeUnitCount + newline.utf8CodeUnitCount
        _ = wasContinued.exchange(false, ordering: .relaxed)
        isFullScreen.store(use == .fullScreen, ordering: .relaxed)
        isEntered.store(true, ordering: .releasing)
        for signal in endings { install(signal, onEnding) }
        install(SIGINT, onInterrupt)
        if !isRegistered.exchange(true, ordering: .acquiringAndReleasing) { atexit { TerminalMode.restore() } }
        if use == .fullScreen { return true }
        install(SIGTSTP, onSuspend)
        install(SIGCONT, onContinue)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, store.keyByKey) == 0 else {
            leave()
            return false
        }
        return true
    }

    static func leave() {
        guard isEntered.load(ordering: .acquiring) else { return }
        // A full screen was given back by who drew on it.
        if !isFullScreen.load(ordering: .relaxed) { restore() }
        isEntered.store(false, ordering: .releasing)
        let lineSignals = isFullScreen.load(ordering: .relaxed) ? [] : [SIGTSTP, SIGCONT]
        for signal in endings + [SIGINT] + lineSignals { sigaction(signal, store.handlers + Int(signal), nil) }
    }

    /// Whether the process was stopped and goes on since this was last asked.
    static func takeContinued() -> Bool { wasContinued.exchange(false, ordering: .acquiringAndReleasing) }

    private static func restore() {
        guard isEntered.load(ordering: .acquiring) else { return }
        if isFullScreen.load(ordering: .relaxed) { _ = write(STDOUT_FILENO, givesBack.utf8Start, givesBack.utf8CodeUnitCount) }
        tcsetattr(STDIN_FILENO, TCSADRAIN, store.found)
    }

    /// For handlers: what comes next stands on a line of its own.
    private static func restoreOnNewLine() {
        guard isEntered.load(ordering: .acquiring) else { return }
        restore()
        if !isFullScreen.load(ordering: .relaxed) { _ = write(STDOUT_FILENO, newline.utf8Start, 1) }
    }

    private static let newline: StaticString = "\n"

    private static func install(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        sigaction(signal, nil, store.handlers + Int(signal))
        // What the process was told to ignore stays ignored; for those that only matter when they end it, that is also right.
        if unsafeBitCast(store.handlers[Int(signal)].__sigaction_handler.sa_handler, to: Int.self) == 1, signal != SIGCONT { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    /// Puts the terminal back and gives the signal to whoever had it before; a trap happens again and meets them by itself.
    private static let onEnding: @convention(c) (Int32) -> Void = { signal in
        TerminalMode.restoreOnNewLine()
        sigaction(signal, TerminalMode.store.handlers + Int(signal), nil)
        raise(signal)
    }

    private static let onInterrupt: @convention(c) (Int32) -> Void = { signal in
        TerminalMode.restoreOnNewLine()
        // Who had it before has things to put in order, too.
        if let handler = TerminalMode.store.handlers[Int(signal)].__sigaction_handler.sa_handler, unsafeBitCast(handler, to: Int.self) != 1
        {
            sigaction(signal, TerminalMode.store.handlers + Int(signal), nil)
            raise(signal)
            return
        }
        _exit(130)
    }

    /// Ctrl-Z: the shell gets its terminal as it was, and the process stops; it goes on in `onContinue`.
    private static let onSuspend: @convention(c) (Int32) -> Void = { signal in
        let error = errno
        TerminalMode.restoreOnNewLine()
        var standard = sigaction()
        standard.__sigaction_handler.sa_handler = nil
        var own = sigaction()
        sigaction(signal, &standard, &own)
        var only = sigset_t()
        var before = sigset_t()
        sigemptyset(&only)
        sigaddset(&only, signal)
        raise(signal)
        // Delivered here, where it is let through: the process stops until it is continued.
        pthread_sigmask(SIG_UNBLOCK, &only, &before)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        sigaction(signal, &own, nil)
        TerminalMode.goOn()
        errno = error
    }

    private static let onContinue: @convention(c) (Int32) -> Void = { _ in
        let error = errno
        TerminalMode.goOn()
        errno = error
    }

    private static func goOn() {
        // A process that goes on in the background is stopped again by this, as it should be: the terminal is not its own.
        tcsetattr(STDIN_FILENO, TCSADRAIN, store.keyByKey)
        wasContinued.store(true, ordering: .releasing)
    }
}
