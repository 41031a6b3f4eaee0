import Glibc

/// Signals as people know them.
enum Signals {
    /// "SIGSEGV (it touched memory that is not its own)".
    static func words(_ number: Int32) -> String {
        guard let (name, meaning) = known[number] else { return "signal \(number)" }
        return "\(name) (\(meaning))"
    }

    private static let known: [Int32: (String, String)] = [
        SIGSEGV: ("SIGSEGV", "it touched memory that is not its own"),
        SIGBUS: ("SIGBUS", "it touched memory that is not there"),
        SIGILL: ("SIGILL", "a trap: Swift or libdispatch noticed a mistake and stopped"),
        SIGTRAP: ("SIGTRAP", "a trap: Swift noticed a mistake and stopped"),
        SIGABRT: ("SIGABRT", "it gave up by itself, as on corrupted memory"),
        SIGFPE: ("SIGFPE", "a calculation that has no result"),
        SIGKILL: ("SIGKILL", "killed from outside"),
        SIGTERM: ("SIGTERM", "asked to end from outside"),
        SIGALRM: ("SIGALRM", "its time was over"),
    ]
}
