import Glibc

/// Asks a process that does not come to its end where it is: its hardest-working thread gets a deadly signal, whose handler writes down the
/// stack. That of a loop without end is the loop's.
enum BusiestThread {
    static func askWhereItIs(in process: Int32) {
        guard let busiest = ProcessFacts.times(of: process).max(by: { $0.work < $1.work }), busiest.work > .milliseconds(500),
            let thread = pid_t(busiest.thread)
        else { return }
        _ = signalThread(process, thread, SIGABRT)
    }

    // Declared in a header that the Glibc module leaves out.
    @_silgen_name("tgkill")
    private static func signalThread(_ process: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
}
