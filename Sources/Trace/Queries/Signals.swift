extension Trace {
    /// The usual name of a signal, "SIGUSR1"; nil if it has none.
    public static func signalName(_ number: UInt64) -> String? {
        let names: [UInt64: String] = [
            1: "SIGHUP", 2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
            10: "SIGUSR1", 11: "SIGSEGV", 12: "SIGUSR2", 13: "SIGPIPE", 14: "SIGALRM", 15: "SIGTERM", 17: "SIGCHLD", 18: "SIGCONT",
            19: "SIGSTOP", 20: "SIGTSTP", 28: "SIGWINCH",
        ]
        return names[number]
    }
}

extension Trace.Ending {
    /// How a signal ended the process, as a predicate; nil if none did.
    ///
    /// SIGKILL is not a crash: it comes from outside, for example from the watchdog that ends a program which hangs.
    public var endedBySignal: String? {
        guard case .killed(let signal) = self else { return nil }
        if signal == 9 { return "was stopped from outside (SIGKILL)" }
        return "was killed by signal \(signal)" + (Trace.signalName(UInt64(clamping: signal)).map { " (\($0))" } ?? "")
    }
}
