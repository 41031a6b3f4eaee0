import Glibc

/// Names and meanings of signals.
enum Signals {
    /// "SIGSEGV (it accessed memory that does not belong to it)".
    static func words(_ number: Int32) -> String {
        guard let (name, meaning) = known[number] else { return "signal \(number)" }
        return "\(name) (\(meaning))"
    }

    private static let known: [Int32: (String, String)] = [
        SIGSEGV: ("SIGSEGV", "it accessed memory that does not belong to it"),
        SIGBUS: ("SIGBUS", "it accessed memory that does not exist"),
        SIGILL: ("SIGILL", "a trap: Swift or libdispatch detected an error and stopped the process"),
        SIGTRAP: ("SIGTRAP", "a trap: Swift detected an error and stopped the process"),
        SIGABRT: ("SIGABRT", "it aborted itself, for example because memory was corrupted"),
        SIGFPE: ("SIGFPE", "an invalid calculation"),
        SIGKILL: ("SIGKILL", "killed from outside"),
        SIGTERM: ("SIGTERM", "terminated from outside"),
        SIGALRM: ("SIGALRM", "its time was over"),
    ]
}
