import Glibc

/// The signals that Swift's runtime takes for a crash. It prints a report and goes back to the instruction that crashed, which crashes
/// again and ends the process.
///
/// A signal that a process was sent (Ctrl-\, `kill`) has no such instruction: the program would go on after the report.
public enum CrashSignals {
    /// The runtime's handlers: made once, before ours are in place, and never freed.
    private struct Store: @unchecked Sendable {  // Written only while no handler of ours is in place.
        let earlier = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    }
    private static let store = Store()
    private static let numbers = [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV]

    /// From now on Ctrl-\ and a signal that is sent end this process; a crash is reported as before.
    public static func endThisProcess() {
        if isHandled(SIGQUIT) { signal(SIGQUIT, SIG_DFL) }
        for number in numbers where isHandled(number) {
            sigaction(number, nil, store.earlier + Int(number))
            var action = sigaction()
            action.__sigaction_handler.sa_sigaction = onSignal
            action.sa_flags = SA_SIGINFO | SA_ONSTACK
            sigemptyset(&action.sa_mask)
            sigaction(number, &action, nil)
        }
    }

    /// For a handler that has found `earlier` at its place: leaves the signal to it, or to the system if the signal was sent.
    public static func pass(_ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, to earlier: UnsafePointer<sigaction>) {
        var next = earlier.pointee
        let isSent = (information?.pointee.si_code ?? 0) <= 0
        if isSent { next.__sigaction_handler.sa_handler = nil }
        sigaction(number, &next, nil)
        // All others come again when the handler returns.
        if isSent || number == SIGTRAP { raise(number) }
    }

    private static func isHandled(_ number: Int32) -> Bool {
        sigaction.current(number).address > 1
    }

    private static let onSignal: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
        number, information, _ in
        pass(number, information, to: store.earlier + Int(number))
    }
}
