import Glibc
import System
import Synchronization

/// The terminal's settings: key by key while a stepper or a screen is open, restored on every exit
/// path.
///
/// There is one terminal for the process, and signal handlers must reach its settings: hence one store, filled before the handlers are put
/// in place and only read by them. Handlers call nothing but `tcsetattr`, `write`, `sigaction`, `raise` and `_exit`, which POSIX allows there.
enum TerminalMode {
    /// Memory that lives as long as the process, so that a handler never meets freed memory.
    private struct Store: @unchecked Sendable {  // Written only while no handler is in place.
        let found = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        let keyByKey = UnsafeMutablePointer<termios>.allocate(capacity: 1)
        let handlers = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
        /// The thread that draws with ncurses, and what ncurses does when the process is to stop.
        let drawingThread = UnsafeMutablePointer<pthread_t>.allocate(capacity: 1)
        let suspension = UnsafeMutablePointer<sigaction>.allocate(capacity: 1)
    }
    private static let store = Store()
    private static let isEntered = Atomic<Bool>(false)
    private static let wasContinued = Atomic<Bool>(false)
    private static let isRegistered = Atomic<Bool>(false)
    private static let isFullScreen = Atomic<Bool>(false)
    private static let isNcurses = Atomic<Bool>(false)
    /// Ctrl-Z is being obeyed: what follows it is not another program's stop.
    private static let isSuspending = Atomic<Bool>(false)
    /// The terminal shows what it does not understand (TERM=dumb): so only text is sent to it.
    private static let isDumb = Atomic<Bool>(false)

    /// The use of the terminal.
    enum Use {
        /// Lines, and keys one by one.
        case lines
        /// The whole terminal. ncurses sets it up and handles Ctrl-Z; this type restores it when
        /// the process dies.
        case fullScreen
        /// The whole terminal, and keys one by one, without ncurses.
        case pictures
    }

    /// Begins a full screen: the other screen, without a cursor.
    private static let takesOver: StaticString = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[0m\u{1B}[2J"

    /// Ends a full screen: synchronized output, colours, cursor, keypad, mouse, marks around pasted text, and the earlier screen.
    private static let givesBack: StaticString =
        "\u{1B}[?2026l\u{1B}[0m\u{1B}[?25h\u{1B}[?1l\u{1B}>\u{1B}[?1006;1000l\u{1B}[?2004l\u{1B}[?1049l"

    /// A pasted text comes with marks around it, or without.
    private static let asksForPastes: StaticString = "\u{1B}[?2004h"
    private static let wantsNoPastes: StaticString = "\u{1B}[?2004l"
    /// The same for a full screen, which has the reports of the mouse, too.
    private static let asksForInput: StaticString = "\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"
    private static let wantsNoInput: StaticString = "\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l"

    /// Signals that end the process.
    private static let terminationSignals = [SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGPIPE, SIGALRM, SIGUSR1, SIGUSR2]

    /// Those of a crash, which come from the instruction that crashes.
    private static let crashes = [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV]

    /// Takes the terminal for a use; false when it cannot be set.
    static func enter(_ use: Use = .lines) -> Bool {
        guard !isEntered.load(ordering: .acquiring), tcgetattr(STDIN_FILENO, store.found) == 0 else { return false }
        store.keyByKey.pointee = store.found.pointee
        store.keyByKey.pointee.c_lflag &= ~tcflag_t(ICANON | ECHO)
        withUnsafeMutableBytes(of: &store.keyByKey.pointee.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        // The handlers' data must exist before the handlers.
        _ = givesBack.utf8CodeUnitCount + newline.utf8CodeUnitCount
        _ = wasContinued.exchange(false, ordering: .relaxed)
        _ = takesOver.utf8CodeUnitCount + asksForPastes.utf8CodeUnitCount + wantsNoPastes.utf8CodeUnitCount
        _ = asksForInput.utf8CodeUnitCount + wantsNoInput.utf8CodeUnitCount
        store.drawingThread.pointee = pthread_self()
        isSuspending.store(false, ordering: .relaxed)
        isDumb.store(getenv("TERM").map { ["", "dumb"].contains(String(cString: $0)) } ?? true, ordering: .relaxed)
        isFullScreen.store(use != .lines, ordering: .relaxed)
        isNcurses.store(use == .fullScreen, ordering: .relaxed)
        isEntered.store(true, ordering: .releasing)
        for signal in terminationSignals { install(signal, onEnding) }
        for signal in crashes { installCrash(signal) }
        install(SIGINT, onInterrupt)
        if !isRegistered.exchange(true, ordering: .acquiringAndReleasing) { atexit { TerminalMode.restore() } }
        if use == .fullScreen {
            install(SIGCONT, onContinueOfScreen)
            return true
        }
        install(SIGTSTP, onSuspend)
        install(SIGCONT, onContinue)
        guard tcsetattr(STDIN_FILENO, TCSADRAIN, store.keyByKey) == 0 else {
            leave()
            return false
        }
        takeScreen()
        return true
    }

    /// Takes the whole terminal, where ncurses does not do so.
    private static func takeScreen() {
        guard !isNcurses.load(ordering: .relaxed) else { return }
        if isFullScreen.load(ordering: .relaxed) { send(takesOver) }
        send(asksForPastes)
    }

    private static func send(_ sequence: StaticString) {
        if !isDumb.load(ordering: .relaxed) { _ = write(STDOUT_FILENO, sequence.utf8Start, sequence.utf8CodeUnitCount) }
    }

    /// Lets Ctrl-Z reach only the calling thread, which has just opened ncurses' screen.
    ///
    /// Another thread that took the signal would touch the terminal in the middle of a frame. And the
    /// stop that ncurses asks for could come late, after the terminal was set up again for ncurses: the
    /// shell would get a terminal that shows nothing of what is typed.
    static func suspendOnThisThread() {
        var action = sigaction()
        sigaction(SIGTSTP, nil, &action)
        let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        // 0 is the default action, and 1 an ignored signal.
        guard handler > 1 else { return }
        store.drawingThread.pointee = pthread_self()
        if handler == unsafeBitCast(onSuspendOfScreen, to: Int.self) { return }
        store.suspension.pointee = action
        action.__sigaction_handler.sa_handler = onSuspendOfScreen
        sigaction(SIGTSTP, &action, nil)
    }

    private static let onSuspendOfScreen: @convention(c) (Int32) -> Void = { signal in
        let error = errno
        defer { errno = error }
        if pthread_equal(pthread_self(), store.drawingThread.pointee) != 0 {
            isSuspending.store(true, ordering: .relaxed)
            send(wantsNoInput)
            GroupSuspension.stop { store.suspension.pointee.__sigaction_handler.sa_handler(signal) }
            send(asksForInput)
            isSuspending.store(false, ordering: .relaxed)
        } else {
            pthread_kill(store.drawingThread.pointee, signal)
        }
    }

    static func leave() {
        guard isEntered.load(ordering: .acquiring) else { return }
        // ncurses has already restored a full screen.
        if !isNcurses.load(ordering: .relaxed) { restore() }
        isEntered.store(false, ordering: .releasing)
        let lineSignals = isNcurses.load(ordering: .relaxed) ? [SIGCONT] : [SIGTSTP, SIGCONT]
        for signal in terminationSignals + crashes + [SIGINT] + lineSignals { sigaction(signal, store.handlers + Int(signal), nil) }
    }

    /// Whether the process was stopped and continued since the last call.
    static func takeContinued() -> Bool { wasContinued.exchange(false, ordering: .acquiringAndReleasing) }

    /// The same, for a look: the next call of `takeContinued` still says it.
    static var wasJustContinued: Bool { wasContinued.load(ordering: .acquiring) }

    private static func restore() {
        guard isEntered.load(ordering: .acquiring) else { return }
        send(isFullScreen.load(ordering: .relaxed) ? givesBack : wantsNoPastes)
        tcsetattr(STDIN_FILENO, TCSADRAIN, store.found)
    }

    /// For handlers: ends the current line, so that later output starts on a new one.
    private static func restoreOnNewLine() {
        guard isEntered.load(ordering: .acquiring) else { return }
        restore()
        if !isFullScreen.load(ordering: .relaxed) { _ = write(STDOUT_FILENO, newline.utf8Start, 1) }
    }

    private static let newline: StaticString = "\n"

    private static func install(_ signal: Int32, _ handler: @escaping @convention(c) (Int32) -> Void) {
        sigaction(signal, nil, store.handlers + Int(signal))
        // A signal that the process ignores stays ignored; an ignored signal does not end the
        // process.
        if unsafeBitCast(store.handlers[Int(signal)].__sigaction_handler.sa_handler, to: Int.self) == 1, signal != SIGCONT { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        // A stack overflow leaves no room for a handler: it runs on the stack that Swift's runtime keeps for its crash report.
        action.sa_flags = SA_ONSTACK
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    /// Restores the terminal and passes the signal to its earlier handler.
    private static let onEnding: @convention(c) (Int32) -> Void = { signal in
        TerminalMode.restoreOnNewLine()
        sigaction(signal, TerminalMode.store.handlers + Int(signal), nil)
        raise(signal)
    }

    /// The same for a signal of a crash.
    private static let onCrash: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        signal, information, _ in
        TerminalMode.restoreOnNewLine()
        CrashSignals.pass(signal, information, to: TerminalMode.store.handlers + Int(signal))
    }

    private static func installCrash(_ signal: Int32) {
        sigaction(signal, nil, store.handlers + Int(signal))
        var action = sigaction()
        action.__sigaction_handler.sa_sigaction = onCrash
        action.sa_flags = SA_ONSTACK | SA_SIGINFO
        sigemptyset(&action.sa_mask)
        sigaction(signal, &action, nil)
    }

    private static let onInterrupt: @convention(c) (Int32) -> Void = { signal in
        TerminalMode.restoreOnNewLine()
        // The earlier handler has its own cleanup.
        if let handler = TerminalMode.store.handlers[Int(signal)].__sigaction_handler.sa_handler, unsafeBitCast(handler, to: Int.self) != 1
        {
            sigaction(signal, TerminalMode.store.handlers + Int(signal), nil)
            raise(signal)
            return
        }
        _exit(130)
    }

    /// Ctrl-Z: the shell gets its terminal as it was, and the process stops; it continues in
    /// `onContinue`.
    private static let onSuspend: @convention(c) (Int32) -> Void = { signal in
        let error = errno
        TerminalMode.restoreOnNewLine()
        var standard = sigaction()
        standard.__sigaction_handler.sa_handler = nil
        var own = sigaction()
        sigaction(signal, &standard, &own)
        // The process stops here until it is continued.
        SignalSet.deliverAgain(signal)
        sigaction(signal, &own, nil)
        TerminalMode.goOn()
        errno = error
    }

    /// Something else than Ctrl-Z has stopped the process: the terminal was not restored, and the shell has changed it. The thread that
    /// draws sets it up again.
    private static let onContinueOfScreen: @convention(c) (Int32) -> Void = { signal in
        let error = errno
        defer { errno = error }
        if isSuspending.load(ordering: .relaxed) { return }
        wasContinued.store(true, ordering: .releasing)
        if pthread_equal(pthread_self(), store.drawingThread.pointee) == 0 { pthread_kill(store.drawingThread.pointee, signal) }
    }

    private static let onContinue: @convention(c) (Int32) -> Void = { _ in
        let error = errno
        TerminalMode.goOn()
        errno = error
    }

    private static func goOn() {
        // This stops a process again that continues in the background, as it should: the terminal
        // belongs to another process.
        tcsetattr(STDIN_FILENO, TCSADRAIN, store.keyByKey)
        takeScreen()
        wasContinued.store(true, ordering: .releasing)
    }
}
