import Glibc
import System

/// Signals that ask this process to end (Ctrl-C, Ctrl-\, `kill`, a terminal that has gone), as bytes in a
/// pipe, so that a loop that waits in `poll` can first end what it has started.
///
/// There is one for the process, because a signal handler can reach only globals. They are written
/// before the handlers are in place.
enum TerminationSignals {
    private struct Store: @unchecked Sendable {  // Filled before the handlers exist, and then only read.
        let ends = UnsafeMutablePointer<Int32>.allocate(capacity: 2)
        /// Whether a signal ends the process immediately, as while another screen is in front.
        let endsNow = UnsafeMutablePointer<Bool>.allocate(capacity: 1)
    }
    private static let store = Store()
    private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]
    private static let held = SignalSet(numbers + [SIGTSTP])

    /// Catches the signals from now on.
    /// - Returns: the descriptor for `poll`; -1 if there is none.
    static func catchAll() -> Int32 {
        store.endsNow.pointee = false
        guard pipe(store.ends) == 0 else { return -1 }
        for end in [store.ends[0], store.ends[1]] {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        sigaction(onSignal).install(forThoseNotIgnored: numbers)
        return store.ends[0]
    }

    /// While `body` runs, a signal ends the process immediately.
    static func endingNow<Result>(_ body: () -> Result) -> Result {
        store.endsNow.pointee = true
        defer { store.endsNow.pointee = false }
        return open(body)
    }

    /// Holds the signals back, Ctrl-Z too, except in `open`. A handler that restores the terminal in
    /// the middle of a frame would leave the other half of the frame in the shell.
    static func holdBack() { held.holdBack() }

    /// Lets the signals through while `body` runs, where they are held back.
    static func open<Result>(_ body: () -> Result) -> Result { held.open(during: body) }

    /// Lets the signals through again.
    static func letThrough() { held.letThrough() }

    /// The signal that came first; nil if none has.
    static func take() -> Int32? {
        var number: UInt8 = 0
        return read(store.ends[0], &number, 1) == 1 ? Int32(number) : nil
    }

    /// Ends the process in the way in which the signal would have ended it. Everything that it has
    /// started must have ended.
    static func end(by number: Int32) -> Never {
        if number == SIGINT { _exit(130) }
        signal(number, SIG_DFL)
        letThrough()
        raise(number)
        _exit(128 + number)
    }

    private static let onSignal: @convention(c) (Int32) -> Void = { number in
        let error = errno
        if TerminationSignals.store.endsNow.pointee {
            if number == SIGINT { _exit(130) }
            signal(number, SIG_DFL)
            raise(number)
        } else {
            var byte = UInt8(number)
            write(TerminationSignals.store.ends[1], &byte, 1)
        }
        errno = error
    }
}
