import Glibc

/// Asks a process that does not finish where it is. Its busiest thread gets a deadly signal, and
/// the signal handler writes the stack. In an endless loop, that is the loop's stack. The signal is
/// one that libdispatch does not block in its worker threads.
enum BusiestThread {
    static func askWhereItIs(in process: Int32) {
        guard let busiest = ProcessFacts.times(of: process).max(by: { $0.work < $1.work }), busiest.work > .milliseconds(500),
            let thread = pid_t(busiest.thread)
        else { return }
        _ = signalThread(process, thread, SIGTRAP)
    }

    // Declared in a header that the Glibc module leaves out.
    @_silgen_name("tgkill")
    private static func signalThread(_ process: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
}
